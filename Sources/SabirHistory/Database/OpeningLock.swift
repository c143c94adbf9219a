import Glibc

/// Keeps a history's files from being exchanged while somebody is just opening them.
///
/// SQLite finds the log by the database's path. Whoever opened the old database and then the new one's log, or made a
/// log for the old one under the new one's name, would read the one into the other. So openings from outside share this
/// lock (flock(2)) until all of their files are open, and an exchange has it alone; both take some milliseconds.
final class OpeningLock: Sendable {
    enum Manner: Int32, Sendable {
        case opening = 1  // LOCK_SH
        case exchange = 2  // LOCK_EX
    }

    /// How often, 5 ms apart, it is tried to get.
    private static let tries = 400

    private let descriptor: Int32

    /// Waits for 2 seconds at most, then throws `locked`.
    init(_ manner: Manner, of file: HistoryFile) throws(HistoryError) {
        descriptor = open(file.path + ".opening", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, HistoryFile.mode)
        guard descriptor >= 0 else { throw .wrapping(errno: errno, file.path) }
        file.giveAway(descriptor)
        for _ in 0..<Self.tries {
            if flock(descriptor, manner.rawValue | LOCK_NB) == 0 { return }
            usleep(5_000)
        }
        // `deinit` runs, and closes it.
        throw .locked(file.path)
    }

    deinit { close(descriptor) }
}
