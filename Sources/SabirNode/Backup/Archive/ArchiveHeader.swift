import Foundation
import Glibc
import SabirCore

/// The first 60 bytes of an archive, unencrypted but authenticated with every chunk. docs/backups.md has the layout.
struct ArchiveHeader: Hashable, Sendable {
    static let length = 60
    /// The version of archives that this program writes. It also reads older versions, once there are any.
    static let version = 1
    /// Bytes of plain text in each chunk but the last.
    static let chunk = 1 << 20
    private static let magic = Array("sabir-backup".utf8)
    private static let largestChunk = 1 << 24

    var chunk = Self.chunk
    let salt: [UInt8]
    /// Identifies the recovery sheet whose key opens the archive.
    let mark: [UInt8]

    init(key: RecoveryKey) {
        salt = (0..<32).map { _ in .random(in: .min ... .max) }
        mark = key.mark
    }

    var encoded: Data {
        var bytes = Self.magic
        bytes += [UInt8(Self.version >> 8), UInt8(Self.version & 255), 0, 0]
        bytes += (0..<4).map { UInt8(chunk >> (24 - 8 * $0) & 255) }
        return Data(bytes + salt + mark)
    }

    /// - Parameter name: the file's name, for sentences.
    init(_ data: Data, name: String) throws(NodeError) {
        let bytes = Array(data)
        guard bytes.starts(with: Self.magic) else {
            throw NodeError(description: "\(name) is no backup of a node.")
        }
        guard bytes.count == Self.length else { throw ArchiveFault.truncated(name) }
        let version = Int(bytes[12]) << 8 | Int(bytes[13])
        guard version == Self.version else {
            throw version > Self.version
                ? NodeError(
                    description: "\(name) was written by a newer Sabir (version \(version) of the format; this one "
                        + "reads \(Self.version)). Update Sabir, then restore it.")
                : ArchiveFault.damaged(name)
        }
        chunk = bytes[16..<20].reduce(0) { $0 << 8 | Int($1) }
        guard (1...Self.largestChunk).contains(chunk), bytes[14...15].allSatisfy({ $0 == 0 }) else {
            throw ArchiveFault.damaged(name)
        }
        salt = Array(bytes[20..<52])
        mark = Array(bytes[52..<60])
    }

    /// Identifies the recovery sheet whose key opens the file; nil if it is no archive.
    static func mark(of path: String) -> [UInt8]? {
        beginning(of: path).flatMap { try? ArchiveHeader($0, name: path).mark }
    }

    /// Whether the file begins as an archive does; the rest is not checked.
    static func isBeginning(of path: String) -> Bool { beginning(of: path)?.starts(with: magic) ?? false }

    /// The file's first bytes, as many as a header has; nil if the file cannot be opened.
    static func beginning(of path: String) -> Data? {
        guard let file = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? file.close() }
        return (try? file.read(upToCount: length)) ?? Data()
    }
}

/// Sentences about problems of an archive or of its folder.
enum ArchiveFault {
    static func damaged(_ name: String) -> NodeError {
        NodeError(
            description: "\(name) is damaged: something in it is not what was written, or its end is missing. "
                + "Take another backup.")
    }

    static func truncated(_ name: String) -> NodeError {
        NodeError(description: "\(name) ends too early: a part of it is missing. Take another backup.")
    }

    static func unreadable(_ name: String, _ code: Int32) -> NodeError {
        NodeError(description: "\(name) cannot be read: \(String(cString: strerror(code)).lowercased()).")
    }

    static func wrongKey(_ name: String, _ header: ArchiveHeader, _ key: RecoveryKey) -> NodeError {
        NodeError(
            description: "\(name) was made with the key of sheet \(RecoveryKey.sheet(of: header.mark)); this is the "
                + "key of sheet \(key.sheet). Take that other sheet.")
    }

    /// Why nothing can be written to a folder, by errno(3).
    static func unwritable(_ folder: String, _ code: Int32) -> NodeError {
        switch code {
        case ENOSPC, EDQUOT:
            NodeError(
                description: "There is no room left at \(folder). Delete what is not needed there, or keep fewer "
                    + "backups: sabir backup set-up --keep")
        case EACCES, EPERM:
            NodeError(
                description: "This user may not write to \(folder). Give it the folder: chown sabir: \(folder)")
        case EROFS:
            NodeError(description: "\(folder) can only be read: its disk is mounted so.")
        default:
            unwritten(folder, code)
        }
    }

    static func unwritten(_ folder: String, _ code: Int32) -> NodeError {
        NodeError(description: "\(folder) cannot be written: \(String(cString: strerror(code)).lowercased()).")
    }
}
