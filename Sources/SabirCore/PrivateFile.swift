import Foundation
import Glibc

/// A file that only its owner may read (mode 0600), replaced as a whole or not at all.
///
/// What root writes belongs to whoever owns the folder: root may write for a service, which has to read it.
package struct PrivateFile: Sendable {
    package let path: String
    /// The folder whose owner the file takes when root writes it.
    private let home: String

    /// - Parameter home: where the file lies elsewhere than with the rest of what its reader owns.
    package init(path: String, ownedAs home: String? = nil) {
        self.path = path
        self.home = home ?? (path as NSString).deletingLastPathComponent
    }

    private var folder: String { (path as NSString).deletingLastPathComponent }

    /// Nil where there is no such file. Throws where it cannot be read, is larger than `limit` bytes, or where others
    /// than its owner may read it.
    package func read(atMost limit: Int) throws(PrivateFileError) -> Data? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw PrivateFileError(path, .unreadable(errno))
        }
        defer { close(file) }
        var facts = stat()
        guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            throw PrivateFileError(path, .notOrdinary)
        }
        guard facts.st_mode & 0o077 == 0 else { throw PrivateFileError(path, .openToOthers) }
        guard facts.st_size <= limit else { throw PrivateFileError(path, .larger(than: limit)) }
        do {
            return try FileHandle(fileDescriptor: file, closeOnDealloc: false).readToEnd() ?? Data()
        } catch {
            throw PrivateFileError(path, .unreadable(errno))
        }
    }

    /// Makes the folder too, readable for its owner alone. It lasts through a loss of power where the file system can.
    package func write(_ data: Data) throws(PrivateFileError) {
        FileSystem.makeFolder(folder)
        let new = path + ".\(getpid()).\(UInt32.random(in: .min ... .max))"
        try write(data, to: new)
        guard rename(new, path) == 0 else {
            let code = errno
            unlink(new)
            throw PrivateFileError(path, .unwritable(code))
        }
        FileSystem.synchronize(folder)
    }

    /// Makes the folder too. Does nothing where the file is there already, which is false.
    @discardableResult
    package func create(_ data: Data) throws(PrivateFileError) -> Bool {
        FileSystem.makeFolder(folder)
        do {
            try write(data, to: path)
            return true
        } catch {
            guard error.reason == .unwritable(EEXIST) else { throw error }
            return false
        }
    }

    /// How a file is appended to.
    package enum Writers: Sendable {
        /// It has to be there, is not synchronized, and what could not be written whole is cut off again: half a line would
        /// make the rest unreadable.
        case one
        /// It is made where it is missing, and what was written is on the disk. Nothing is cut off: it might be
        /// another's.
        case several
    }

    /// Puts `data` behind what is there.
    package func append(_ data: Data, by writers: Writers) throws(PrivateFileError) {
        let making = writers == .several ? O_CREAT : 0
        let file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW | making, 0o600)
        guard file >= 0 else { throw PrivateFileError(path, .unwritable(errno)) }
        defer { close(file) }
        switch writers {
        case .one:
            let end = lseek(file, 0, SEEK_END)
            guard !FileSystem.write(data, to: file) else { return }
            let code = errno
            if end >= 0 { ftruncate(file, end) }
            throw PrivateFileError(path, .unwritable(code))
        case .several:
            FolderOwner.takes(file, in: home)
            // In one go: another's would come between two.
            let written = data.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            guard written == data.count, fdatasync(file) == 0 else { throw PrivateFileError(path, .unwritable(errno)) }
        }
    }

    /// Makes a file and leaves none that is not whole. The error names the file that is meant in the end.
    private func write(_ data: Data, to new: String) throws(PrivateFileError) {
        let file = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw PrivateFileError(path, .unwritable(errno)) }
        let isSafe = FileSystem.write(data, to: file) && FolderOwner.takes(file, in: home) && fsync(file) == 0
        let code = errno
        guard close(file) == 0, isSafe else {
            let failure = PrivateFileError(path, .unwritable(isSafe ? errno : code))
            unlink(new)
            throw failure
        }
    }

    /// False where there is none. That it is gone lasts through a loss of power where the file system can.
    @discardableResult
    package func remove() throws(PrivateFileError) -> Bool {
        guard unlink(path) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return false }
            throw PrivateFileError(path, .unremovable(errno))
        }
        FileSystem.synchronize(folder)
        return true
    }
}
