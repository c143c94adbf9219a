import NIOCore
import SabirProtocol

/// Acts of staff who came over the network.
extension Room {
    static let isNotStaff = WireFault(.forbidden, "You are not staff here.")
    private static let listIsSilent = WireFault(
        .unreachable,
        "Whether you are staff could not be looked up, as the disk of this node does not answer. It was not done; try "
            + "again shortly.")

    /// Looks a device's rank up in the staff list again, then continues with it. A nil device ranks as nobody.
    mutating func lookUp(_ device: String?, then: @escaping @Sendable (inout Room, StaffRank) -> Void) {
        guard let device else { return then(&self, .nobody) }
        add(.lookUp(device: device, then: then))
    }

    /// Queues an act of a member, judged by the current staff list: somebody whose key was removed is no longer obeyed.
    /// `judged` is answered when the act's turn is over. Returns false where the member no longer holds the seat.
    mutating func order(_ act: ModerationAction, from seat: Seat, _ judged: Ticket) -> Bool {
        guard noteActivity(on: seat), let member = state.roster[seat.number] else { return false }
        if let fault = state.flood(seat.number, now: now) {
            answer(.error(fault), to: seat.number)
            answer(judged, .success(.done))
        } else {
            lookUp(member.joinContext.device) { $0.order(act, from: seat, as: $1, judged) }
        }
        return true
    }

    mutating func order(_ act: ModerationAction, from seat: Seat, as rank: StaffRank, _ judged: Ticket) {
        guard !isOver, holds(seat), let member = state.roster[seat.number] else {
            return answer(judged, .success(.done))
        }
        do throws(WireFault) {
            let who = try Self.name(of: member, as: rank)
            guard act == .bans, !isFollowing else {
                return queue(act, by: who, for: .member(seat), taken: judged)
            }
            listBans(to: .member(seat))
        } catch {
            if rank == .unknown { logger.warning("an act of staff is refused: the list of staff does not answer") }
            answer(.error(error), to: seat.number)
        }
        answer(judged, .success(.done))
    }

    /// The name on record for an act of this member: staff by their key, or a relay on behalf of staff of its own.
    /// Throws for everybody else.
    static func name(of member: Member, as rank: StaffRank) throws(WireFault) -> String {
        switch (rank, member.joinContext.isRelay) {
        case (.person(let name), false): return name
        case (.relay, true): return "relay \(member.info.name)"
        case (.unknown, _): throw listIsSilent
        default: throw isNotStaff
        }
    }

    // MARK: The record

    /// Puts an act on record. The entry never contains people's texts.
    mutating func record(
        _ act: ModerationAction, by who: String, on member: MemberInfo?,
        then: @escaping @Sendable (inout Room) -> Void
    ) {
        var entry = AuditEntry(act.name.rawValue, by: who, in: state.info, on: act.member, named: member?.name)
        if case .ban(_, let minutes, _) = act { entry.minutes = minutes }
        record(entry, then: then)
    }

    /// Puts on record that `who` of staff reads along at their page. The caller is told when that is written.
    mutating func noteReading(by who: String, as caller: Ticket) {
        record(AuditEntry("read-along", by: who, in: state.info)) { $0.answer(caller, .success(.done)) }
    }

    /// Continues with `then` once the entry is on record, or the disk does not answer.
    mutating func record(_ entry: AuditEntry, then: @escaping @Sendable (inout Room) -> Void = { _ in }) {
        add(.record(entry, then: then))
    }

    /// The answer to an act that changed nothing: what holds already.
    func confirmation(of act: ModerationAction) -> HostPacket {
        guard act != .bans else { return .bans(state.moderation.list(now: now, wall: wall)) }
        return act.told(ts: wall)
    }
}
