import Foundation
import Glibc
import SabirWire

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

    /// Nil where there is no such file. Throws where it cannot be read, is larger than `limit` bytes, or where others
    /// than its owner may read it.
    package func read(atMost limit: Int) throws(SecurityError) -> Data? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw SecurityError("\(path) cannot be read: \(Self.reason).", as: "file", ["path": path])
        }
        defer { close(file) }
        var facts = stat()
        guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            throw SecurityError("\(path) is no ordinary file. Move it away.", as: "file", ["path": path])
        }
        guard facts.st_mode & 0o077 == 0 else {
            throw SecurityError(
                "\(path) can be read by others than its owner. Mend it with: chmod 600 \(path)",
                as: "file", ["path": path, "command": "chmod 600 \(path)"])
        }
        guard facts.st_size <= limit else {
            throw SecurityError(
                "\(path) is larger than \(limit) bytes; it is not what Sabir wrote. Move it away.",
                as: "file", ["path": path])
        }
        do {
            return try FileHandle(fileDescriptor: file, closeOnDealloc: false).readToEnd() ?? Data()
        } catch {
            throw SecurityError("\(path) cannot be read: \(Self.reason).", as: "file", ["path": path])
        }
    }

    /// Makes the folder too, readable for its owner alone.
    package func write(_ data: Data) throws(SecurityError) {
        makeFolder()
        let new = path + ".\(getpid()).\(UInt32.random(in: .min ... .max))"
        guard write(data, to: new), rename(new, path) == 0 else {
            let reason = Self.reason
            unlink(new)
            throw SecurityError("\(path) cannot be written: \(reason).", as: "file", ["path": path])
        }
        // The new name lasts through a loss of power only once the folder is on the disk too.
        let folder = open((path as NSString).deletingLastPathComponent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        fsync(folder)
        close(folder)
    }

    /// Does nothing where the file is there already.
    package func create(_ data: Data) throws(SecurityError) {
        makeFolder()
        guard write(data, to: path) || errno == EEXIST else {
            throw SecurityError("\(path) cannot be written: \(Self.reason).", as: "file", ["path": path])
        }
    }

    private func makeFolder() {
        let folder = (path as NSString).deletingLastPathComponent
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    private func write(_ data: Data, to path: String) -> Bool {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { return false }
        let written = data.withUnsafeBytes { bytes in
            // A file this small is written in one go, or the disk is full.
            bytes.isEmpty || Glibc.write(file, bytes.baseAddress, bytes.count) == bytes.count
        }
        let isSafe = written && FolderOwner.takes(file, in: home) && fsync(file) == 0
        return close(file) == 0 && isSafe
    }

    private static var reason: String { String(cString: strerror(errno)).lowercased() }
}
