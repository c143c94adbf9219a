import Foundation
import Glibc
import SabirCore

/// Writes an archive from beginning to end. The file is complete only once `finish` has returned.
struct ArchiveWriter {
    private let path: String
    private let descriptor: Int32
    private let chunk: Int
    private var cipher: ChunkCipher
    /// Plain text not encrypted yet, at most a chunk.
    private var waiting = Data()

    /// - Parameter descriptor: an empty file's descriptor, which the caller closes.
    init(path: String, descriptor: Int32, key: RecoveryKey) throws(NodeError) {
        let header = ArchiveHeader(key: key)
        (self.path, self.descriptor, chunk) = (path, descriptor, header.chunk)
        cipher = ChunkCipher(header, key)
        try put(header.encoded)
    }

    mutating func append(_ data: Data) throws(NodeError) {
        var rest = data
        while !rest.isEmpty {
            if waiting.count == chunk { try seal(isLast: false) }
            let taken = rest.prefix(chunk - waiting.count)
            waiting.append(taken)
            rest = rest.dropFirst(taken.count)
        }
    }

    /// Appends a file, which must have exactly this many bytes.
    mutating func append(contentsOf file: String, bytes: Int) throws(NodeError) {
        guard let handle = FileHandle(forReadingAtPath: file) else { throw ArchiveFault.unreadable(file, errno) }
        defer { try? handle.close() }
        var left = bytes
        while left > 0 {
            guard let piece = try? handle.read(upToCount: min(left, chunk)), !piece.isEmpty else {
                throw NodeError(description: "\(file) has become shorter while it was read. Try again.")
            }
            left -= piece.count
            try append(piece)
        }
    }

    /// Writes the last chunk and flushes the file to the disk.
    mutating func finish() throws(NodeError) {
        try seal(isLast: true)
        guard fsync(descriptor) == 0 else { throw unwritable(errno) }
    }

    private mutating func seal(isLast: Bool) throws(NodeError) {
        guard let sealed = try? cipher.seal(waiting, isLast: isLast) else {
            throw NodeError(description: "\(path) cannot be encrypted.")
        }
        waiting.removeAll(keepingCapacity: true)
        try put(sealed)
    }

    private func put(_ data: Data) throws(NodeError) {
        guard FileSystem.write(data, to: descriptor) else { throw unwritable(errno) }
    }

    private func unwritable(_ code: Int32) -> NodeError {
        ArchiveFault.unwritable((path as NSString).deletingLastPathComponent, code)
    }
}
