import Foundation
import Glibc
import SabirCore

/// Where the history lies: the database, what SQLite lays beside it, and four small files of ours.
///
/// `.lock` is held by the one process that writes. `.whole` stands as long as all that was acknowledged is in the
/// database: removing it works on a full disk too, which writing "something is missing" would not. `.new` is a
/// database in the making; left over, it is deleted. `.reserve` is room for the day on which the disk is full.
struct HistoryFile: Sendable, Hashable {
    let path: String

    /// SQLite gives its log and index the mode of the database.
    static let mode: mode_t = 0o600

    var exists: Bool { access(path, F_OK) == 0 }
    var folder: String { (path as NSString).deletingLastPathComponent }
    var inTheMaking: HistoryFile { HistoryFile(path: path + ".new") }
    private var wholeMarker: String { path + ".whole" }

    func makeFolder() { FileSystem.makeFolder(folder) }

    /// Makes the file, empty, and its folder, where they are missing; takes reading from others where they had it.
    func prepare() throws(HistoryError) {
        makeFolder()
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, Self.mode)
        if descriptor >= 0 {
            giveAway(descriptor)
            close(descriptor)
        } else if errno != EEXIST || chmod(path, Self.mode) != 0 {
            throw .wrapping(errno: errno, path)
        }
    }

    /// Gives a file that root has made here to the folder's owner: a command that root runs must not shut out the node's
    /// own user.
    func giveAway(_ descriptor: Int32) { FolderOwner.give(descriptor, toOwnerOf: folder) }

    /// Renames a database and its log after the day and second, never over an earlier one. Says where it is.
    func moveAside(at wall: Int, as what: String = "damaged") throws(HistoryError) -> String {
        let day = Date(timeIntervalSince1970: Double(wall) / 1_000)
        let stem = "\(path).\(what)-\(day.formatted(Self.stampStyle))"
        for number in 1...1_000 {
            let aside = number == 1 ? stem : "\(stem)-\(number)"
            guard access(aside, F_OK) != 0 else { continue }
            guard rename(path, aside) == 0 else { throw .wrapping(errno: errno, path) }
            // The log may hold what the damaged file lacks; its index is worth nothing.
            rename(path + "-wal", aside + "-wal")
            unlink(path + "-shm")
            return aside
        }
        throw .unusable(path, "a thousand damaged files lie beside it already")
    }

    private static let stampStyle = Date.VerbatimFormatStyle(
        format:
            "\(year: .defaultDigits)\(month: .twoDigits)\(day: .twoDigits)-\(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased))\(minute: .twoDigits)\(second: .twoDigits)",
        timeZone: .gmt, calendar: Calendar(identifier: .gregorian))

    func remove() {
        for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
    }

    /// Puts `file` in the place of this one, in one step. Both are closed.
    func replace(by file: HistoryFile) throws(HistoryError) {
        let lock = try openingLock(.exclusive)
        defer { withExtendedLifetime(lock) {} }
        // A log without its database is nothing; one beside the wrong database would be read into it.
        for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
        guard rename(file.path, path) == 0 else { throw .wrapping(errno: errno, path) }
        for suffix in ["-wal", "-shm"] { unlink(file.path + suffix) }
        FileSystem.synchronize(folder)
    }

    // MARK: The reserve

    private var reserve: String { path + ".reserve" }
    /// Bytes: SQLite's index takes 32 KiB, and its log a page for each that changes.
    private static let reserved = 256 << 10

    /// SQLite reads nothing before its index lies beside the file: on a full disk a history could not even be numbered on.
    /// So that much is held while there is room.
    func keepReserve() {
        let descriptor = open(reserve, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, Self.mode)
        guard descriptor >= 0 else { return }
        giveAway(descriptor)
        if posix_fallocate(descriptor, 0, off_t(Self.reserved)) != 0 { unlink(reserve) }
        close(descriptor)
    }

    /// False where there is none.
    func giveUpReserve() -> Bool { unlink(reserve) == 0 }

    // MARK: The marker

    var isWhole: Bool { access(wholeMarker, F_OK) == 0 }

    func markWhole() {
        if (try? PrivateFile(path: wholeMarker).create(Data())) != nil { FileSystem.synchronize(folder) }
    }

    func markIncomplete() {
        unlink(wholeMarker)
        FileSystem.synchronize(folder)
    }
}

extension HistoryFile {
    /// Held by the process that writes a history; nil where another one holds it, also after that time: a command that
    /// looks whether somebody holds the lock holds it itself for that moment.
    func lock(patience: Duration = .zero) throws(HistoryError) -> FileLock? {
        do {
            return try FileLock(path + ".lock", patience: patience)
        } catch {
            guard error.isHeld else { throw .wrapping(errno: error.code, path) }
            return nil
        }
    }

    /// Whether another process holds it at this moment; not where there is none, or none can be looked at.
    var isHeld: Bool {
        guard access(path + ".lock", F_OK) == 0 else { return false }
        do throws(HistoryError) { return try lock() == nil } catch { return false }
    }

    /// Keeps a history's files from being exchanged while somebody is just opening them. Waits for 2 seconds at most, then
    /// throws `locked`.
    ///
    /// SQLite finds the log by the database's path. Whoever opened the old database and then the new one's log, or made a
    /// log for the old one under the new one's name, would read the one into the other. So openings from outside share
    /// this lock until all of their files are open, and an exchange has it alone; both take some milliseconds.
    func openingLock(_ manner: FileLock.Manner) throws(HistoryError) -> FileLock {
        do {
            return try FileLock(path + ".opening", manner, patience: .seconds(2))
        } catch {
            throw error.isHeld ? .locked(path) : .wrapping(errno: error.code, path)
        }
    }
}
