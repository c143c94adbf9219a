import SabirProtocol

/// Lines on their way to the disk: from event loops into the intake, from there in commits, one after the other.
///
/// The author of a line waits for it, so that each change of threads counts: there is one to this store's queue, which
/// commits by itself, and one back.
extension HistoryStore {
    /// Hands over lines whose numbers follow those handed over before, from any thread, without waiting. `done` is
    /// called once, in order, on a thread of the store, when they are kept.
    nonisolated func append(
        _ lines: [HistoryLine], notes: [HistoryNote] = [], done: @escaping @Sendable (AppendResult) -> Void
    ) {
        if intake.put(Intake.Group(lines: lines, notes: notes, done: done)) { commitSoon() }
    }

    /// Like `append(_:done:)`, for callers that can wait.
    @discardableResult
    package nonisolated func append(_ lines: [HistoryLine]) async -> AppendResult {
        await withCheckedContinuation { continuation in append(lines) { continuation.resume(returning: $0) } }
    }

    @discardableResult
    package nonisolated func append(_ line: HistoryLine) async -> AppendResult { await append([line]) }

    /// Marks a room's lines up to this number as cleared, behind lines handed over before. `done` is called once, on a
    /// thread of the store: with nil when no reader will see them again, whatever happens to this process or the
    /// machine; otherwise all are still there. Emptying them, and their bytes, is left to `clear(_:upTo:)`.
    nonisolated func markCleared(
        _ room: RoomNumber, upTo seq: Int, done: @escaping @Sendable (HistoryError?) -> Void
    ) {
        inTurn { store in done(await store.mark(room, upTo: seq)) }
    }

    /// Runs a job when the lines handed over before are kept; later ones wait for its end.
    nonisolated func inTurn(_ job: @escaping Intake.Job) {
        if intake.put(job) { commitSoon() }
    }

    private func mark(_ room: RoomNumber, upTo seq: Int) async -> HistoryError? {
        // A nearly full disk still takes a mark: space for that is kept free of lines.
        if case .memoryOnly(let reason) = state, !hasBegun || shortage(isLasting: true) == nil {
            return .unusable(file.path, "lines cannot be cleared now: \(reason)")
        }
        do {
            guard try await use({ try await $0.markCleared(room, upTo: seq) }) != nil else {
                return .unusable(file.path, "there is no database open")
            }
            unsaved.remove { $0.room == room && $0.message.seq <= seq }
            return nil
        } catch {
            await handle(error)
            return .wrapping(error, file.path)
        }
    }

    private nonisolated func commitSoon() { executor.run { self.assumeIsolated { $0.commitNext() } } }

    /// Commits what waits. Lines that come meanwhile are in the next commit, behind other work of the store.
    private func commitNext() {
        switch intake.take() {
        case nil: finishDraining()
        case .job(let job)?:
            Task {
                await job(self)
                commitNext()
            }
        case .commit(let groups, let isBehind)?:
            if isBehind { fall(.behind(file.path)) }
            commit(groups)
        }
    }

    private func commit(_ groups: [Intake.Group]) {
        if state == .fine, let shortage = self.shortage(isLasting: false) { fall(shortage) }
        let lines = groups.flatMap(\.lines)
        let notes = groups.flatMap(\.notes)
        if keepAtOnce(lines, notes) {
            complete(groups, lines, .onDisk)
            commitSoon()
        } else {
            Task {
                complete(groups, lines, await keep(lines, notes))
                commitNext()
            }
        }
    }

    /// Commits on this thread, where that takes well under a millisecond: nobody else uses the writing connection, and
    /// the commit does not wait for the disk. Returns false where nothing was written.
    private func keepAtOnce(_ lines: [HistoryLine], _ notes: [HistoryNote]) -> Bool {
        guard state == .fine, !settings.isSynchronous, let database = atHand else { return false }
        guard (try? database.appendAtOnce(lines, notes: notes)) != nil else { return false }
        wrote(pages: 8 + lines.count / 3)
        return true
    }

    /// Commits, waiting for the writing connection and the disk, and handles errors.
    private func keep(_ lines: [HistoryLine], _ notes: [HistoryNote]) async -> AppendResult {
        for _ in 0..<2 where state == .fine {
            do {
                guard try await use({ try await $0.append(lines, notes: notes) }) != nil else { break }
                wrote(pages: 8 + lines.count / 3)
                return .onDisk
            } catch {
                await handle(error)
            }
        }
        unsaved.append(lines, notes: notes)
        return .inMemory
    }

    private func complete(_ groups: [Intake.Group], _ lines: [HistoryLine], _ kept: AppendResult) {
        knownIDs.insert(lines.map(KnownIDs.Entry.init))
        for group in groups { group.done(kept) }
        unindexed += lines.count
        for line in lines { rooms[line.room]?.newest = line.message.seq }
    }

    private func finishDraining() {
        for waiting in drained { waiting.resume() }
        drained = []
        beginIndexing()
    }

    /// Returns when nothing is on its way to the disk.
    func drain() async {
        guard intake.isBeingEmptied else { return }
        await withCheckedContinuation { drained.append($0) }
    }

    // MARK: The index

    private static let mostUnindexed = 16_384
    private static let moment = Duration.milliseconds(50)

    /// Indexes a few lines at a time, as long as no append waits.
    @discardableResult
    private func beginIndexing() -> Task<Void, Never> {
        if let indexing { return indexing }
        let task = Task {
            await pause()
            while state == .fine, intake.isEmpty {
                guard (try? await use { try await $0.indexSome() }) == true else { break }
                wrote(pages: 2 * Indexing.pages)
            }
            indexing = nil
        }
        indexing = task
        return task
    }

    /// Waits until no line has come for a moment, or many wait for the index: an append that came next would wait for
    /// it.
    private func pause() async {
        var seen = -1
        while seen != unindexed, unindexed < Self.mostUnindexed {
            seen = unindexed
            guard (try? await Task.sleep(for: Self.moment)) != nil else { break }
        }
        unindexed = 0
    }

    /// Returns when all waiting lines are indexed, or an append came.
    package func catchUp() async { await beginIndexing().value }
}

extension HistoryStore {
    /// Keeps a device record, from any thread, without waiting.
    nonisolated func keep(_ device: DeviceRecord, in room: RoomNumber) {
        append([], notes: [.device(device, seen: settings.now().wall, in: room)]) { _ in }
    }

    /// Begins another epoch for a room: a member has proved that it saw numbers which this history lacks.
    nonisolated func renew(_ room: RoomNumber, epoch: String) {
        append([], notes: [.epoch(epoch, in: room)]) { _ in }
    }
}
