import Foundation
import Glibc
import SabirConfiguration
import SabirCore
import SabirHistory

/// An archive sent in pieces to a node that nobody has set up yet. Once completely decrypted and checked, it is
/// prepared for the node's next start (``LaidState``). Everything stays in the state folder, because a service may
/// write nowhere else.
package struct ReceivedBackup: Sendable {
    /// Most bytes of one piece in which the page sends the backup.
    package static let longestPiece = 1 << 20
    /// Bytes that stay free on the disk.
    private static let spare = 64 << 20
    private static let way = "Bring it back at the computer: sudo systemctl stop sabir; sudo sabir restore"

    private let folder: String
    private var path: String { folder + "/" + LaidState.received }

    /// - Parameter folder: the state folder.
    package init(in folder: String) { self.folder = folder }

    /// Writes a piece after the earlier ones; the piece at offset 0 starts over. A piece that was already received is
    /// ignored.
    package func write(_ piece: Data, at offset: Int) throws(NodeError) {
        guard piece.count <= Self.longestPiece, (0...Int.max / 2).contains(offset) else {
            throw NodeError(description: "A piece of a backup has at most \(Self.longestPiece) bytes.")
        }
        let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw ArchiveFault.unwritable(folder, errno) }
        defer { close(descriptor) }
        if offset == 0 { ftruncate(descriptor, 0) }
        let size = Int(lseek(descriptor, 0, SEEK_END))
        guard size < offset + piece.count else { return }
        guard size == offset else {
            throw NodeError(
                description: "A piece of the backup is missing before this one. Send it from its beginning.")
        }
        guard DiskRoom.free(folder) ?? 0 >= size + piece.count + Self.spare else {
            throw ArchiveFault.unwritable(folder, ENOSPC)
        }
        guard FileSystem.write(piece, to: descriptor) else { throw ArchiveFault.unwritable(folder, errno) }
        guard offset > 0 || ArchiveHeader.isBeginning(of: path) else {
            unlink(path)
            throw NodeError(description: "This file is no backup of a node. Its name ends in .sabirbackup.")
        }
    }

    /// Deletes the received pieces.
    package func delete() { unlink(path) }

    /// Whether that key opens the archive.
    package func belongs(to key: RecoveryKey) throws(NodeError) -> Bool {
        guard let head = ArchiveHeader.beginning(of: path) else {
            throw NodeError(description: "There is no backup here yet. Send it first.")
        }
        return try ArchiveHeader(head, name: "The backup").mark == key.mark
    }

    /// Checks the archive and prepares it on the disk. Changes nothing of the node.
    ///
    /// - Parameter environment: for reading the archive's configuration, with the secrets that a node needs.
    package func prepare(
        opening key: RecoveryKey, on environment: ConfigurationEnvironment
    ) async throws(NodeError) -> ArchiveManifest {
        do {
            return try await extract(key, environment)
        } catch {
            throw NodeError(description: error.description.replacing(path, with: "The backup"))
        }
    }

    private func extract(
        _ key: RecoveryKey, _ environment: ConfigurationEnvironment
    ) async throws(NodeError) -> ArchiveManifest {
        let (manifest, text) = try ArchiveExtraction.peek(path, key: key)
        let stage = folder + "/" + LaidState.stage
        try? FileManager.default.removeItem(atPath: stage)
        defer { try? FileManager.default.removeItem(atPath: stage) }
        let extraction = try await ArchiveExtraction.stage(path, key: key, as: manifest, in: stage)
        try placeNamed(extraction)
        let own = ConfigurationSource.own(in: extraction.stateFolder)
        if let text { try PrivateFile(path: own).write(text) }
        let settings = try configuration(own, environment.reading(extraction, as: folder))
        for (index, entry) in manifest.entries.enumerated() where entry.place == .history {
            let name = settings.historyPath.dropFirst(folder.count)
            guard settings.historyPath.hasPrefix(folder + "/"),
                rename(extraction.file(index), extraction.stateFolder + name) == 0
            else {
                throw NodeError(
                    description: "The history of this backup belongs to \(settings.historyPath). \(Self.way)")
            }
        }
        try LaidState.prepare(stage, in: folder)
        return manifest
    }

    /// Places files within the configuration's folder beside it. Files elsewhere must exist already.
    private func placeNamed(_ extraction: ArchiveExtraction) throws(NodeError) {
        for (index, entry) in extraction.manifest.entries.enumerated() where entry.place == .named {
            if entry.name.hasPrefix("/") {
                guard access(entry.name, R_OK) == 0 else {
                    throw NodeError(
                        description: "The backup has a file for \(entry.name), where a page puts none. \(Self.way)")
                }
            } else if ArchiveManifest.Entry.staysInside(entry.name),
                let (data, _) = try StateFolder.read(extraction.file(index))
            {
                let path = extraction.stateFolder + "/" + entry.name
                guard access(path, F_OK) != 0 else { continue }
                FileSystem.makeFolder((path as NSString).deletingLastPathComponent)
                try orNodeError { try PrivateFile(path: path).write(data) }
            }
        }
    }

    /// Reads the configuration as the node will read it, from `file`.
    private func configuration(
        _ file: String, _ environment: ConfigurationEnvironment
    ) throws(NodeError) -> NodeConfiguration {
        let own = ConfigurationSource.own(in: folder)
        let settings: NodeConfiguration
        do throws(ConfigurationError) {
            let text = try? String(contentsOfFile: file, encoding: .utf8)
            settings =
                if let text { try NodeConfiguration(parsing: text, file: own, on: environment) } else {
                    NodeConfiguration(on: environment)
                }
        } catch {
            throw NodeError(
                description: "The configuration in the backup has problems here: \(error.problems[0]). \(Self.way)")
        }
        guard settings.node.stateDirectory == folder else {
            throw NodeError(
                description: "The node of this backup has its state in \(settings.node.stateDirectory). \(Self.way)")
        }
        return settings
    }
}

extension ConfigurationEnvironment {
    /// An environment that reads the small files of the new state folder as if they were in `folder` already.
    fileprivate func reading(_ extraction: ArchiveExtraction, as folder: String) -> ConfigurationEnvironment {
        var environment = self
        let state = extraction.stateFolder
        for name in (try? FileManager.default.subpathsOfDirectory(atPath: state)) ?? [] {
            guard let (data, _) = try? StateFolder.read(state + "/" + name), data.count <= 1 << 16 else { continue }
            environment.texts[folder + "/" + name] = String(validating: data, as: UTF8.self)
        }
        return environment
    }
}
