import Crypto
import Foundation
import Glibc
import SabirCore
import SabirHistory
import SabirSecurity

/// An archive, completely decrypted and checked: the common part of a trial restore and a restore. Throws if anything
/// differs from what was written, and then leaves only files in `folder`.
package struct ArchiveExtraction: Sendable {
    package let manifest: ArchiveManifest
    private let folder: String

    /// Reads the manifest and the configuration's text without checking the whole archive.
    package static func peek(
        _ path: String, key: RecoveryKey
    ) throws(NodeError) -> (manifest: ArchiveManifest, configuration: String?) {
        var reader = try ArchiveReader(path, key: key)
        let manifest = try ArchiveManifest(from: &reader, of: path)
        guard let first = manifest.entries.first, first.place == .configuration, first.bytes <= 1 << 20 else {
            return (manifest, nil)
        }
        return (manifest, String(validating: try reader.read(first.bytes), as: UTF8.self))
    }

    /// - Parameter folder: an existing, empty folder that nobody else uses.
    package init(_ path: String, key: RecoveryKey, into folder: String) async throws(NodeError) {
        var reader = try ArchiveReader(path, key: key)
        let manifest = try ArchiveManifest(from: &reader, of: path)
        (self.manifest, self.folder) = (manifest, folder)
        for index in manifest.entries.indices {
            try Self.extract(manifest.entries[index], to: file(index), from: &reader, of: path)
        }
        try reader.end()
        try await judge(path)
    }

    /// Opens a peeked archive in a new folder, which the caller removes, as a node's future state. The key of the sheet
    /// just used stays the node's key.
    static func stage(
        _ path: String, key: RecoveryKey, as manifest: ArchiveManifest, in folder: String
    ) async throws(NodeError) -> ArchiveExtraction {
        guard mkdir(folder, 0o700) == 0 else { throw unwritable(folder, errno) }
        let extraction = try await ArchiveExtraction(path, key: key, into: folder)
        guard extraction.manifest == manifest else { throw ArchiveFault.damaged(path) }
        FileSystem.makeFolder(extraction.stateFolder)
        try key.keep(in: extraction.stateFolder)
        return extraction
    }

    /// The path of the extracted entry with that number.
    package func file(_ index: Int) -> String {
        let entry = manifest.entries[index]
        return entry.place == .state ? stateFolder + "/" + entry.name : folder + "/\(entry.place.rawValue).\(index)"
    }

    /// The future state folder.
    package var stateFolder: String { folder + "/state" }

    private static func extract(
        _ entry: ArchiveManifest.Entry, to file: String, from reader: inout ArchiveReader, of path: String
    ) throws(NodeError) {
        FileSystem.makeFolder((file as NSString).deletingLastPathComponent)
        let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw unwritable(file, errno) }
        defer { close(descriptor) }
        var (hash, left) = (SHA256(), entry.bytes)
        while left > 0 {
            let piece = try reader.read(min(left, 1 << 18))
            hash.update(data: piece)
            left -= piece.count
            guard FileSystem.write(piece, to: descriptor) else { throw unwritable(file, errno) }
        }
        guard fsync(descriptor) == 0 else { throw unwritable(file, errno) }
        guard Digest.hexadecimal(hash.finalize()) == entry.sha256 else { throw ArchiveFault.damaged(path) }
    }

    /// Throws if a node could not go on with this content: the history must be sound and complete, and the node's key
    /// valid.
    private func judge(_ path: String) async throws(NodeError) {
        for (index, entry) in manifest.entries.enumerated() where entry.place == .history {
            do throws(HistoryError) { try HistoryRestoring.check(file(index)) } catch {
                throw NodeError(description: "The history in \(path) is damaged. Take another backup.")
            }
            let (rooms, lines) = try await HistoryCount.of(file(index))
            guard (rooms, lines) == (manifest.rooms, manifest.lines) else {
                throw NodeError(
                    description: "The history in \(path) has \(lines) lines in \(rooms) rooms, and should have "
                        + "\(manifest.lines) in \(manifest.rooms). Take another backup.")
            }
            // Removes files that reading the history has added.
            for suffix in ["-wal", "-shm", ".opening", ".lock"] { unlink(file(index) + suffix) }
        }
        do throws(SecurityError) { _ = try NodeCertificate.existing(in: stateFolder) } catch {
            throw NodeError(description: "The node's key in \(path) is damaged. Take another backup.")
        }
    }

    private static func unwritable(_ file: String, _ code: Int32) -> NodeError {
        ArchiveFault.unwritable((file as NSString).deletingLastPathComponent, code)
    }
}
