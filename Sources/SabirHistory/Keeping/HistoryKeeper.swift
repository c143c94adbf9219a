import Logging
import SabirRoom
import SabirProtocol

/// Something amiss with the history, or that was, for staff.
package struct HistoryNotice: Sendable {
    /// A word for programs.
    package let code: String
    package let text: String
    /// Whether it still is so.
    package var isPresent = true
}

/// The node's history on disk while it runs: opens rooms in it, sees to what has to be done behind their backs, and
/// knows what is amiss.
package actor HistoryKeeper {
    /// Something to be done for a room, in order.
    enum Job: Sendable {
        case clear(RoomNumber, upTo: Int)
        /// What was marked as cleared away in an earlier run.
        case emptyCleared
    }

    private let store: HistoryStore
    /// Lets go of translations of texts that were taken back.
    private nonisolated let forgetTexts: @Sendable ([String]) async -> Void
    private let logger: Logger
    private nonisolated let jobs: AsyncStream<Job>.Continuation
    private var rooms: [String: HostedRoom] = [:]
    private var state: HistoryState
    private var movedAside: [String] = []
    /// The node was started while another process held the file, which is free by now.
    private var isFree = false
    /// Why the file could not be written anew without what is gone, and who counts that.
    private var purgeFailure: HistoryError?
    private let purgeFailed: @Sendable () -> Void
    /// The clock is in doubt, and lines are hidden for that.
    private var isHiding = false
    /// What staff cleared and the disk still has.
    private var due: [RoomNumber: Int] = [:]
    private var hearing: Task<Void, Never>?
    private var running: Task<Void, Never>?
    private var clocks: [Task<Void, Never>] = []

    /// Opens the file at this path: some milliseconds of blocking work.
    ///
    /// - Parameter isAlone: whether this is the one node of its state folder, so that whoever holds the file is a
    ///   command, which is waited for.
    package static func start(
        _ path: String, fsync: HistoryStore.Settings.Synchronization,
        isAlone: Bool = false, logger: Logger,
        now: @escaping @Sendable () -> HistoryTime = HistoryTime.now,
        purgeFailed: @escaping @Sendable () -> Void = {},
        forgetTexts: @escaping @Sendable ([String]) async -> Void = { _ in }
    ) async -> HistoryKeeper {
        if isAlone { await HistoryWait(path, logger: logger).untilFree() }
        let store = HistoryStore(.init(path: path, fsync: fsync, now: now), logger: logger)
        let (stream, jobs) = AsyncStream<Job>.makeStream()
        let keeper = HistoryKeeper(
            store, state: await store.state, jobs, logger, purgeFailed, forgetTexts)
        await keeper.begin(stream)
        if await !store.isOpen, HistoryStore.isHeld(at: path) {
            await keeper.lookOut(for: HistoryWait(path, logger: logger))
        }
        return keeper
    }

    private init(
        _ store: HistoryStore, state: HistoryState, _ jobs: AsyncStream<Job>.Continuation, _ logger: Logger,
        _ purgeFailed: @escaping @Sendable () -> Void, _ forgetTexts: @escaping @Sendable ([String]) async -> Void
    ) {
        self.forgetTexts = forgetTexts
        self.purgeFailed = purgeFailed
        self.store = store
        self.state = state
        self.jobs = jobs
        self.logger = logger
    }

    private func begin(_ jobs: AsyncStream<Job>) {
        hearing = Task { for await event in store.events { await handle(event) } }
        running = Task { for await job in jobs { await run(job) } }
        self.jobs.yield(.emptyCleared)
        clocks.append(
            Task {
                while (try? await Task.sleep(for: .seconds(60))) != nil { await maintain() }
            })
        // Whoever asks for something to be erased waits for it; a look costs one small read. Its failures are told by
        // `maintain`.
        clocks.append(
            Task {
                while (try? await Task.sleep(for: .seconds(2))) != nil { try? await store.eraseAsAsked() }
            })
    }

    /// Without the file from the start, rooms are numbered in memory, and lines cannot be put behind those of the disk
    /// any more. That it is free again is told, so that somebody restarts the node.
    private func lookOut(for wait: HistoryWait) {
        clocks.append(
            Task {
                guard await wait.isFreeAgain() else { return }
                reportFree()
            })
    }

    private func reportFree() {
        guard !isFree else { return }
        isFree = true
        logger.error("\(Self.free)")
    }

    private static let free =
        "The history can be used again. Restart this node: until then its rooms keep new lines in memory only."

    // MARK: Rooms

    /// Finds or begins the room in the history.
    package func open(_ settings: RoomSettings, rule: RetentionRule) async -> HostedRoom.RestoredLog {
        let room = await store.open(
            room: settings.info.id, name: settings.info.name, epoch: RoomPast.newEpoch(), rule: rule)
        return HostedRoom.RestoredLog(
            log: HistoryLog(store: store, room: room.number, keeper: self), past: RoomPast(room))
    }

    /// The room that was opened with what `open` found.
    package func add(_ room: HostedRoom) async {
        rooms[room.settings.info.id] = room
        await room.setHistoryPlace(state == .fine ? .disk : .memory)
        await room.endErasures()
    }

    /// How long a room's lines are kept from now on: those that are there, too. Nothing of a room that is not kept here.
    package func apply(_ rule: RetentionRule, to room: String) async { await store.keep(room, rule) }

    /// A room that was closed for good: what lies in the file stays there, as when it is not opened at a start.
    package func drop(_ room: String) { rooms[room] = nil }

    /// What lies in the file of rooms that are no longer kept there is nobody's to expire: it is told at the start.
    package func logOtherRooms() async {
        for other in await store.summaries() where rooms[other.id] == nil && other.lines > 0 {
            logger.notice(
                """
                The history still holds \(other.lines) lines of the room "\(other.name)", which this node no longer keeps \
                there. To erase them: sabir history erase --room "\(other.name)"
                """)
        }
    }

    // MARK: What happens

    private func handle(_ event: HistoryEvent) async {
        switch event {
        case .state(let new):
            state = new
            for room in rooms.values { await room.setHistoryPlace(new == .fine ? .disk : .memory) }
        case .movedAside(let path): movedAside.append(path)
        case .purgeFailed(let error):
            purgeFailure = error
            purgeFailed()
        case .restartDue: reportFree()
        case .hiding(let new): isHiding = new
        case .erased(let filter):
            for (id, room) in rooms {
                await room.forget { filter.means($0, in: id) }
                if filter.meansDevices, filter.person == nil, filter.room ?? id == id { await room.forgetDevices() }
            }
        }
    }

    /// Lines that wait for the disk.
    package nonisolated var waitingCount: Int { store.waitingCount }

    /// Whether new lines are in memory alone.
    package var isFailing: Bool { state != .fine }

    /// What staff should know.
    package func notices() -> [HistoryNotice] {
        var notices: [HistoryNotice] = []
        if state != .fine { notices.append(HistoryNotice(code: "history-memory-only", text: state.description)) }
        if isFree { notices.append(HistoryNotice(code: "history-restart-due", text: Self.free)) }
        for path in movedAside.suffix(1) {
            let text = "The history was damaged and was moved to \(path). A new one is begun."
            notices.append(HistoryNotice(code: "history-moved-aside", text: text, isPresent: false))
        }
        if let purgeFailure {
            notices.append(HistoryNotice(code: "history-purge-due", text: purgeFailure.description))
        }
        if isHiding { notices.append(HistoryNotice(code: "history-clock", text: ClockDoubt.notice)) }
        if !due.isEmpty {
            let text = "Lines that were cleared away are still in the history's file until it can be written."
            notices.append(HistoryNotice(code: "history-erasure-due", text: text))
        }
        return notices
    }

    // MARK: Work

    /// Before these texts leave the history: once a retraction is told, no translation of them is kept.
    nonisolated func forget(texts: [String]) async { await forgetTexts(texts) }

    nonisolated func enqueue(_ job: Job) { jobs.yield(job) }

    private func run(_ job: Job) async {
        switch job {
        case .emptyCleared: try? await store.emptyCleared()  // `maintain` tries again, and tells what fails
        case .clear(let room, let seq):
            due[room] = max(seq, due[room] ?? 0)
            await clearDue()
        }
    }

    private func clearDue() async {
        for (room, seq) in due {
            do throws(HistoryError) {
                try await store.clear(room, upTo: seq)
                if due[room] == seq { due[room] = nil }
            } catch  where error.code == .diskFull {
                continue  // the store has told it, and tries again by itself
            } catch {
                logger.error("What staff cleared away is still in the history: \(error)")
            }
        }
    }

    /// What has expired, and what others asked to be erased. Once a minute.
    package func maintain() async {
        await store.maintain()
        await clearDue()
        if await !store.purgeIsDue { purgeFailure = nil }
    }

    /// Does what is still to be done, writes what waits, and closes the file.
    package func close() async {
        jobs.finish()
        for clock in clocks {
            clock.cancel()
            await clock.value
        }
        // They need the file; what the store tells ends with it.
        await running?.value
        await store.close()
        await hearing?.value
    }
}
