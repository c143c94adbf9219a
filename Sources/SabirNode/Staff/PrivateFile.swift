import Foundation
import Glibc

/// Small files that only their owner may read, in a folder of which the same is true.
enum PrivateFile {
    /// Nil where there is none; throws a sentence where it cannot be read, or is longer.
    static func read(_ path: String, atMost limit: Int) throws(NodeError) -> String? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        guard let file = FileHandle(forReadingAtPath: path), let data = try? file.read(upToCount: limit + 1) ?? Data(),
            data.count <= limit, let text = String(validating: data, as: UTF8.self)
        else {
            throw NodeError(description: "\(path) cannot be read by this user, or is not what Sabir wrote there.")
        }
        return text
    }

    /// Does nothing where the file is there already.
    static func create(_ path: String, _ text: String) throws(NodeError) {
        try makeFolder(of: path)
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        if file < 0, errno == EEXIST { return }
        try write(text, to: file, path)
    }

    /// Takes the place of what was there, at once and whole.
    static func replace(_ path: String, _ text: String) throws(NodeError) {
        try makeFolder(of: path)
        let new = path + ".new"
        unlink(new)
        try write(text, to: open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600), new)
        guard rename(new, path) == 0 else { throw failure(path) }
    }

    private static func write(_ text: String, to file: Int32, _ path: String) throws(NodeError) {
        guard file >= 0 else { throw failure(path) }
        defer { close(file) }
        let bytes = Array(text.utf8)
        guard Glibc.write(file, bytes, bytes.count) == bytes.count, fsync(file) == 0 else { throw failure(path) }
    }

    private static func makeFolder(of path: String) throws(NodeError) {
        let folder = (path as NSString).deletingLastPathComponent
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw NodeError(description: "\(folder) cannot be made: this user may not write there.")
        }
    }

    private static func failure(_ path: String) -> NodeError {
        NodeError(description: "\(path) cannot be written: \(String(cString: strerror(errno))).")
    }
}
