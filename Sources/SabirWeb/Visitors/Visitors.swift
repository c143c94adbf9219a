import SabirWire

/// The owner of the roll of visitors; takes them into rooms and out.
actor Visitors {
    private var roll = VisitorRoll()

    var count: Int { roll.count }

    func visit(_ key: VisitorRoll.Key) -> VisitorRoll.Visit? { roll.visit(key) }

    func remembered(_ device: DeviceCookie, _ face: Face) -> VisitorRoll.Remembered? { roll.remembered(device, face) }

    /// Takes a visitor into a room, or tells the room of its other name or language.
    func enter(
        _ room: any WebRoom, as key: VisitorRoll.Key, name: String, lang: LanguageTag, resume: Hello.Resume? = nil,
        address: String, isStaff: Bool
    ) async throws(WireFault) -> VisitorRoll.Visit {
        let hello = Hello(
            room: room.id, name: name, lang: lang, client: "page",
            device: key.device.secret(room: room.id, face: key.face), resume: resume)
        let seat = try await room.enter(hello, address: address, isStaff: isStaff)
        return roll.entered(key, seat, now: .now)
    }

    func leave(_ room: any WebRoom, as key: VisitorRoll.Key) async {
        guard let seat = roll.left(key) else { return }
        await room.leave(seat)
    }

    /// Nil where the visitor has not entered.
    func opened(_ room: any WebRoom, as key: VisitorRoll.Key) async -> VisitorRoll.Visit? {
        guard let visit = roll.opened(key) else { return nil }
        await room.opened(visit.seat)
        return visit
    }

    /// A stream is gone that was opened on this visit.
    func closed(_ room: any WebRoom, as key: VisitorRoll.Key, _ visit: VisitorRoll.Visit) async {
        roll.closed(key, visit: visit.number, now: .now)
        await room.closed(visit.seat)
    }

    func removed(_ members: [MemberID], from room: String) { roll.removed(Set(members), from: room) }

    func ended(room: String) { roll.ended(room: room) }

    /// Takes those out of their rooms who have been away for too long.
    func sweep(now: ContinuousClock.Instant, rooms: () async -> [any WebRoom]) async {
        let gone = roll.expired(now: now)
        guard !gone.isEmpty else { return }
        let rooms = await rooms()
        for (key, seat) in gone { await rooms.first { $0.id == key.room }?.leave(seat) }
    }
}
