import Glibc

extension HistoryStore {
    /// Handles an error of the database: a damaged file is moved aside and a new one begun; for any other error the
    /// store continues in memory, and tries again with the next `maintain`.
    func handle(_ error: any Error) async {
        let error = HistoryError.wrapping(error, file.path)
        guard error.code == .damaged, let broken = database else { return fall(error) }
        // Several calls may fail over the same damage: the first one handles it.
        await alone {
            guard self.database?.pool === broken.pool else { return }
            await self.beginAnew(broken)
        }
    }

    /// Notes that the rooms have waited long enough for the disk and continue without it.
    func reportOverdue() { fall(.behind(file.path)) }

    func fall(_ error: HistoryError) {
        guard state == .fine else { return }
        file.markIncomplete()
        change(.memoryOnly(reason: error.description))
    }

    /// Why lines must not be stored while the decisions of staff still can be; nil where there is space for both.
    ///
    /// - Parameter isLasting: requires a quarter more, so that the state does not change every minute.
    func shortage(isLasting: Bool) -> HistoryError? {
        let needed = settings.forStaff(file.folder)
        guard let free = settings.free(file.folder), free < needed + (isLasting ? needed / 4 : 0) else { return nil }
        return free < 1 << 20 ? .wrapping(errno: ENOSPC, file.path) : .nearlyFull(file.path, free: free)
    }

    /// Begins this session in the file, if it has not begun: where the disk was full at the start, it is tried again.
    private func beginSession() -> Bool {
        if hasBegun { return database != nil }
        do {
            if database == nil { try openLate() }
            guard let database else { return false }
            // Lines until then are not in the file, so every room has to get another epoch.
            file.markIncomplete()
            let inheritance = try StoreSession.begin(database, isSynchronous: settings.isSynchronous, key: deviceKey)
            file.markIncomplete()
            purge.isDue = purge.isDue || inheritance.purgeIsDue
            doubt = ClockDoubt(clock: inheritance.clock, at: settings.now())
            hasBegun = true
            return true
        } catch {
            return false
        }
    }

    /// Opens the file that could not be opened at the start. Its rooms were numbered anew without it and cannot
    /// continue in it before the next start, which is reported once.
    private func openLate() throws {
        guard !restartIsDue else { return }
        file.makeFolder()
        guard let lock = try file.lock() else { return }
        let opened = try HistoryDatabase.open(file, isSynchronous: settings.isSynchronous)
        let known = try opened.roomIDs()
        guard !rooms.values.contains(where: { known.contains($0.id) }) else {
            try opened.discard()
            restartIsDue = true
            return emit(.restartDue)
        }
        (self.lock, database) = (lock, opened)
    }

    private func beginAnew(_ broken: HistoryDatabase) async {
        try? broken.discard()
        database = nil
        do {
            emit(.movedAside(to: try file.moveAside(at: settings.now().wall)))
            let new = try HistoryDatabase.open(file, isSynchronous: settings.isSynchronous)
            _ = try StoreSession.begin(new, isSynchronous: settings.isSynchronous, key: deviceKey)
            hasBegun = true
            for (number, room) in rooms {
                try await new.adopt(number, id: room.id, name: room.name, newest: room.newest)
            }
            database = new
        } catch {
            fall(.wrapping(error, file.path))
        }
    }

    /// Writes what the disk did not take, if it takes it now.
    func tryAgain() async {
        guard state != .fine, shortage(isLasting: true) == nil, beginSession() else { return }
        do {
            for (number, room) in rooms {
                let newest = room.newest
                _ = try await use { try await $0.adopt(number, id: room.id, name: room.name, newest: newest) }
            }
            // Lines may come while others are written: appends go to the disk again only when none is left.
            repeat {
                _ = try await use { try await $0.probe() }
                let lines = Array(unsaved.lines.prefix(Intake.commit))
                let notes = unsaved.notes
                guard try await use({ try await $0.append(lines, notes: notes, skippingKnown: true) }) != nil else {
                    return
                }
                unsaved.removeNotes(notes.count)
                let written = Set(lines.map(\.key))
                unsaved.remove { written.contains($0.key) }
            } while !unsaved.isEmpty
        } catch {
            return
        }
        if !unsaved.hasLost { file.markWhole() }
        file.keepReserve()
        change(.fine)
    }
}

extension HistoryDatabase {
    /// Writes something that changes nothing, and throws where the disk takes nothing.
    func probe() async throws {
        try await pool.write { try $0.execute(sql: "UPDATE life SET isClosed = 0") }
    }

    /// Does one step of indexing or merging; false where there is nothing to do.
    func indexSome() async throws -> Bool {
        let indexed = try await pool.write { try Indexing.step($0) }
        let merged = try await pool.write { try Indexing.merge($0) }
        return indexed || merged
    }
}
