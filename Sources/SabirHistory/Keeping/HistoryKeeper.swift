import Logging
import SabirCore
import SabirRoom
import SabirProtocol

/// A problem of the history, present or past, for staff.
package struct HistoryNotice: Sendable {
    /// Names the problem for programs.
    package let code: String
    package let text: String
    /// Whether the problem persists.
    package var isPresent = true
}

/// The node's history on disk while the node runs: opens rooms in it, does background work for them, and knows its
/// problems.
package actor HistoryKeeper {
    /// Lines to be cleared in the background: those of a room up to this number.
    typealias Clearing = (room: RoomNumber, upTo: Int)

    private let store: HistoryStore
    /// Forgets translations of texts before the texts leave the history: none is left when the retraction is told.
    nonisolated let forgetTexts: @Sendable ([String]) async -> Void
    private let logger: Logger
    private nonisolated let clearings: AsyncStream<Clearing>.Continuation
    private var rooms: [String: HostedRoom] = [:]
    private var state: HistoryState
    private var movedAside: [String] = []
    /// Whether the file can be used again, once the node has been restarted.
    private var isRestartDue = false
    /// Why the file could not be rewritten without erased lines, and who counts such failures.
    private var purgeFailure: HistoryError?
    private let purgeFailed: @Sendable () -> Void
    /// Whether lines are hidden because the clock is in doubt.
    private var isHiding = false
    /// For each room, the number up to which staff cleared it and lines are still on the disk.
    private var due: [RoomNumber: Int] = [:]
    private var hearing: Task<Void, Never>?
    private var running: Task<Void, Never>?
    private var clocks: [Task<Void, Never>] = []

    /// Opens the file at this path: some milliseconds of blocking work.
    ///
    /// - Parameter isAlone: whether this is the only node of its state folder. Then another process that holds the file
    ///   is a command, which is waited for.
    package init(
        _ path: String, fsync: HistoryStore.Settings.Synchronization,
        isAlone: Bool = false, logger: Logger,
        now: @escaping @Sendable () -> ClockReading = ClockReading.now,
        purgeFailed: @escaping @Sendable () -> Void = {},
        forgetTexts: @escaping @Sendable ([String]) async -> Void = { _ in }
    ) async {
        if isAlone { await HistoryWait(path: path, logger: logger).untilFree() }
        (self.logger, self.purgeFailed, self.forgetTexts) = (logger, purgeFailed, forgetTexts)
        let (stream, clearings) = AsyncStream<Clearing>.makeStream()
        self.clearings = clearings
        store = HistoryStore(.init(path: path, fsync: fsync, now: now), logger: logger)
        state = await store.state
        begin(stream)
    }

    private func begin(_ clearings: AsyncStream<Clearing>) {
        hearing = Task { for await event in store.events { await handle(event) } }
        running = Task {
            // What an earlier run marked as cleared; `maintain` tries again, and reports failures.
            try? await store.emptyCleared()
            for await (room, seq) in clearings {
                due[room] = max(seq, due[room] ?? 0)
                await clearDue()
            }
        }
        clocks.append(
            Task {
                while (try? await Task.sleep(for: .seconds(60))) != nil { await maintain() }
            })
        // A caller that asks for an erasure waits for it, and checking costs one small read. `maintain` reports its
        // failures.
        clocks.append(
            Task {
                while (try? await Task.sleep(for: .seconds(2))) != nil { try? await store.eraseAsAsked() }
            })
    }

    // MARK: Rooms

    /// Finds the room in the history, or adds it.
    package func open(_ settings: RoomSettings, rule: RetentionRule) async -> HostedRoom.RestoredLog {
        let room = await store.open(
            room: settings.info.id, name: settings.info.name, epoch: RoomPast.newEpoch(), rule: rule)
        return HostedRoom.RestoredLog(
            log: HistoryLog(store: store, room: room.number, keeper: self), past: room.past)
    }

    /// Adds the room that was opened with the result of `open`.
    package func add(_ room: HostedRoom) async {
        rooms[room.settings.info.id] = room
        await room.setHistoryPlace(state == .fine ? .disk : .memory)
        await room.endErasures()
    }

    /// Changes how long a room's lines are kept, present ones included. Does nothing for a room that is not kept here.
    package func apply(_ rule: RetentionRule, to room: String) async { await store.keep(room, rule) }

    /// Forgets a room that was closed for good; its lines stay in the file, as for a room that is not opened at a
    /// start.
    package func drop(_ room: String) { rooms[room] = nil }

    /// Logs, at the start, rooms in the file that are no longer kept there, whose lines nothing expires.
    package func logOtherRooms() async {
        for other in await store.summaries() where rooms[other.id] == nil && other.lines > 0 {
            logger.notice(
                """
                The history still holds \(other.lines) lines of the room "\(other.name)", which this node no longer keeps \
                there. To erase them: sabir history erase --room "\(other.name)"
                """)
        }
    }

    // MARK: Events

    private func handle(_ event: HistoryEvent) async {
        switch event {
        case .state(let new):
            state = new
            for room in rooms.values { await room.setHistoryPlace(new == .fine ? .disk : .memory) }
        case .movedAside(let path): movedAside.append(path)
        case .purgeFailed(let error):
            purgeFailure = error
            purgeFailed()
        case .restartDue: isRestartDue = true
        case .hiding(let new): isHiding = new
        case .erased(let filter):
            for (id, room) in rooms {
                await room.forget { filter.means($0, in: id) }
                if filter.meansDevices, filter.person == nil, filter.room ?? id == id { await room.forgetDevices() }
            }
        }
    }

    /// How many lines wait for the disk.
    package nonisolated var waitingCount: Int { store.waitingCount }

    /// Whether new lines are in memory alone.
    package var isFailing: Bool { state != .fine }

    /// Problems that staff should know.
    package func notices() -> [HistoryNotice] {
        var notices: [HistoryNotice] = []
        if state != .fine { notices.append(HistoryNotice(code: "history-memory-only", text: state.description)) }
        if isRestartDue {
            notices.append(HistoryNotice(code: "history-restart-due", text: HistoryEvent.restartNotice))
        }
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

    nonisolated func clear(_ room: RoomNumber, upTo seq: Int) { clearings.yield((room, seq)) }

    private func clearDue() async {
        for (room, seq) in due {
            do throws(HistoryError) {
                try await store.clear(room, upTo: seq)
                if due[room] == seq { due[room] = nil }
            } catch  where error.code == .diskFull {
                continue  // the store has reported it, and tries again by itself
            } catch {
                logger.error("What staff cleared away is still in the history: \(error)")
            }
        }
    }

    /// Expires lines, and erases what other processes asked for; called once a minute.
    package func maintain() async {
        await store.maintain()
        await clearDue()
        if await !store.purgeIsDue { purgeFailure = nil }
    }

    /// Finishes the remaining work, writes waiting lines, and closes the file.
    package func close() async {
        clearings.finish()
        for clock in clocks {
            clock.cancel()
            await clock.value
        }
        // Clearing needs the file; the store's events end with it.
        await running?.value
        await store.close()
        await hearing?.value
    }
}
