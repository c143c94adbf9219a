import Foundation
import Glibc
import SabirCore

/// The files of a history: the database, SQLite's files beside it, and four small files of ours.
///
/// `.lock` is held by the one process that writes. `.whole` exists as long as everything acknowledged is in the
/// database: removing it works on a full disk too, where writing "something is missing" would not. `.new` is a database
/// being made; a leftover one is deleted. `.reserve` is space for the day on which the disk is full.
struct HistoryFile: Sendable, Hashable {
    let path: String

    /// SQLite gives its log and index the mode of the database.
    static let mode: mode_t = 0o600

    var exists: Bool { access(path, F_OK) == 0 }
    var folder: String { (path as NSString).deletingLastPathComponent }
    var inTheMaking: HistoryFile { HistoryFile(path: path + ".new") }
    private var wholeMarker: String { path + ".whole" }

    func makeFolder() { FileSystem.makeFolder(folder) }

    /// Creates the file, empty, and its folder, where they are missing; takes read permission from others.
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

    /// Gives a file that root has made here to the folder's owner: a command that root runs must not shut out the
    /// node's own user.
    func giveAway(_ descriptor: Int32) { FolderOwner.give(descriptor, toOwnerOf: folder) }

    /// Renames a database and its log after day and second, never over an earlier one. Returns the new path.
    func moveAside(at wall: Int, as what: String = "damaged") throws(HistoryError) -> String {
        let day = Date(timeIntervalSince1970: Double(wall) / 1_000)
        let stem = "\(path).\(what)-\(day.formatted(Self.stampStyle))"
        for number in 1...1_000 {
            let aside = number == 1 ? stem : "\(stem)-\(number)"
            guard access(aside, F_OK) != 0 else { continue }
            guard rename(path, aside) == 0 else { throw .wrapping(errno: errno, path) }
            // SQLite's log may hold what the damaged file lacks; its index is worthless.
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

    /// Replaces this file with `file` in one step. Both are closed.
    func replace(by file: HistoryFile) throws(HistoryError) {
        let lock = try openingLock(.exclusive)
        defer { withExtendedLifetime(lock) {} }
        // A log without its database is useless; beside another database it would be read into that one.
        for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
        guard rename(file.path, path) == 0 else { throw .wrapping(errno: errno, path) }
        for suffix in ["-wal", "-shm"] { unlink(file.path + suffix) }
        FileSystem.synchronize(folder)
    }

    // MARK: The reserve

    private var reserve: String { path + ".reserve" }
    /// Size of the reserve in bytes: SQLite's index takes 32 KiB, and its log a page for each changed page.
    private static let reserved = 256 << 10

    /// Keeps the reserve while there is space. SQLite reads nothing until its index is beside the file: without the
    /// reserve, a history on a full disk could not even continue its numbering.
    func keepReserve() {
        let descriptor = open(reserve, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, Self.mode)
        guard descriptor >= 0 else { return }
        giveAway(descriptor)
        if posix_fallocate(descriptor, 0, off_t(Self.reserved)) != 0 { unlink(reserve) }
        close(descriptor)
    }

    /// Returns false where there is no reserve.
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
    /// The lock of the process that writes a history; nil where another process still holds it after `patience`. A
    /// command that only checks the lock holds it for a moment, too.
    func lock(patience: Duration = .zero) throws(HistoryError) -> FileLock? {
        do {
            return try FileLock(path + ".lock", patience: patience)
        } catch {
            guard error.isHeld else { throw .wrapping(errno: error.code, path) }
            return nil
        }
    }

    /// Whether another process holds the lock at this moment; false where there is none, or it cannot be checked.
    var isHeld: Bool {
        guard access(path + ".lock", F_OK) == 0 else { return false }
        do throws(HistoryError) { return try lock() == nil } catch { return false }
    }

    /// Keeps a history's files from being exchanged while another process opens them. Waits 2 seconds at most, then
    /// throws `locked`.
    ///
    /// SQLite finds the log by the database's path. A process that opened the old database and then the new one's log,
    /// or made a log for the old one under the new one's name, would mix the two. So other processes share this lock
    /// until all of their files are open, and an exchange holds it alone; both take some milliseconds.
    func openingLock(_ manner: FileLock.Manner) throws(HistoryError) -> FileLock {
        do {
            return try FileLock(path + ".opening", manner, patience: .seconds(2))
        } catch {
            throw error.isHeld ? .locked(path) : .wrapping(errno: error.code, path)
        }
    }
}
