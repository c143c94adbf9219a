import NIOCore
import SabirProtocol

/// What staff do, who are the node's to know.
///
/// One act after the other: each is judged, stored, and only then told. The loop does not wait for the disk; an act that
/// could not be stored is refused.
extension Room {
    /// The answer comes to the asker, now or later: it is told that nothing changed, or why it was not done. What
    /// everybody is told is the answer of a member otherwise.
    ///
    /// - Parameter taken: answered once it has its place in the order of what is said.
    mutating func take(_ act: ModerationAction, by who: String, for asker: ActsUnderWay.Asker?, taken: Ticket? = nil) {
        if isFollowing { return passOn(act, by: who, for: asker, taken) }
        if actQueue.add(ActQueue.Entry(act: act, who: who, asker: asker)) {
            beginActs()
        } else {
            answer(asker, .failure(Self.tooManyActs))
        }
        answer(taken, .done(.success(())))
    }

    /// The same for a caller in this process, who is told when it is done: where the room's authority is elsewhere, when
    /// that has said so.
    mutating func perform(_ act: ModerationAction, by who: String, as caller: Ticket) {
        guard !isOver else {
            return answer(caller, .bans(.failure(WireFault(.closing, "The room is closing.", fatal: true))))
        }
        take(act, by: who, for: .caller(caller))
    }

    private mutating func beginActs() {
        while let due = actQueue.next() { begin(due) }
    }

    private mutating func begin(_ due: ActQueue.Entry) {
        flush()
        do throws(WireFault) {
            guard let decision = try state.judge(due.act, now: now, wall: wall) else {
                return nothingChanged(due)
            }
            actQueue.store(decision, on: due)
            if case .clear(let seq) = decision, sources.hasLog {
                output.add(.log(.clear(upTo: seq)))
            } else if decision.lasts(after: state.moderation), sources.storesModeration {
                output.add(.store(state.stored(after: decision, now: now, wall: wall), isAct: true))
            } else {
                actIsStored(nil)
            }
        } catch {
            answer(due.asker, .failure(error))
        }
    }

    mutating func actIsStored(_ failure: String?) {
        guard let due = actQueue.current else { return }
        guard let failure else {
            let concerned = due.act.member.flatMap { state.known($0)?.info }
            return record(due.act, by: due.who, on: concerned, .act)
        }
        _ = actQueue.finish()
        logger.error("an act of staff could not be stored", metadata: ["why": "\(failure)"])
        let reason = "This could not be stored, so it was not done: \(failure)"
        answer(due.asker, .failure(WireFault(.unreachable, reason, as: "not-stored")))
        beginActs()
    }

    /// Stored and written down: now it is done, and told.
    mutating func actIsRecorded() {
        guard case (let due, var decision)? = actQueue.finish() else { return }
        // Readers forget all that they have been told by then; a log has its mark already.
        if case .clear = decision, !sources.hasLog { decision = .clear(upTo: state.timeline.newest) }
        end(due, decision)
        beginActs()
    }

    private mutating func end(_ due: ActQueue.Entry, _ decision: JudgedAction) {
        let consequences = state.carryOut(decision, now: now)
        if case .clear(let seq) = decision, sources.hasLog { output.add(.log(.forget(upTo: seq))) }
        keepReportsIfForgotten()
        if case .remove = decision, !state.moderation.isLocked { keepModeration() }
        guard !consequences.isEmpty else { return nothingChanged(due) }
        carryOut(consequences)
        logger.info("act of staff", metadata: ["act": "\(due.act.name.rawValue)"])
        answer(due.asker, .success([]))
    }

    private mutating func nothingChanged(_ due: ActQueue.Entry) {
        if case .member(let number)? = due.asker { answer(confirmation(of: due.act), to: number) }
        answer(due.asker, .success([]))
    }

    /// What is decided without staff, or need not be waited for.
    mutating func keepModeration() {
        if sources.storesModeration {
            output.add(.store(state.stored(now: now, wall: wall), isAct: false))
        }
    }

    mutating func carryOut(_ consequences: [RoomState.Consequence]) {
        for consequence in consequences {
            switch consequence {
            case .tell(let packet): broadcast(packet)
            case .drop(let number, let fault):
                drop(number, fault)
                // Sent out, and not lost by the way.
                endHelp(of: number.id)
            case .sendAllOut(let fault):
                endAllHelp()
                sendAllOut(fault)
            }
        }
    }
}
