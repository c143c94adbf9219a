import Synchronization

/// Where event loops hand lines over: the one place of the store that several threads enter.
///
/// What arrives while a commit runs waits here and is the next commit, in the order of arrival.
final class Intake: Sendable {
    struct Group: Sendable {
        let lines: [HistoryLine]
        var notes: [HistoryNote] = []
        let done: @Sendable (Kept) -> Void

        /// About what it costs in memory.
        var bytes: Int { lines.reduce(128 * notes.count) { $0 + $1.bytes } }
    }

    /// Bytes that may wait, about. Past it the store goes on in memory: the disk is too slow for the room.
    static let bytes = 64 << 20
    /// Lines in one commit, about: a commit of so many takes a tenth of a second.
    static let commit = 4_096

    private struct State {
        var groups: [Group] = []
        var bytes = 0
        var lines = 0
        var isDraining = false
    }

    private let state = Mutex(State())

    /// Takes a group. True where nobody is emptying the intake: the caller sees to it.
    func put(_ group: Group) -> Bool {
        let bytes = group.bytes
        return state.withLock { state in
            state.groups.append(group)
            state.bytes += bytes
            state.lines += group.lines.count
            defer { state.isDraining = true }
            return !state.isDraining
        }
    }

    /// The groups of the next commit; none where nothing waits, and whoever asked is no longer emptying the intake.
    func take() -> (groups: [Group], isBehind: Bool) {
        state.withLock { state in
            let isBehind = state.bytes > Self.bytes
            var lines = 0
            let end = state.groups.firstIndex { group in
                defer { lines += group.lines.count + group.notes.count }
                return lines >= Self.commit
            }
            let groups = Array(state.groups[..<(end ?? state.groups.count)])
            state.groups.removeFirst(groups.count)
            state.lines -= groups.reduce(0) { $0 + $1.lines.count }
            state.bytes =
                state.groups.isEmpty ? 0 : state.bytes - groups.reduce(0) { $0 + $1.bytes }
            if groups.isEmpty { state.isDraining = false }
            return (groups, isBehind)
        }
    }

    /// Lines that wait for the next commits.
    var count: Int { state.withLock { $0.lines } }

    var isEmpty: Bool { state.withLock { $0.groups.isEmpty } }

    /// Whether groups wait, or are on their way to the disk.
    var isBeingEmptied: Bool { state.withLock { $0.isDraining } }
}
