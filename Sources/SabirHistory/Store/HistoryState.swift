/// The state of a store.
enum HistoryState: Hashable, Sendable, CustomStringConvertible {
    case fine
    /// Lines are kept in memory alone, and only the newest of them; a sentence says why.
    case memoryOnly(reason: String)

    var description: String {
        switch self {
        case .fine: "The history is written to disk."
        case .memoryOnly(let reason): "\(reason) The room goes on; new lines are kept in memory only."
        }
    }
}

/// An event that the store reports, once, to whoever runs it.
enum HistoryEvent: Hashable, Sendable {
    case state(HistoryState)
    /// A damaged file was renamed, and a new one begun.
    case movedAside(to: String)
    /// Rewriting the file without erased lines failed. It is tried again at growing intervals.
    case purgeFailed(HistoryError)
    /// The file, which could not be opened at the start, now can be. It has rooms that were numbered anew without it,
    /// whose lines cannot be appended to it before a restart.
    case restartDue
    /// Whether lines that have expired by a clock in doubt are hidden, and not erased (`ClockDoubt`).
    case hiding(Bool)
    /// Lines were erased at somebody's wish, to be dropped from memory too.
    case erased(HistoryFilter)

    static let restartNotice =
        "The history can be used again. Restart this node: until then its rooms keep new lines in memory only."
}
