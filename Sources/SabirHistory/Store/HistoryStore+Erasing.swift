import SabirCore
import SabirProtocol

extension HistoryStore {
    /// Erases the lines that a filter includes, and their bytes from the files, and returns how many. They cannot be
    /// read any more as soon as this begins; the bytes are gone when it returns, after some seconds in a long history,
    /// while the rooms continue. Names without any line left are erased too.
    package func erase(_ filter: HistoryFilter) async throws(HistoryError) -> Int {
        guard !filter.isEmpty else { throw .request("What is to be erased? Name a room, a person or a span of time.") }
        if case .memoryOnly(let reason) = state { throw .unusable(file.path, "lines cannot be erased now: \(reason)") }
        return try await oneAtATime { () async throws(HistoryError) in
            let count = try await self.change { try await $0.forget(filter) }
            self.emit(.erased(filter))
            self.purge.isDue = true
            try await self.purgeNow()
            return count
        }
    }

    /// Erases a room's lines up to this number, which `markCleared` has hidden from readers.
    func clear(_ room: RoomNumber, upTo seq: Int) async throws(HistoryError) {
        unsaved.remove { $0.room == room && $0.message.seq <= seq }
        if case .memoryOnly(let reason) = state { throw .unusable(file.path, "lines cannot be erased now: \(reason)") }
        try await oneAtATime { () async throws(HistoryError) in
            let cleared = RetentionClock.Expired(upTo: seq)
            let count = try await self.change { try await $0.forget(room, cleared) }
            guard count > 0 || self.purge.isDue else { return }
            self.purge.isDue = true
            if let failure = self.purge.failure, !self.purge.mayTry(self.settings.now()) { throw failure }
            try await self.purgeNow()
        }
    }

    /// Whether the file holds bytes of erased lines.
    var purgeIsDue: Bool { purge.isDue }

    /// Empties lines that any session marked as cleared and that are not emptied yet.
    func emptyCleared() async throws(HistoryError) {
        guard state == .fine else { return }
        let due = await ask(as: .reader) { try await $0.roomsToEmpty() } ?? []
        for (room, seq) in due { try await clear(room, upTo: seq) }
    }

    /// Runs work that removes lines or rewrites the file, one after another: a line removed while a new file is written
    /// might be in it already.
    func oneAtATime<T: Sendable, Failure: Error>(
        _ body: () async throws(Failure) -> T
    ) async throws(Failure) -> T {
        if !removals.begin() { await withCheckedContinuation { removals.wait($0) } }
        defer { removals.end() }
        return try await body()
    }

    /// Runs a change of the database for a caller that wants to know if it failed.
    func change<T: Sendable>(
        _ body: @Sendable (HistoryDatabase) async throws -> T
    ) async throws(HistoryError) -> T {
        do {
            if let result = try await use(body) { return result }
        } catch {
            let error = HistoryError.wrapping(error, file.path)
            if error.code == .damaged { await handle(error) }
            throw error
        }
        throw .unusable(file.path, "there is no database open")
    }

    /// Rewrites the file without erased lines.
    func purgeNow() async throws(HistoryError) {
        let start = settings.now()
        do {
            try checkRoom(for: file.bytes)
            try await rewrite()
        } catch {
            let error = HistoryError.wrapping(error, file.path)
            purge.failed(error, at: settings.now())
            emit(.purgeFailed(error))
            throw error
        }
        purge.done(from: start, to: settings.now())
    }

    /// Throws where the new file would take space that others on the disk need.
    private func checkRoom(for bytes: Int) throws(HistoryError) {
        let needed = bytes + bytes / 8 + DiskRoom.reserve
        guard let free = settings.free(file.folder), free < needed else { return }
        throw .tooTight(file.path, needed: needed, free: free)
    }

    private func rewrite() async throws {
        let (file, free) = (file, settings.free)
        let new = try Rewriting(of: file) { () throws(HistoryError) in
            guard let left = free(file.folder), left < DiskRoom.reserve else { return }
            throw .tooTight(file.path, needed: DiskRoom.reserve, free: left)
        }
        do {
            _ = try await new.copy()
            try await new.optimize()
            // Each round copies what came during the last one; two are nearly always enough.
            for _ in 0..<8 where try await new.copy() < 256 { break }
            try await new.settle()
            try await alone { try await self.exchange(new) }
        } catch {
            new.giveUp()
            throw error
        }
    }

    /// Copies the last lines and exchanges the files, the only moment in which appends wait: some ten milliseconds.
    private func exchange(_ new: Rewriting) async throws {
        guard let old = database else { throw HistoryError.unusable(file.path, "there is no database open") }
        _ = try await new.copy()
        try await new.finish()
        try old.discard()
        database = nil
        // Where the exchange fails the old file is still in place, and is used again.
        let exchanged = Result { () throws(HistoryError) in try file.replace(by: new.file) }
        do {
            database = try HistoryDatabase.open(file, isSynchronous: settings.isSynchronous)
        } catch {
            fall(error)
            throw error
        }
        try exchanged.get()
    }

    // MARK: Every minute

    /// Expires lines, writes what the disk did not take, erases what other processes asked for, and purges the file
    /// where it is due. Called about once a minute.
    package func maintain() async {
        await tryAgain()
        let now = settings.now()
        doubt.judge(now)
        guard state == .fine, database != nil else {
            for number in rooms.keys { _ = expireInMemory(number, now) }
            return
        }
        do {
            try await eraseAsAsked()
            try await emptyCleared()
        } catch  where error.code == .diskFull {
            // Reported already, and tried again later.
        } catch {
            logger.error("\(error)")
        }
        await oneAtATime {
            for number in self.rooms.keys.sorted() { await self.expire(number, now) }
            if self.purge.isTime(now) { try? await self.purgeNow() }  // a failure is reported, and leaves it due
            if !self.purge.isDue { await self.makeWay() }
        }
        let clock = doubt.expected(at: now)
        _ = await ask { try await StoreSession.note(clock: clock, in: $0) }
    }

    /// Where the history exceeds its ceiling, removes the oldest lines of the room that takes most. Called when the
    /// file has no bytes of erased lines: only then its size tells what the lines take.
    func makeWay() async {
        if let free = settings.free(file.folder) {
            ceiling.update(taken: file.bytes, free: free, reserve: settings.forStaff(file.folder))
        }
        let used = await ask(as: .reader) { try await $0.usedBytes() } ?? 0
        guard let share = ceiling.surplus(of: used) else { return }
        let open = rooms.keys.sorted()
        let found = await ask(as: .reader) { try await $0.oldestLines(share, among: open) }
        guard let (number, seq) = found ?? nil else { return }
        logger.warning(
            "The history has filled its share of the disk: the oldest lines of the largest room are erased.",
            metadata: ["room": "\(rooms[number]?.name ?? "")", "bytes": "\(used)"])
        await empty(RetentionClock.Expired(upTo: seq), in: number)
    }

    private func expireInMemory(_ number: RoomNumber, _ now: ClockReading) -> RetentionClock.Expired? {
        guard var room = rooms[number] else { return nil }
        let expired = room.clock.expired(room.rule, newest: room.newest, at: now)
        rooms[number]?.clock = room.clock
        unsaved.remove { $0.room == number && $0.message.seq <= expired.upTo }
        return expired
    }

    private func expire(_ number: RoomNumber, _ now: ClockReading) async {
        guard let expired = expireInMemory(number, now) else { return }
        if !doubt.isPresent {
            _ = await ask { database in
                try await database.forgetIDs(number, now: now.wall)
                try await database.expireDevices(number, now: now.wall)
            }
        }
        await empty(expired, in: number)
    }

    /// Empties expired lines. Lines that have expired only by a clock in doubt are hidden instead, and those hidden
    /// before are shown again.
    func empty(_ expired: RetentionClock.Expired, in number: RoomNumber) async {
        let hidden = doubt.isPresent ? expired.earlier : nil
        let gone = RetentionClock.Expired(upTo: expired.upTo, earlier: doubt.isPresent ? nil : expired.earlier)
        let taken = await ask { database in
            let count = try await database.forget(number, gone)
            return (count: count, isHiding: try await database.hide(number, hidden))
        }
        guard let taken else { return }
        if taken.count > 0 { purge.isDue = true }
        note(number, isHiding: taken.isHiding)
    }

    /// Reports when the first room hides lines, and when the last one stops.
    private func note(_ number: RoomNumber, isHiding: Bool) {
        let before = hiding.isEmpty
        if isHiding { hiding.insert(number) } else { hiding.remove(number) }
        if hiding.isEmpty != before { emit(.hiding(before)) }
    }

    /// Erases everything that other processes asked for (`HistoryErasing`), and then the bytes in one purge.
    func eraseAsAsked() async throws(HistoryError) {
        let requests = await ask(as: .reader) { try await $0.erasures() } ?? []
        guard !requests.isEmpty else { return }
        try await oneAtATime { () async throws(HistoryError) in
            for request in requests {
                let count = try await self.change { try await $0.forget(request) }
                self.emit(.erased(request.filter))
                self.logger.notice("lines were erased for another process", metadata: ["lines": "\(count)"])
            }
            self.purge.isDue = true
            try await self.purgeNow()
        }
    }
}
