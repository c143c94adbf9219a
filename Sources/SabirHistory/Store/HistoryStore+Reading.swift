import SabirProtocol

extension HistoryStore {
    /// Opens a room: finds or adds it, and returns the state with which its numbering continues. `epoch` is used where
    /// the room is new, or lines of it may be missing. Costs the same however long the room is: ids of older lines are
    /// read afterwards, and until then `mayKnow` is true for every id. Lines that expired while nobody ran the room are
    /// gone when this returns, or hidden where the clock is in doubt.
    package func open(
        room id: String, name: String, epoch: String, rule: RetentionRule = .everything
    ) async -> HistoryRoom {
        let room: HistoryRoom
        if let opened = await inDatabase(id, name, epoch, rule) {
            room = opened
            loadIDs(opened.number)
        } else {
            // A database without the room would take none of its lines.
            if database != nil { fall(.unusable(file.path, "the room \"\(name)\" cannot be opened in it")) }
            room = HistoryRoom(number: numberInMemory(), past: RoomPast(epoch: epoch, newest: 0))
        }
        rooms[room.number] = OpenRoom(
            id: id, name: name, newest: room.past.newest, rule: rule,
            clock: RetentionClock(newest: room.past.newest, at: settings.now()))
        return room
    }

    /// Changes how long a room's lines are kept, present ones included.
    func keep(_ id: String, _ rule: RetentionRule) {
        for (number, room) in rooms where room.id == id { rooms[number]?.rule = rule }
    }

    /// Tries twice: where the first try finds the file damaged, another one is in its place, for which the first result
    /// does not hold.
    private func inDatabase(_ id: String, _ name: String, _ epoch: String, _ rule: RetentionRule) async -> HistoryRoom?
    {
        for _ in 0..<2 {
            let before = database
            var stored = await ask { try await $0.open(room: id, name: name, epoch: epoch) }
            if stored == nil { stored = await ask(as: .reader) { try await $0.find(room: id) } ?? nil }
            if var stored {
                // The end of the last session is unknown, so no epoch of the file is continued.
                if !hasBegun { stored.epoch = "" }
                await expire(stored, rule)
                guard isInUse(before) else { continue }
                let opened = await ask(as: .reader) { [stored] in try await $0.history(of: stored, epoch: epoch) }
                if let opened, isInUse(before) { return opened }
            }
            if isInUse(before) { return nil }
        }
        return nil
    }

    private func isInUse(_ one: HistoryDatabase?) -> Bool { one?.pool === database?.pool }

    /// Expires lines by the wall clock. An earlier run told members that they are gone, so they must not come back.
    private func expire(_ room: HistoryDatabase.StoredRoom, _ rule: RetentionRule) async {
        let now = settings.now()
        var clock = RetentionClock(newest: room.newest, at: now)
        let expired = clock.expired(rule, newest: room.newest, at: now)
        guard state == .fine else { return }
        doubt.judge(now)
        await empty(expired, in: room.number)
    }

    /// Reads the ids of a room's older lines after the opening: how long that takes depends on the room's length.
    private func loadIDs(_ room: RoomNumber) {
        knownIDs.beginLoading(room)
        loads[room] = Task {
            _ = await ask(as: .reader) { [knownIDs] in try await $0.rememberedIDs(room, into: knownIDs) }
            knownIDs.endLoading(room)
            loads[room] = nil
        }
    }

    /// The newest lines before number `seq`, oldest first, at most `limit`; `.max` for the room's end.
    package func lines(_ room: RoomNumber, before seq: Int, limit: Int) async -> [Message] {
        let more = unsaved.messages(room, before: seq).suffix(limit)
        guard more.count < limit else { return Array(more) }
        let first = more.first?.seq ?? seq
        let stored = await ask(as: .reader) { try await $0.lines(room, before: first, limit: limit - more.count) } ?? []
        return stored + more
    }

    /// The lines that confirm a translation of one of these messages, each named by its first wording, in order of
    /// number; those that wait for the disk are in the room's memory.
    func confirmations(of lines: [MessageID], in room: RoomNumber) async -> [Message] {
        await ask(as: .reader) { try await $0.confirmations(of: lines, in: room) } ?? []
    }

    /// The rooms of the history, open or not.
    func summaries() async -> [RoomSummary] { await ask(as: .reader) { try await $0.rooms() } ?? [] }

    /// The lines that a query finds, newest first.
    package func search(_ query: HistoryQuery) async -> [HistoryHit] {
        await ask(as: .reader) { try await $0.search(query) } ?? []
    }
}

extension HistoryDatabase {
    /// The state with which a room continues. `epoch` is for a room without one.
    fileprivate func history(of room: StoredRoom, epoch: String) async throws -> HistoryRoom {
        var past = RoomPast(
            epoch: room.epoch.isEmpty ? epoch : room.epoch, newest: room.newest, cleared: room.cleared,
            known: try await newestKnown(room.number, limit: HistoryRoom.known),
            authors: try await authors(room.number, limit: HistoryRoom.known),
            devices: try await devices(room.number))
        past.retractions = try await untoldRetractions(of: room.number)
        return HistoryRoom(number: room.number, past: past)
    }
}
