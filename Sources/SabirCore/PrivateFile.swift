import Foundation
import Glibc

/// A file that only its owner may read (mode 0600), replaced as a whole or not at all.
///
/// A file that root writes is given to the folder's owner, because root may write for a service that has to read the
/// file.
package struct PrivateFile: Sendable {
    package let path: String
    /// The folder whose owner the file takes when root writes it.
    private let home: String

    /// - Parameter home: the folder whose owner gets the file; nil for the file's own folder.
    package init(path: String, ownedAs home: String? = nil) {
        self.path = path
        self.home = home ?? (path as NSString).deletingLastPathComponent
    }

    private var folder: String { (path as NSString).deletingLastPathComponent }

    /// Nil if the file does not exist. Throws if the file cannot be read, is larger than `limit` bytes, or may be read
    /// by others than its owner.
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

    /// Writes the file, and makes its folder (mode 0700) if needed. The file outlives a loss of power if the file
    /// system supports that.
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

    /// Creates the file, and its folder if needed. Returns false, changing nothing, if the file exists.
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

    /// Who else may append to the file.
    package enum Writers: Sendable {
        /// One writer: the file must exist and is not flushed to disk. An incomplete write is cut off again, because
        /// half a line would make the rest unreadable.
        case one
        /// Several writers: the file is created if missing, and flushed to disk. Nothing is cut off, because it might
        /// be another writer's.
        case several
    }

    /// Appends `data`.
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
            FolderOwner.give(file, toOwnerOf: home)
            // One call writes everything, so that another writer's line cannot land in the middle.
            let written = data.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            guard written == data.count, fdatasync(file) == 0 else { throw PrivateFileError(path, .unwritable(errno)) }
        }
    }

    /// Creates the file `new`, and removes it again if it cannot be written whole. Errors name `path`, the file that
    /// `new` is to replace.
    private func write(_ data: Data, to new: String) throws(PrivateFileError) {
        let file = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw PrivateFileError(path, .unwritable(errno)) }
        let isSafe = FileSystem.write(data, to: file) && FolderOwner.give(file, toOwnerOf: home) && fsync(file) == 0
        let code = errno
        guard close(file) == 0, isSafe else {
            let failure = PrivateFileError(path, .unwritable(isSafe ? errno : code))
            unlink(new)
            throw failure
        }
    }

    /// Removes the file; returns false if it did not exist. The removal outlives a loss of power if the file system
    /// supports that.
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
