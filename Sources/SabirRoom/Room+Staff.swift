import NIOCore
import SabirProtocol

/// Acts of staff who came over the network.
extension Room {
    static let isNotStaff = WireFault(.forbidden, "You are not staff here.")
    private static let listIsSilent = WireFault(
        .unreachable,
        "Whether you are staff could not be looked up, as the disk of this node does not answer. It was not done; try "
            + "again shortly.")

    /// Looks a device's rank up in the staff list again, then continues with `lookedUp`. A nil device ranks as nobody.
    mutating func lookUp(_ device: String?, _ lookup: Lookup) {
        guard let device else { return lookedUp(lookup, .nobody) }
        add(.lookUp(device: device, lookup))
    }

    mutating func lookedUp(_ lookup: Lookup, _ rank: StaffRank) {
        switch lookup {
        case .act(let act, let seat, let judged): order(act, from: seat, as: rank, judged)
        case .helpAnswer(let member, let answer, let seat): answerHelp(of: member, answer, from: seat, as: rank)
        case .relay(let seat): finishRelayLookup(seat, as: rank)
        case .vouch(let certificate, let seat): vouch(for: certificate, on: seat, as: rank)
        }
    }

    /// Queues an act of a member, judged by the current staff list: somebody whose key was removed is no longer obeyed.
    /// `judged` is answered when the act's turn is over. Returns false where the member no longer holds the seat.
    mutating func order(_ act: ModerationAction, from seat: Seat, _ judged: Ticket) -> Bool {
        guard noteActivity(on: seat), let member = state.roster[seat.number] else { return false }
        if let fault = state.flood(seat.number, now: now) {
            answer(.error(fault), to: seat.number)
            answer(judged, .success(.done))
        } else {
            lookUp(member.joinContext.device, .act(act, seat, judged))
        }
        return true
    }

    private mutating func order(_ act: ModerationAction, from seat: Seat, as rank: StaffRank, _ judged: Ticket) {
        guard !isOver, holds(seat), let member = state.roster[seat.number] else {
            return answer(judged, .success(.done))
        }
        do throws(WireFault) {
            let who = try Self.name(of: member, as: rank)
            guard act == .bans, !isFollowing else {
                return queue(act, by: who, for: .member(seat.number), taken: judged)
            }
            listBans(to: .member(seat.number))
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
    mutating func record(_ act: ModerationAction, by who: String, on member: MemberInfo?, _ then: Recorded) {
        var entry = AuditEntry(act.name.rawValue, by: who, in: state.info, on: act.member, named: member?.name)
        if case .ban(_, let minutes, _) = act { entry.minutes = minutes }
        record(entry, then)
    }

    /// Puts on record that `who` of staff reads along at their page. The caller is told when that is written.
    mutating func noteReading(by who: String, as caller: Ticket) {
        record(AuditEntry("read-along", by: who, in: state.info), .caller(caller))
    }

    mutating func record(_ entry: AuditEntry, _ then: Recorded) { add(.record(entry, then)) }

    /// Continues once an entry is on record, or the disk does not answer.
    mutating func finishRecording(_ recorded: Recorded) {
        switch recorded {
        case .nothing: break
        case .act: carryOutRecordedAct()
        case .actForAuthority(let act, let who, let asker, let taken):
            passOn(act, by: who, for: asker)
            answer(taken, .success(.done))
        case .helpAnswer(let answer, let call, let name, let asker):
            end(answer, call, by: name)
            self.answer(asker, of: call.caller.id, answer, .success(.done))
        case .report(let told, let except, let relay, let asker):
            sendToStaff(told, except: except, over: relay)
            answer(asker, .success(.report(told)))
        case .caller(let caller): answer(caller, .success(.done))
        }
    }

    /// The answer to an act that changed nothing: what holds already.
    func confirmation(of act: ModerationAction) -> HostPacket {
        guard act != .bans else { return .bans(state.moderation.list(now: now, wall: wall)) }
        return act.told(ts: wall)
    }
}
