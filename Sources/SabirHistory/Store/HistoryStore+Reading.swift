import SabirProtocol

extension HistoryStore {
    /// Opens a room: finds or begins it, and says what its numbering goes on from. `epoch` is taken where the room is
    /// new, or lines of it may be missing. Costs the same however long the room is: the ids of its older lines are read
    /// after it returns, and until then `mayKnow` is true of every id. What expired while nobody ran the room is gone
    /// when this returns, or hidden where the clock is in doubt.
    package func open(
        room id: String, name: String, epoch: String, rule: RetentionRule = .everything
    ) async -> HistoryRoom {
        let room: HistoryRoom
        if let opened = await inDatabase(id, name, epoch, rule) {
            room = opened
            loadIDs(opened.number)
        } else {
            // Its lines would go nowhere: a database that does not have a room takes none of its lines.
            if database != nil { fall(.unusable(file.path, "the room \"\(name)\" cannot be opened in it")) }
            room = HistoryRoom(number: numberInMemory(), epoch: epoch, newest: 0, known: [], authors: [], devices: [])
        }
        rooms[room.number] = OpenRoom(
            id: id, name: name, epoch: room.epoch, newest: room.newest, rule: rule,
            clock: RetentionClock(newest: room.newest, at: settings.now()))
        return room
    }

    /// The second time where the first one finds the file damaged: then another one is in its place, and what the first
    /// had to say of the room does not hold for that.
    /// From now on, for the lines that are there too.
    func keep(_ id: String, _ rule: RetentionRule) {
        for (number, room) in rooms where room.id == id { rooms[number]?.rule = rule }
    }

    private func inDatabase(_ id: String, _ name: String, _ epoch: String, _ rule: RetentionRule) async -> HistoryRoom?
    {
        for _ in 0..<2 {
            let before = database
            var stored = await ask { try await $0.open(room: id, name: name, epoch: epoch) }
            if stored == nil { stored = await ask(as: .reader) { try await $0.find(room: id) } ?? nil }
            if var stored {
                // What the file was left by is not known yet: no epoch of it is gone on with.
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

    /// What has had its time by the clock on the wall. Told as gone in an earlier run, it is not to come back.
    private func expire(_ room: HistoryDatabase.StoredRoom, _ rule: RetentionRule) async {
        let now = settings.now()
        var clock = RetentionClock(newest: room.newest, at: now)
        let expired = clock.expired(rule, newest: room.newest, at: now)
        guard state == .fine else { return }
        doubt.judge(now)
        await empty(expired, in: room.number)
    }

    /// Reads the ids of a room's older lines, behind the opening: how long that takes depends on the room's length.
    private func loadIDs(_ room: RoomNumber) {
        knownIDs.beginLoading(room)
        loads[room] = Task {
            _ = await ask(as: .reader) { [knownIDs] in try await $0.rememberedIDs(room, into: knownIDs) }
            knownIDs.endLoading(room)
            loads[room] = nil
        }
    }

    /// Lines after number `seq`, oldest first, at most `limit`.
    package func lines(_ room: RoomNumber, after seq: Int, limit: Int) async -> [Message] {
        let stored = await ask(as: .reader) { try await $0.lines(room, after: seq, limit: limit) } ?? []
        let more = unsaved.messages(room, after: max(seq, stored.last?.seq ?? seq))
        return Array((stored + more).prefix(limit))
    }

    /// The newest lines before number `seq`, oldest first, at most `limit`; `.max` for the room's end.
    package func lines(_ room: RoomNumber, before seq: Int, limit: Int) async -> [Message] {
        let more = unsaved.messages(room, before: seq).suffix(limit)
        guard more.count < limit else { return Array(more) }
        let first = more.first?.seq ?? seq
        let stored = await ask(as: .reader) { try await $0.lines(room, before: first, limit: limit - more.count) } ?? []
        return stored + more
    }

    /// The lines that confirm something of these, each by its first wording, in the order of their numbers; those that wait
    /// for the disk are in the room's memory.
    package func confirmations(of lines: [MessageID], in room: RoomNumber) async -> [Message] {
        await ask(as: .reader) { try await $0.confirmations(of: lines, in: room) } ?? []
    }

    /// The rooms of the history, open or not.
    package func summaries() async -> [RoomSummary] { await ask(as: .reader) { try await $0.rooms() } ?? [] }

    /// What a query finds, newest first.
    package func search(_ query: HistoryQuery) async -> [HistoryHit] {
        await ask(as: .reader) { try await $0.search(query) } ?? []
    }
}

extension HistoryDatabase {
    /// What a room goes on from. `epoch` is for one that has none.
    fileprivate func history(of room: StoredRoom, epoch: String) async throws -> HistoryRoom {
        HistoryRoom(
            number: room.number, epoch: room.epoch.isEmpty ? epoch : room.epoch, newest: room.newest,
            cleared: room.cleared,
            known: try await newestKnown(room.number, limit: HistoryRoom.known),
            authors: try await authors(room.number, limit: HistoryRoom.known),
            devices: try await devices(room.number), retractions: try await untoldRetractions(of: room.number))
    }
}
