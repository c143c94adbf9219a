import SabirProtocol

/// Owns the list of visitors; brings them into rooms and out.
actor Visitors {
    private var list = VisitorList()
    /// Sides that are entering a room, each with the requests of the same side that wait for that, as a side has one
    /// seat.
    private var entering: [VisitorList.Key: [CheckedContinuation<Void, Never>]] = [:]
    private let rooms: @Sendable () async -> [any WebRoom]

    /// - Parameter rooms: Returns every room of the node.
    init(rooms: @escaping @Sendable () async -> [any WebRoom]) { self.rooms = rooms }

    var count: Int { list.count }

    func visit(_ key: VisitorList.Key) -> VisitorList.Visit? { list.visit(key) }

    func remembered(_ device: DeviceCookie, _ face: TabletSide) -> VisitorList.Remembered? {
        list.remembered(device, face)
    }

    /// Brings a visitor into a room, or changes its name or language there.
    ///
    /// - Parameters:
    ///   - login: The token of a login that gives the visitor its `role`.
    ///   - person: The name of the login's person.
    func enter(
        _ room: any WebRoom, as key: VisitorList.Key, name: String, lang: LanguageTag, reads: Set<LanguageTag> = [],
        resume: Hello.Resume? = nil, address: String, login: String?, as role: MemberRole = .staff,
        person: String? = nil,
        comesWithStaff: Bool = false
    ) async throws(WireFault) -> VisitorList.Visit {
        while entering[key] != nil { await withCheckedContinuation { entering[key]?.append($0) } }
        entering[key] = []
        defer { for next in entering.removeValue(forKey: key) ?? [] { next.resume() } }
        let hello = Hello(
            room: room.id, name: name, lang: lang, client: Hello.page,
            device: key.device.secret(room: room.id, face: key.face), resume: resume)
        let entry = try await room.enterOrStay(
            hello, address: address, role: login == nil ? nil : role, person: person, comesWithStaff: comesWithStaff)
        return list.enter(key, entry, reads: reads, by: login, now: .now)
    }

    /// The side at which a member of a room sits; nil if it is not on this page.
    func key(of member: MemberID, in room: String) -> VisitorList.Key? { list.key(of: member, in: room) }

    // MARK: Staff

    /// The visitors with a staff role in a room.
    var staff: [(key: VisitorList.Key, member: MemberID)] {
        list.logins.compactMap { key, _ in list.visit(key).map { (key, $0.entry.info.id) } }
    }

    /// Ends the staff roles of a device whose login has ended; it stays in its rooms as a visitor.
    func endStaff(on device: DeviceCookie) async {
        await endStaff(list.logins.map(\.key).filter { $0.device == device })
    }

    /// Ends the staff roles of everybody whose login was ended or has expired.
    func sweepStaff(isRunning: (String) async -> Bool) async {
        var over: [VisitorList.Key] = []
        for (key, login) in list.logins where await !isRunning(login) { over.append(key) }
        await endStaff(over)
    }

    func endStaff(_ keys: [VisitorList.Key]) async {
        guard !keys.isEmpty else { return }
        let rooms = await rooms()
        for key in keys {
            guard let seat = list.endStaff(key) else { continue }
            await rooms.first { $0.id == key.room }?.endStaff(on: seat)
        }
    }

    func leave(_ room: any WebRoom, as key: VisitorList.Key, isForgotten: Bool = false) async {
        guard let seat = list.leave(key, isForgotten: isForgotten) else { return }
        await room.leave(seat)
    }

    /// Counts a new stream of a visitor; nil if it is not in the room.
    func openStream(in room: any WebRoom, as key: VisitorList.Key) async -> VisitorList.Visit? {
        guard let visit = list.openStream(of: key) else { return nil }
        await room.addStream(of: visit.entry.seat)
        return visit
    }

    /// Notes that the visitor's page is closing.
    func markAway(_ key: VisitorList.Key) { list.markAway(key, now: .now) }

    /// Counts a closed stream of this visit.
    func closeStream(in room: any WebRoom, as key: VisitorList.Key, _ visit: VisitorList.Visit) async {
        list.closeStream(of: key, visit: visit.number, now: .now)
        await room.removeStream(of: visit.entry.seat)
    }

    func remove(_ members: [MemberID], from room: String) { list.remove(Set(members), from: room) }

    func removeAll(from room: String) { list.removeAll(from: room) }

    /// Removes visitors that were away for too long from their rooms.
    func sweep(now: ContinuousClock.Instant) async {
        let gone = list.removeExpired(now: now)
        guard !gone.isEmpty else { return }
        let rooms = await rooms()
        for (key, seat) in gone { await rooms.first { $0.id == key.room }?.leave(seat) }
    }
}
