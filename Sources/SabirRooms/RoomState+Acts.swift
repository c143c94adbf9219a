import NIOCore
import SabirWire

/// Acts of staff. Whoever calls has made sure that it is staff.
extension RoomState {
    /// What an act leads to, in this order.
    enum Consequence: Hashable {
        case tell(HostPacket)
        case drop(MemberNumber, WireFault)
        case sendAllOut(WireFault)
    }

    /// Nothing where the act changes nothing. Throws a sentence for staff where it cannot be done. `wall` is the host's
    /// clock in milliseconds since 1970.
    mutating func perform(_ act: StaffAct, now: NIODeadline, wall: Int) throws(WireFault) -> [Consequence] {
        switch act {
        case .mute(let id):
            let member = try guest(id)
            return moderation.mute(member.number, token: member.arrival.token) ? [tell(.mute, on: member)] : []
        case .unmute(let id): return unmute(id)
        case .remove(let id): return remove(try guest(id))
        case .ban(let id, let minutes): return try ban(guest(id), minutes, now)
        case .lock: return lock()
        case .unlock: return set(\.isLocked, to: false, .unlock)
        case .topic(let topic): return try change(topic)
        case .notice(let text, let lang): return try pin(text, lang, wall)
        case .clear:
            log.forget()
            reports.forget()
            return [.tell(.acted(Acted(.clear)))]
        case .close:
            let told = set(\.isClosed, to: true, .close)
            let fault = WireFault(.closing, "Staff have closed this room.", fatal: true)
            return told.isEmpty ? [] : told + [.sendAllOut(fault)]
        case .open: return set(\.isClosed, to: false, .open)
        }
    }

    mutating func lock() -> [Consequence] { set(\.isLocked, to: true, .lock) }

    private func present(_ id: MemberID) throws(WireFault) -> Member {
        guard let member = MemberNumber(id).flatMap({ roster[$0] }) else {
            throw WireFault(.badPacket, "There is no member \"\(id)\" in this room now.")
        }
        return member
    }

    /// Staff cannot be sent out by one another: whoever runs the node takes a key away, or changes the PIN.
    private func guest(_ id: MemberID) throws(WireFault) -> Member {
        let member = try present(id)
        guard member.info.role != .staff else { throw Self.forbidden(member.info) }
        return member
    }

    static func forbidden(_ staff: MemberInfo) -> WireFault {
        WireFault(.forbidden, "\"\(staff.name)\" is staff; acts of staff are not for staff.")
    }

    private func tell(_ act: ActName, on member: Member, minutes: Int? = nil) -> Consequence {
        .tell(.acted(Acted(act, on: member.info.id, named: member.info.name, minutes: minutes)))
    }

    private mutating func set(
        _ flag: WritableKeyPath<Moderation, Bool>, to value: Bool, _ act: ActName
    ) -> [Consequence] {
        guard moderation[keyPath: flag] != value else { return [] }
        moderation[keyPath: flag] = value
        return [.tell(.acted(Acted(act)))]
    }

    /// Also of somebody who has left meanwhile.
    private mutating func unmute(_ id: MemberID) -> [Consequence] {
        guard let number = MemberNumber(id), moderation.unmute(number) else { return [] }
        return [.tell(.acted(Acted(.unmute, on: id, named: roster[number]?.info.name)))]
    }

    private mutating func remove(_ member: Member) -> [Consequence] {
        moderation.remove(member.number)
        let fault = WireFault(.removed, "Staff have sent you out of this room.", fatal: true)
        return [tell(.remove, on: member), .drop(member.number, fault)]
    }

    private mutating func ban(
        _ member: Member, _ minutes: Int, _ now: NIODeadline
    ) throws(WireFault) -> [Consequence] {
        guard (1...StaffAct.maximumMinutes).contains(minutes) else {
            throw WireFault(.badPacket, "A ban lasts 1 to \(StaffAct.maximumMinutes) minutes.")
        }
        moderation.remove(member.number)
        moderation.ban(
            member.number, at: member.arrival.address, token: member.arrival.token,
            until: now + .minutes(Int64(minutes)), now: now)
        let time = minutes == 1 ? "1 minute" : "\(minutes) minutes"
        let fault = WireFault(.banned, "Staff have sent you out of this room for \(time).", fatal: true)
        return [tell(.ban, on: member, minutes: minutes), .drop(member.number, fault)]
    }

    private mutating func change(_ raw: String) throws(WireFault) -> [Consequence] {
        let topic = WireText.cleanName(raw)
        try Self.check(topic, WireText.maximumTopic, "topic")
        guard topic != info.topic else { return [] }
        info.topic = topic
        return [.tell(.acted(Acted(.topic, text: topic)))]
    }

    private mutating func pin(_ raw: String, _ lang: LanguageTag, _ wall: Int) throws(WireFault) -> [Consequence] {
        let text = WireText.cleanMessage(raw)
        try Self.check(text, WireText.maximumNotice, "notice")
        guard !text.isEmpty || moderation.notice != nil else { return [] }
        let notice = Notice(text: text, lang: lang, ts: wall, id: newID())
        moderation.notice = text.isEmpty ? nil : notice
        return [.tell(.notice(notice))]
    }

    private static func check(_ text: String, _ most: Int, _ what: String) throws(WireFault) {
        let length = text.unicodeScalars.count
        guard length > most else { return }
        throw WireFault(.tooLarge, "The \(what) has \(length) characters; at most \(most) are allowed.")
    }
}
