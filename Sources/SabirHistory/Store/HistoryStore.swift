import Logging
import SabirCore
import SabirProtocol
import SabirRoom
import Synchronization

/// The lines of one node's rooms, in one SQLite file.
///
/// A room appends from its event loop and is told when its lines are safe. Nothing here throws into a room: where the
/// disk fails, the store continues in memory (bounded), reports that once, and writes what it has when the disk is
/// back. One process at a time owns a file.
///
/// This actor owns the database in use and the lines that the disk did not take; the one writer of the database's pool
/// makes all changes. The actor runs on a queue of its own, on which it also commits.
package actor HistoryStore {
    package struct Settings: Sendable {
        package enum Synchronization: String, Sendable, CaseIterable {
            /// Acknowledged lines survive the end of the process.
            case normal
            /// Acknowledged lines also survive a loss of power, at the cost of one flush to the disk for each commit.
            case always
        }

        var path: String
        var fsync: Synchronization
        var now: @Sendable () -> ClockReading
        /// Bytes free for this user at a path; nil where that is unknown.
        var free: @Sendable (_ path: String) -> Int? = DiskRoom.free
        /// Bytes that lines leave free at a path.
        var forStaff: @Sendable (_ path: String) -> Int = DiskRoom.forStaff

        package init(
            path: String, fsync: Synchronization = .normal,
            now: @escaping @Sendable () -> ClockReading = ClockReading.now
        ) {
            self.path = path
            self.fsync = fsync
            self.now = now
        }

        var isSynchronous: Bool { fsync == .always }
    }

    struct OpenRoom {
        let id: String
        let name: String
        var newest: Int
        var rule: RetentionRule
        var clock: RetentionClock
    }

    nonisolated let events: AsyncStream<HistoryEvent>
    private let report: AsyncStream<HistoryEvent>.Continuation
    nonisolated let knownIDs = KnownIDs()
    nonisolated let settings: Settings
    nonisolated let intake = Intake()
    nonisolated let executor = QueueExecutor(label: "sabir.history")
    nonisolated let deviceKey: SipKey
    let logger: Logger
    let file: HistoryFile
    var lock: FileLock?
    var database: HistoryDatabase?
    /// Whether this session is written in the file; false where the disk was full at the start.
    var hasBegun: Bool
    /// Whether it was reported that the node has to be restarted for the file.
    var restartIsDue = false
    private(set) var state = HistoryState.fine
    var rooms: [RoomNumber: OpenRoom] = [:]
    /// Lines that their authors take back while others are being erased.
    var retractions: [DueRetraction] = []
    var isRetracting = false
    var unsaved = UnsavedLines() {
        didSet { unsavedCount.store(unsaved.lines.count, ordering: .relaxed) }
    }
    private nonisolated let unsavedCount = Atomic(0)
    /// Rooms whose ids are being loaded.
    var loads: [RoomNumber: Task<Void, Never>] = [:]
    var gate = Gate()
    var purge = PurgeSchedule()
    var ceiling = HistoryCeiling()
    var doubt: ClockDoubt
    /// Rooms with hidden lines, as the clock is in doubt.
    var hiding: Set<RoomNumber> = []
    /// Whoever removes lines or rewrites the file, one after another.
    var removals = ConcurrencyLimit(1)
    /// Callers that wait until nothing is on its way from the intake to the disk.
    var drained: [CheckedContinuation<Void, Never>] = []
    var indexing: Task<Void, Never>?
    /// Lines that have come since indexing last ran.
    var unindexed = 0
    var log = LogLength()
    private var nextNumber: Int64 = 1 << 20

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Opens or creates the file: some milliseconds of blocking work, not for an event loop.
    package init(_ settings: Settings, logger: Logger) {
        self.settings = settings
        self.logger = logger
        (events, report) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(64))
        file = HistoryFile(path: settings.path)
        let opening = Opening(file, settings)
        database = opening.database
        lock = opening.lock
        hasBegun = opening.inheritance != nil
        deviceKey = opening.deviceKey ?? .random()
        doubt = ClockDoubt(clock: opening.inheritance?.clock, at: settings.now())
        purge.isDue = opening.inheritance?.purgeIsDue ?? false
        for event in opening.events { Self.emit(event, report, logger) }
        if let reason = opening.failure?.description { state = .memoryOnly(reason: reason) }
        if let free = settings.free(file.folder) {
            ceiling.update(taken: file.bytes, free: free, reserve: settings.forStaff(file.folder))
        }
    }

    /// Lines that are not on the disk yet, including those that it did not take. Read without waiting: a slow disk
    /// blocks this actor.
    nonisolated var waitingCount: Int { intake.count + unsavedCount.load(ordering: .relaxed) }

    // MARK: Devices and ids

    /// The author id of a device in this history, from its secret.
    nonisolated func author(ofDevice secret: String) -> AuthorID { AuthorID(secret: secret, key: deviceKey) }

    /// Whether this id may have been used in the room, decided without waiting, for event loops; if so, `line` has the
    /// answer.
    nonisolated func mayKnow(_ id: MessageID, in room: RoomNumber) -> Bool {
        knownIDs.mayKnow(id.value, in: room)
    }

    /// The line that used this id; nil where none did, or more than a day ago in a line that is gone.
    func line(_ id: MessageID, in room: RoomNumber) async -> KnownID? {
        await loads[room]?.value
        guard let key = knownIDs.row(of: id.value, in: room) else { return nil }
        if let line = unsaved.lines.first(where: { $0.room == room && $0.message.id == id }) {
            return KnownID(
                id: id, seq: line.message.seq, ts: line.message.ts, author: line.author, message: line.message)
        }
        let known = await ask(as: .reader) { try await $0.known(key) } ?? nil
        return known?.id == id ? known : nil
    }

    // MARK: State

    /// A number for a room that is not in the database, far from those that are.
    func numberInMemory() -> RoomNumber {
        defer { nextNumber += 1 }
        return RoomNumber(value: nextNumber)
    }

    func change(_ new: HistoryState) {
        guard new != state else { return }
        state = new
        emit(.state(new))
    }

    func emit(_ event: HistoryEvent) { Self.emit(event, report, logger) }

    private static func emit(_ event: HistoryEvent, _ report: AsyncStream<HistoryEvent>.Continuation, _ logger: Logger)
    {
        report.yield(event)
        switch event {
        case .state(.fine): logger.notice("The history is written to disk again.")
        case .state(let state): logger.error("\(state)")
        case .movedAside(let path):
            logger.error("The history was damaged and was moved to \(path). A new one is begun.")
        case .purgeFailed(let error): logger.error("\(error)")
        case .restartDue: logger.error("\(HistoryEvent.restartNotice)")
        case .hiding(true): logger.warning("\(ClockDoubt.notice)")
        case .hiding(false): logger.notice("The clock is trusted again: no expired line is hidden any more.")
        case .erased: logger.notice("Lines were erased from the history.")
        }
    }

    /// Writes what waits, and closes the file. Nothing is kept afterwards; the events end.
    package func close() async {
        await drain()
        await alone {
            guard let database = self.database else { return }
            if self.state == .fine, self.hasBegun {
                try? StoreSession.end(database, clock: self.doubt.expected(at: self.settings.now()))
            }
            try? database.close()
            self.database = nil
            self.lock = nil
        }
        report.finish()
    }
}
