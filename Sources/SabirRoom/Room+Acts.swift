import NIOCore
import SabirProtocol

/// Acts of staff.
///
/// Each act is judged, stored, and only then told, one after the other. The loop does not wait for the disk; whoever
/// asked for an act that could not be stored is told that it holds until the next start.
extension Room {
    /// Does an act for a caller in this process, who is told when it is done: in a room with its authority elsewhere,
    /// when the authority says so.
    mutating func perform(_ act: ModerationAction, by who: String, as caller: Ticket) {
        guard !isOver else { return answer(caller, .failure(Self.isClosing)) }
        queue(act, by: who, for: .caller(caller))
    }

    /// - Parameter failure: why the act is not stored; nil where it is.
    mutating func end(_ due: ActQueue.Entry, _ decision: JudgedAction, _ failure: String?) {
        let fault = failure.map { _ in Self.notKept }
        // Sent ahead of what everybody is told, by which a relay knows that the act is over.
        if let fault, case .member(let seat)? = due.asker { answer(.error(fault), to: seat.number) }
        let consequences = state.carryOut(decision, now: now)
        if case .clear(let seq) = decision { forgetInLog(upTo: seq) }
        keepReportsIfForgotten()
        if case .remove = decision, !state.moderation.isLocked { keepModeration() }
        guard !consequences.isEmpty else { return nothingChanged(due) }
        carryOut(consequences)
        logger.info("act of staff", metadata: ["act": "\(due.act.name.rawValue)"])
        answer(due.asker, done: fault)
    }

    /// Answers a caller in this process for an act that everybody was told.
    ///
    /// - Parameter fault: says that the act is not stored; nil where it is.
    mutating func answer(_ asker: Asker?, done fault: WireFault?) {
        guard case .caller(let caller)? = asker else { return }
        answer(caller, fault.map { .failure($0) } ?? .success(.done))
    }

    /// The reason goes to the log alone: it may name files of this machine.
    static let notKept = WireFault(.notKept, "This is done, but could not be stored: it holds until the next start.")

    mutating func nothingChanged(_ due: ActQueue.Entry) {
        if case .member(let seat)? = due.asker { answer(confirmation(of: due.act), to: seat.number) }
        answer(due.asker, .success(.done))
    }

    mutating func carryOut(_ consequences: [RoomState.Consequence]) {
        for consequence in consequences {
            switch consequence {
            case .tell(let packet): broadcast(packet)
            case .drop(let number, let fault):
                drop(number, fault)
                // The member was sent out, and did not merely lose its connection.
                endHelp(of: number.id)
            case .sendAllOut(let fault):
                endAllHelp()
                sendAllOut(fault)
            }
        }
    }

    // MARK: Acts for the room's authority

    static let linkIsDown = WireFault(
        .unreachable, "The way to the room's host is lost at the moment; try again when it is back.")
    static let isUnanswered = WireFault(
        .unreachable, "The room's host has not answered. Whether it is done is not known: look, and try again.",
        as: "unanswered")
    static let tooManyActs = WireFault(
        .tooFast, "Too many acts of staff are waiting for the room's host; try again shortly.")

    /// Passes an act on to the authority, once it is on record. What everybody is then told is the answer.
    mutating func passOn(
        _ act: ModerationAction, by who: String, for asker: Asker?, _ taken: Ticket?
    ) {
        let concerned = act.member.flatMap { state.known($0)?.info }
        do throws(WireFault) {
            try checkWayUp()
            if let concerned, concerned.role == .staff { throw RoomState.forbidden(concerned) }
            guard act == .bans else {
                return record(act, by: who, on: concerned) { room in
                    room.passOn(act, by: who, for: asker)
                    room.answer(taken, .success(.done))
                }
            }
            passOn(act, by: who, for: asker)
        } catch {
            answer(asker, .failure(error))
        }
        answer(taken, .success(.done))
    }

    func checkWayUp() throws(WireFault) {
        guard !isOver, state.upstream?.isUp == true else { throw Self.linkIsDown }
        guard !acts.isFull else { throw Self.tooManyActs }
    }

    /// Answers with the bans that this node knows.
    mutating func listBans(to asker: Asker?) {
        answer(asker, .success(.bans(state.moderation.list(now: now, wall: wall))))
    }

    /// Answers whoever asked for an act, or reported. A member over a connection gets a packet; that its act is done,
    /// it hears with everybody.
    mutating func answer(_ asker: Asker?, _ answer: LateAnswer) {
        switch (asker, answer) {
        case (.caller(let caller)?, _): self.answer(caller, answer)
        case (.member(let seat)?, .failure(let fault)): self.answer(.error(fault), to: seat.number)
        case (.member(let seat)?, .success(.bans(let bans))): self.answer(.bans(bans), to: seat.number)
        case (.member(let seat)?, .success(.report(let told))): self.answer(.report(told), to: seat.number)
        case (.member?, .success), (nil, _): break
        }
    }
}
