import Synchronization

/// Where event loops hand lines over: the one place of the store that several threads enter.
///
/// What arrives during a commit waits here and is the next commit, in order of arrival.
final class Intake: Sendable {
    struct Group: Sendable {
        let lines: [HistoryLine]
        var notes: [HistoryNote] = []
        let done: @Sendable (AppendResult) -> Void

        /// Approximate bytes in memory.
        var bytes: Int { lines.reduce(128 * notes.count) { $0 + $1.bytes } }
    }

    /// Clears a room's lines up to this number: behind those handed over before, and ahead of later ones.
    struct Clearing: Sendable {
        let room: RoomNumber
        let seq: Int
        let done: @Sendable (HistoryError?) -> Void
    }

    /// Work that follows the lines handed over before, and that later lines do not wait for.
    typealias Job = @Sendable (isolated HistoryStore) -> Void

    private enum Entry {
        case lines(Group)
        case clearing(Clearing)
        case job(Job)

        var lines: Int { if case .lines(let group) = self { group.lines.count } else { 0 } }
        var bytes: Int { if case .lines(let group) = self { group.bytes } else { 0 } }
    }

    /// Approximate bytes that may wait. Beyond that the store continues in memory: the disk is too slow for the room.
    static let bytes = 64 << 20
    /// Approximate lines in one commit: one of that size takes a tenth of a second.
    static let commit = 4_096

    private struct State {
        var entries: [Entry] = []
        var bytes = 0
        var lines = 0
        var isDraining = false
    }

    private let state = Mutex(State())

    /// Adds a group. Returns true where nobody is emptying the intake, which is then up to the caller.
    func put(_ group: Group) -> Bool { put(.lines(group)) }

    func put(_ clearing: Clearing) -> Bool { put(.clearing(clearing)) }

    func put(_ job: @escaping Job) -> Bool { put(.job(job)) }

    private func put(_ entry: Entry) -> Bool {
        let bytes = entry.bytes
        return state.withLock { state in
            state.entries.append(entry)
            state.bytes += bytes
            state.lines += entry.lines
            defer { state.isDraining = true }
            return !state.isDraining
        }
    }

    /// What to do next: the groups of one commit, or one clearing, or one job.
    struct Next: Sendable {
        var groups: [Group] = []
        var clearing: Clearing?
        var job: Job?
        var isBehind = false

        var isNothing: Bool { groups.isEmpty && isLines }
        /// Whether there are only lines.
        var isLines: Bool { clearing == nil && job == nil }
    }

    /// Removes and returns what to do next. Where nothing waits, the caller has stopped emptying the intake.
    func take() -> Next {
        state.withLock { state in
            var next = Next(isBehind: state.bytes > Self.bytes)
            var (count, lines) = (0, 0)
            loop: for entry in state.entries {
                switch entry {
                case .lines(let group):
                    guard lines < Self.commit else { break loop }
                    next.groups.append(group)
                    lines += group.lines.count + group.notes.count
                case .clearing(let clearing):
                    guard count == 0 else { break loop }
                    next.clearing = clearing
                case .job(let job):
                    guard count == 0 else { break loop }
                    next.job = job
                }
                count += 1
                if !next.isLines { break }
            }
            let taken = state.entries.prefix(count).reduce(0) { $0 + $1.bytes }
            state.entries.removeFirst(count)
            state.lines -= next.groups.reduce(0) { $0 + $1.lines.count }
            state.bytes = state.entries.isEmpty ? 0 : state.bytes - taken
            if next.isNothing { state.isDraining = false }
            return next
        }
    }

    /// Lines that wait for the next commits.
    var count: Int { state.withLock { $0.lines } }

    var isEmpty: Bool { state.withLock { $0.entries.isEmpty } }

    /// Whether groups wait, or are on their way to the disk.
    var isBeingEmptied: Bool { state.withLock { $0.isDraining } }
}
