import NIOCore
import SabirProtocol

/// Acts of staff. The caller has checked that the asker is staff.
extension RoomState {
    /// What an act leads to, in order.
    enum Consequence: Hashable {
        case tell(HostPacket)
        case drop(MemberNumber, WireFault)
        case sendAllOut(WireFault)
    }

    /// Judges and carries out an act; empty where it changes nothing. Throws a sentence for staff where the act is not
    /// possible. `wall`: the host's clock in milliseconds since 1970.
    mutating func perform(_ act: ModerationAction, now: NIODeadline, wall: Int) throws(WireFault) -> [Consequence] {
        guard let decision = try judge(act, now: now, wall: wall) else { return [] }
        return carryOut(decision, now: now)
    }

    // MARK: Judging

    /// Judges an act without changing anything; nil where the act would change nothing. Throws a sentence for staff
    /// where it is not possible.
    mutating func judge(_ act: ModerationAction, now: NIODeadline, wall: Int) throws(WireFault) -> JudgedAction? {
        let decision = try decision(on: act, now, wall)
        guard let decision else { return nil }
        if case .topic(let topic) = decision { return topic == info.topic ? nil : decision }
        var after = moderation
        return after.apply(decision, now: now) ? decision : nil
    }

    private mutating func decision(
        on act: ModerationAction, _ now: NIODeadline, _ wall: Int
    ) throws(WireFault) -> JudgedAction? {
        switch act {
        case .mute(let id):
            let member = try guest(presentOrGone(id))
            return .mute(member.info, member.number, token: member.joinContext.token)
        case .unmute(let id):
            guard let number = MemberNumber(id) else { return nil }
            let member = known(id)
            return .unmute(
                id, number, token: member?.joinContext.token, name: member?.info.name ?? moderation.mute(of: id)?.name)
        case .remove(let id):
            let member = try guest(present(id))
            return .remove(member.info, member.number, token: member.joinContext.token)
        case .ban(let id, let minutes, let scope): return try ban(guest(presentOrGone(id)), minutes, scope, now)
        case .unban(let id):
            return .unban(id, token: nil, name: moderation.ban(of: id, now: now)?.name)
        case .bans: return nil
        case .lock: return .lock(true)
        case .unlock: return .lock(false)
        case .topic(let raw):
            let topic = WireText.cleanName(raw)
            try Self.check(topic, WireText.maximumTopic, "topic")
            return .topic(topic)
        case .notice(let raw, let lang):
            let text = WireText.cleanMessage(raw)
            try Self.check(text, WireText.maximumNotice, "notice")
            return .notice(Notice(text: text, lang: lang, ts: wall, id: newID()))
        // Includes lines on their way into the log, which reach it before the mark that clears them.
        case .clear: return .clear(upTo: timeline.newestGiven)
        case .close: return .close(true)
        case .open: return .close(false)
        }
    }

    private func presentOrGone(_ id: MemberID) throws(WireFault) -> Member {
        if let member = known(id) { return member }
        return try present(id)
    }

    private func present(_ id: MemberID) throws(WireFault) -> Member {
        guard let member = roster[id] else {
            throw WireFault(.badPacket, "There is no member \"\(id)\" in this room now.", as: "not-here")
        }
        return member
    }

    /// The member, if it is not staff. Staff cannot send each other out: whoever runs the node takes a key away, or
    /// changes the PIN.
    private func guest(_ member: Member) throws(WireFault) -> Member {
        guard member.info.role != .staff else { throw Self.forbidden(member.info) }
        return member
    }

    static func forbidden(_ staff: MemberInfo) -> WireFault {
        WireFault(
            .forbidden, "\"\(staff.name)\" is staff; acts of staff are not for staff.", as: "forbidden",
            ["name": staff.name])
    }

    /// A member without a device is always banned by address, as nothing else is known of it.
    private func ban(
        _ member: Member, _ minutes: Int, _ scope: BanScope, _ now: NIODeadline
    ) throws(WireFault) -> JudgedAction {
        guard (1...ModerationAction.maximumMinutes).contains(minutes) else {
            throw ModerationAction.noSuchTime
        }
        let namesAddress = scope == .address || !member.hasDevice
        return .ban(
            Moderation.Ban(
                member: member.info.id, name: member.info.name, number: member.number, token: member.joinContext.token,
                address: namesAddress ? member.joinContext.address : nil, until: now + .minutes(Int64(minutes)),
                scope: Self.scope(naming: namesAddress, of: member)),
            minutes: minutes)
    }

    /// The address of a member connected elsewhere is known there, and kept out there by what this node tells.
    static func scope(naming isNamed: Bool, of member: Member?) -> BanScope {
        guard isNamed else { return .device }
        guard let member, member.whereabouts == .here else { return .address }
        return member.joinContext.address == nil ? .device : .address
    }

    // MARK: Carrying out

    /// Carries a decision out, and returns what it leads to. The member concerned may have left meanwhile.
    mutating func carryOut(_ decision: JudgedAction, now: NIODeadline) -> [Consequence] {
        guard apply(decision, now: now) else { return [] }
        func told(_ action: ModerationAction, _ name: String? = nil) -> Consequence { .tell(action.told(named: name)) }
        switch decision {
        case .mute(let member, let number, _): return [told(.mute(number.id), member?.name)]
        case .unmute(let id, _, _, let name): return [told(.unmute(id), name)]
        case .remove(let member, let number, _):
            let fault = WireFault(.removed, "Staff have sent you out of this room.", fatal: true)
            return [told(.remove(member.id), member.name), .drop(number, fault)]
        case .ban(let ban, let minutes):
            let fault = Moderation.banned(minutes)
            return [told(.ban(ban.member, minutes: minutes, scope: ban.scope), ban.name)]
                + (ban.number.map { [.drop($0, fault)] } ?? [])
        case .unban(let id, _, let name): return [told(.unban(id), name)]
        case .lock(let isLocked): return [told(isLocked ? .lock : .unlock)]
        case .close(false): return [told(.open)]
        case .close(true):
            let fault = WireFault(.closing, "Staff have closed this room.", as: "closed-by-staff", fatal: true)
            return [told(.close), .sendAllOut(fault)]
        case .topic(let topic):
            setTopic(topic)
            return [told(.topic(topic))]
        case .notice(let notice): return [.tell(.notice(notice))]
        case .clear(let seq):
            clear(upTo: seq)
            return [told(.clear)]
        }
    }

    // MARK: Over restarts

    /// The moderation state to store before a decision is carried out; with nil the present state.
    func stored(after decision: JudgedAction? = nil, now: NIODeadline, wall: Int) -> StoredModeration {
        var after = moderation
        if let decision { after.apply(decision, now: now) }
        return StoredModeration(
            after, configuredTopic: settings.info.topic,
            known: visibility.devices.newest(StoredModeration.mostAdmitted), now: now, wall: wall)
    }

    private static func check(_ text: String, _ most: Int, _ what: String) throws(WireFault) {
        let length = text.unicodeScalars.count
        guard length > most else { return }
        throw WireText.tooLong(.tooLarge, what, length, most)
    }
}
