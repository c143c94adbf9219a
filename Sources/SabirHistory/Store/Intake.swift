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

    /// Work behind the lines handed over before, and ahead of later ones.
    typealias Job = @Sendable (isolated HistoryStore) async -> Void

    enum Next: Sendable {
        /// The groups of one commit. `isBehind`: more waits than may.
        case commit([Group], isBehind: Bool)
        case job(Job)
    }

    private enum Entry {
        case lines(Group)
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

    /// Removes and returns what to do next. Where nothing waits, the caller has stopped emptying the intake.
    func take() -> Next? {
        state.withLock { state in
            if case .job(let job)? = state.entries.first {
                state.entries.removeFirst()
                return .job(job)
            }
            let isBehind = state.bytes > Self.bytes
            var groups: [Group] = []
            var count = 0
            for entry in state.entries {
                guard case .lines(let group) = entry, count < Self.commit else { break }
                groups.append(group)
                count += group.lines.count + group.notes.count
            }
            state.entries.removeFirst(groups.count)
            state.lines -= groups.reduce(0) { $0 + $1.lines.count }
            state.bytes -= groups.reduce(0) { $0 + $1.bytes }
            state.isDraining = !groups.isEmpty
            return groups.isEmpty ? nil : .commit(groups, isBehind: isBehind)
        }
    }

    /// Lines that wait for the next commits.
    var count: Int { state.withLock { $0.lines } }

    var isEmpty: Bool { state.withLock { $0.entries.isEmpty } }

    /// Whether groups wait, or are on their way to the disk.
    var isBeingEmptied: Bool { state.withLock { $0.isDraining } }
}
