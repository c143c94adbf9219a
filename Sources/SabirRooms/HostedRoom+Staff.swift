import NIOCore
import SabirWire

/// Staff that came over the network.
extension HostedRoom {
    static let isNotStaff = WireFault(.forbidden, "You are not staff here.")
    private static let listIsSilent = WireFault(
        .unreachable,
        "Whether you are staff could not be looked up, as the disk of this node does not answer. It was not done; try "
            + "again shortly.")

    /// What the node's list says of a device, looked at anew and off the loop.
    func rank(of device: String?, then: @escaping @Sendable (StaffRank) -> Void) {
        guard let device else { return then(.nobody) }
        loop.ask(within: StaffRank.patience) {
            surroundings.office.look(for: device, answer: $0)
        } then: { rank in
            then(rank ?? .unknown)
        }
    }

    /// An act of a member, judged by what the list says from now on: whoever's key was taken away is no longer obeyed.
    /// `isJudged` is called when its turn is over. False where the seat is no longer the member's own.
    func order(_ act: StaffAct, from seat: Seat, isJudged: @escaping @Sendable () -> Void) -> Bool {
        guard state.heard(seat.number, connection: seat.connection, at: loop.now),
            let member = state.roster[seat.number]
        else { return false }
        if let fault = state.flood(seat.number, now: loop.now) {
            answer(.error(fault), to: seat.number)
            isJudged()
            return true
        }
        rank(of: member.arrival.device) { rank in
            self.assumeIsolated { $0.order(act, from: seat, as: rank, isTaken: isJudged) }
        }
        return true
    }

    private func order(
        _ act: StaffAct, from seat: Seat, as rank: StaffRank, isTaken: @escaping @Sendable () -> Void
    ) {
        guard !isOver, holds(seat), let member = state.roster[seat.number] else { return isTaken() }
        do throws(WireFault) {
            let who = try Self.name(of: member, as: rank)
            if act == .bans, authority == nil {
                listBans(to: .member(seat.number))
                isTaken()
            } else {
                take(act, by: who, for: .member(seat.number), isTaken: isTaken)
            }
        } catch {
            if rank == .unknown { logger.warning("an act of staff is refused: the list of staff does not answer") }
            answer(.error(error), to: seat.number)
            isTaken()
        }
    }

    /// Who is obeyed: staff by their key, and a relay, which says it for staff of its own.
    static func name(of member: Member, as rank: StaffRank) throws(WireFault) -> String {
        switch (rank, member.arrival.isRelay) {
        case (.person(let name), false): return name
        case (.relay, true): return "relay \(member.info.name)"
        case (.unknown, _): throw listIsSilent
        default: throw isNotStaff
        }
    }

    // MARK: The record

    /// Nobody but this room's staff can tell from it what was written. `then` is called on the loop, once it is there.
    func record(
        _ act: StaffAct, by who: String, on member: MemberInfo?,
        then: @escaping @Sendable (isolated HostedRoom) -> Void
    ) {
        var record = StaffRecord(act.name.rawValue, by: who, in: state.info)
        record.member = act.member
        record.name = member?.name
        if case .ban(_, let minutes, _) = act { record.minutes = minutes }
        self.record(record, then: then)
    }

    /// `who` of staff reads along at their page what is said here. Returns once that is written down.
    package func noteReading(by who: String) async {
        await withCheckedContinuation { noted in
            record(StaffRecord("read-along", by: who, in: state.info)) { _ in noted.resume() }
        }
    }

    func record(_ record: StaffRecord, then: @escaping @Sendable (isolated HostedRoom) -> Void) {
        let logger = logger
        loop.ask(within: StaffRecord.patience) { (done: @escaping @Sendable (Bool) -> Void) in
            surroundings.office.record(record) { done(true) }
        } then: { isDone in
            if isDone == nil { logger.error("an act of staff is not written down yet: the disk does not answer") }
            self.assumeIsolated { then($0) }
        }
    }

    /// An act that changed nothing, as whoever asked for it is told of what is so already.
    func confirmation(of act: StaffAct) -> HostPacket {
        switch act {
        case .mute(let id), .unmute(let id), .remove(let id), .unban(let id):
            .acted(Acted(act.name, on: id, named: nil))
        case .ban(let id, let minutes, let scope):
            .acted(Acted(act.name, on: id, named: nil, minutes: minutes, scope: scope))
        case .bans: .bans(state.moderation.list(now: loop.now, wall: wallClock))
        case .topic: .acted(Acted(.topic, text: state.info.topic))
        case .notice(_, let lang): .notice(Notice(text: "", lang: lang, ts: wallClock))
        case .lock, .unlock, .clear, .close, .open: .acted(Acted(act.name))
        }
    }
}
