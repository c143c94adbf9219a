import Foundation
import Glibc
import SabirCore

/// Reads an archive from beginning to end. The bytes it returns are authentic and in order; that none are missing is
/// certain only once `end` has returned.
struct ArchiveReader {
    private let name: String
    private let file: FileHandle
    private let chunk: Int
    private var cipher: ChunkCipher
    /// The next chunk to decrypt, as in the file; empty at the end.
    private var next = Data()
    private var text = Data()

    init(_ path: String, key: RecoveryKey) throws(NodeError) {
        name = path
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw ArchiveFault.unreadable(path, errno) }
        file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let header = try ArchiveHeader(try Self.read(ArchiveHeader.length, file, path), name: path)
        guard header.mark == key.mark else { throw ArchiveFault.wrongKey(path, header, key) }
        chunk = header.chunk + ChunkCipher.overhead
        cipher = ChunkCipher(header, key)
        next = try Self.read(chunk, file, path)
    }

    mutating func read(_ count: Int) throws(NodeError) -> Data {
        var taken = Data()
        while taken.count < count {
            if text.isEmpty { text = try openNext() }
            let piece = text.prefix(count - taken.count)
            taken.append(piece)
            text = Data(text.dropFirst(piece.count))
        }
        return taken
    }

    /// Throws if the archive goes on.
    func end() throws(NodeError) {
        guard text.isEmpty, next.isEmpty else { throw ArchiveFault.damaged(name) }
    }

    private mutating func openNext() throws(NodeError) -> Data {
        guard !next.isEmpty else { throw ArchiveFault.truncated(name) }
        let after = try Self.read(chunk, file, name)
        if let text = cipher.open(next, isLast: after.isEmpty) {
            next = after
            return text
        }
        // The file's last chunk opens as one that others follow: the archive was cut off after it.
        throw after.isEmpty && cipher.open(next, isLast: false) != nil
            ? ArchiveFault.truncated(name) : ArchiveFault.damaged(name)
    }

    /// Fewer bytes only at the end of the file.
    private static func read(_ count: Int, _ file: FileHandle, _ name: String) throws(NodeError) -> Data {
        do { return try file.read(upToCount: count) ?? Data() } catch { throw ArchiveFault.unreadable(name, errno) }
    }
}
