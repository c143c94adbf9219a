import NIOCore
import SabirProtocol

/// Staff that came over the network.
extension Room {
    static let isNotStaff = WireFault(.forbidden, "You are not staff here.")
    private static let listIsSilent = WireFault(
        .unreachable,
        "Whether you are staff could not be looked up, as the disk of this node does not answer. It was not done; try "
            + "again shortly.")

    /// Looks at the list anew, and goes on with what it says.
    mutating func lookUp(_ device: String?, _ lookup: Lookup) {
        guard let device else { return lookedUp(lookup, .nobody) }
        add(.lookUp(device: device, lookup))
    }

    mutating func lookedUp(_ lookup: Lookup, _ rank: StaffRank) {
        switch lookup {
        case .act(let act, let seat, let judged): order(act, from: seat, as: rank, judged)
        case .helpAnswer(let member, let answer, let seat): answerHelp(of: member, answer, from: seat, as: rank)
        case .relay(let seat): relayWasLookedUp(seat, as: rank)
        case .vouch(let certificate, let seat): vouch(for: certificate, on: seat, as: rank)
        }
    }

    /// An act of a member, judged by what the list says from now on: whoever's key was taken away is no longer obeyed.
    /// `judged` is answered when its turn is over. False where the seat is no longer the member's own.
    mutating func order(_ act: ModerationAction, from seat: Seat, _ judged: Ticket) -> Bool {
        guard noteActivity(on: seat), let member = state.roster[seat.number] else { return false }
        if let fault = state.flood(seat.number, now: now) {
            answer(.error(fault), to: seat.number)
            answer(judged, .done(.success(())))
        } else {
            lookUp(member.joinContext.device, .act(act, seat, judged))
        }
        return true
    }

    private mutating func order(_ act: ModerationAction, from seat: Seat, as rank: StaffRank, _ judged: Ticket) {
        guard !isOver, holds(seat), let member = state.roster[seat.number] else {
            return answer(judged, .done(.success(())))
        }
        do throws(WireFault) {
            let who = try Self.name(of: member, as: rank)
            if act == .bans, !isFollowing {
                listBans(to: .member(seat.number))
                answer(judged, .done(.success(())))
            } else {
                queue(act, by: who, for: .member(seat.number), taken: judged)
            }
        } catch {
            if rank == .unknown { logger.warning("an act of staff is refused: the list of staff does not answer") }
            answer(.error(error), to: seat.number)
            answer(judged, .done(.success(())))
        }
    }

    /// Who is obeyed: staff by their key, and a relay, which says it for staff of its own.
    static func name(of member: Member, as rank: StaffRank) throws(WireFault) -> String {
        switch (rank, member.joinContext.isRelay) {
        case (.person(let name), false): return name
        case (.relay, true): return "relay \(member.info.name)"
        case (.unknown, _): throw listIsSilent
        default: throw isNotStaff
        }
    }

    // MARK: The record

    /// Nobody but this room's staff can tell from it what was written.
    mutating func record(_ act: ModerationAction, by who: String, on member: MemberInfo?, _ then: Recorded) {
        var entry = AuditEntry(act.name.rawValue, by: who, in: state.info)
        entry.member = act.member
        entry.name = member?.name
        if case .ban(_, let minutes, _) = act { entry.minutes = minutes }
        record(entry, then)
    }

    /// `who` of staff reads along at their page what is said here. The caller is told once that is written down.
    mutating func noteReading(by who: String, as caller: Ticket) {
        record(AuditEntry("read-along", by: who, in: state.info), .caller(caller))
    }

    mutating func record(_ entry: AuditEntry, _ then: Recorded) { add(.record(entry, then)) }

    /// It is written down, or the disk does not answer.
    mutating func finishRecording(_ recorded: Recorded) {
        switch recorded {
        case .nothing: break
        case .act: actIsRecorded()
        case .actForAuthority(let act, let who, let asker, let taken):
            passOn(act, by: who, for: asker)
            answer(taken, .done(.success(())))
        case .helpAnswer(let answer, let call, let name, let asker):
            end(answer, call, by: name)
            self.answer(asker, of: call.caller.id, answer, .success(()))
        case .report(let told, let except, let relay, let asker):
            sendToStaff(told, except: except, over: relay)
            answer(asker, .success(told))
        case .caller(let caller): answer(caller, .done(.success(())))
        }
    }

    /// An act that changed nothing, as whoever asked for it is told of what is so already.
    func confirmation(of act: ModerationAction) -> HostPacket {
        guard act != .bans else { return .bans(state.moderation.list(now: now, wall: wall)) }
        return act.told(ts: wall)
    }
}
