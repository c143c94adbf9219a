/// How the store is.
package enum HistoryState: Hashable, Sendable, CustomStringConvertible {
    case fine
    /// Lines are kept in memory alone, and the newest of them only; a plain sentence says why.
    case memoryOnly(reason: String)

    package var description: String {
        switch self {
        case .fine: "The history is written to disk."
        case .memoryOnly(let reason): "\(reason) The room goes on; new lines are kept in memory only."
        }
    }
}

/// What the store tells whoever runs it: each once.
package enum HistoryEvent: Hashable, Sendable {
    case state(HistoryState)
    /// A damaged file was renamed, and a new one begun.
    case movedAside(to: String)
    /// The file could not be written anew without what is gone: why not. It is tried again, less and less often.
    case purgeFailed(HistoryError)
    /// The file, which could not be opened at the start, can be; but it has rooms whose numbering was begun anew
    /// without it, so that their lines cannot be put behind its own.
    case restartDue
    /// Whether lines that have expired by a clock in doubt are hidden, and not erased (`ClockDoubt`).
    case hiding(Bool)
    /// Lines were erased at somebody's wish: whoever keeps them in memory drops them too.
    case erased(HistoryFilter)
}
