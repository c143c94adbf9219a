import Foundation
import Glibc
import SabirCore

/// One backup: written, read back, decrypted and checked, and only then renamed to its final name.
package struct BackupRun: Sendable {
    private let files: NodeFiles
    private let settings: BackupSettings
    private let key: RecoveryKey
    private let node: String
    private let version: String

    /// - Parameter node: the node's name for people.
    package init(_ files: NodeFiles, _ settings: BackupSettings, key: RecoveryKey, node: String, version: String) {
        (self.files, self.settings, self.key) = (files, settings, key)
        (self.node, self.version) = (node, version)
    }

    private var folder: String { settings.folder }
    private var work: String { files.state + "/backup.work" }
    /// The beginning of this node's file names, because other nodes may use the same folder.
    private var stem: String { "sabir-\(Self.word(node))-" }
    private static let ending = ".sabirbackup"
    /// The ending of the unfinished file's name. It has the sheet's mark, because another node of this name may write
    /// to the folder at the same time.
    private var half: String { "." + RecoveryKey.sheet(of: key.mark) + ".half" }

    /// Records the result before it returns or throws. If it throws, earlier backups stay.
    package func run() async throws(NodeError) -> BackupRecord.Run {
        let lock = try FileLock.take(
            "backup.lock", in: files.state, orSay: "Another backup is being made. Wait until it is done.")
        defer { withExtendedLifetime(lock) {} }
        let now = Date()
        do throws(NodeError) {
            try settings.checkFolder()
            removeHalves()
            defer { removeHalves() }
            let run = try await prove(now)
            try record(run)
            try prune(besides: run.file)
            return run
        } catch {
            try record(
                .init(
                    at: Self.milliseconds(now), file: nil, bytes: 0, rooms: 0, lines: 0, proved: false,
                    why: error.description))
            throw error
        }
    }

    private func prove(_ now: Date) async throws(NodeError) -> BackupRecord.Run {
        let half = folder + "/." + freeName(now) + self.half
        let written = try await write(to: half)
        try makeWork()
        let read = try await ArchiveExtraction(half, key: key, into: work).manifest
        guard read == written else {
            throw NodeError(description: "What was read back of the backup is not what was written. Is the disk sound?")
        }
        var facts = stat()
        // Checked again, because another node may have taken the name meanwhile.
        let name = freeName(now)
        guard stat(half, &facts) == 0, rename(half, folder + "/" + name) == 0 else {
            throw ArchiveFault.unwritable(folder, errno)
        }
        FileSystem.synchronize(folder)
        return .init(
            at: Self.milliseconds(now), file: folder + "/" + name, bytes: Int(facts.st_size), rooms: read.rooms,
            lines: read.lines, proved: true, why: nil)
    }

    private func write(to half: String) async throws(NodeError) -> ArchiveManifest {
        try makeWork()
        let descriptor = open(half, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw ArchiveFault.unwritable(folder, errno) }
        defer { close(descriptor) }
        FolderOwner.give(descriptor, toOwnerOf: folder)
        let manifest = try await NodeArchive.write(
            files, of: node, version: version, key: key, work: work, to: half, descriptor: descriptor)
        // Drops the cached pages, so that reading back reads the disk.
        posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
        return manifest
    }

    /// Makes an empty working folder that nobody else can read.
    private func makeWork() throws(NodeError) {
        try? FileManager.default.removeItem(atPath: work)
        if let code = FolderOwner.makeFolder(work, in: files.state) { throw ArchiveFault.unwritable(files.state, code) }
    }

    /// Removes unfinished files of this run and of earlier ones that were killed.
    private func removeHalves() {
        try? FileManager.default.removeItem(atPath: work)
        for name in FileSystem.names(in: folder) where name.hasPrefix(".") && name.hasSuffix(half) {
            if hasOurName(String(name.dropFirst().dropLast(half.count))) { unlink(folder + "/" + name) }
        }
    }

    /// Whether the file belongs to a node of exactly this name, not of one that only begins with it.
    private func hasOurName(_ name: String) -> Bool {
        guard name.hasPrefix(stem), name.hasSuffix(Self.ending) else { return false }
        let time = name.dropFirst(stem.count).dropLast(Self.ending.count)
        return time.wholeMatch(of: /\d{4}-\d{2}-\d{2}T\d{4}(\.\d)?/) != nil
    }

    /// Backups for this node's sheet, and recorded ones, which may be for an earlier sheet. Another node of this name
    /// has another sheet.
    private func ours() throws(NodeError) -> [String] {
        let remembered = Set(try BackupRecord.kept(in: files.state).runs.compactMap(\.file))
        return FileSystem.names(in: folder).filter { name in
            let path = folder + "/" + name
            return hasOurName(name) && (remembered.contains(path) || ArchiveHeader.mark(of: path) == key.mark)
        }
    }

    /// Deletes all but the newest backups; within a minute the higher number is newer. The backup just made always
    /// stays, even with a wrong clock.
    private func prune(besides made: String?) throws(NodeError) {
        let others = try ours().filter { folder + "/" + $0 != made }
            .sorted { $0.dropLast(Self.ending.count) < $1.dropLast(Self.ending.count) }
        for name in others.dropLast(settings.keep - 1) { unlink(folder + "/" + name) }
        FileSystem.synchronize(folder)
    }

    /// `sabir-clinic-2026-11-25T1430.sabirbackup`, in UTC.
    private func freeName(_ now: Date) -> String {
        let minute = stem + now.formatted(.iso8601.timeSeparator(.omitted)).prefix(15)
        let taken = Set(FileSystem.names(in: folder))
        let numbers = ["", ".1", ".2", ".3", ".4", ".5", ".6", ".7", ".8"]
        let free = numbers.map { minute + $0 + Self.ending }.first { !taken.contains($0) }
        return free ?? minute + ".9" + Self.ending
    }

    private func record(_ run: BackupRecord.Run) throws(NodeError) {
        var record = try BackupRecord.kept(in: files.state)
        record.add(run)
        try record.keep(in: files.state)
    }

    private static func milliseconds(_ date: Date) -> Int { Int(date.timeIntervalSince1970 * 1_000) }

    /// A node's name as part of a file's name, valid on every file system.
    static func word(_ name: String) -> String {
        let letters = name.lowercased().unicodeScalars.map { letter -> Character in
            letter.isASCII && (letter.properties.isAlphabetic || letter.properties.numericType == .decimal)
                ? Character(letter) : "-"
        }
        let word = String(letters).split(separator: "-").joined(separator: "-")
        return word.isEmpty ? "node" : word
    }
}
