import Foundation
import Glibc
import SabirCore

/// One backup: written, read back, opened, and only then given its name.
package struct BackupRun: Sendable {
    private let files: NodeFiles
    private let settings: BackupSettings
    private let key: RecoveryKey
    private let node: String
    private let version: String

    /// - Parameter node: what people call the node.
    package init(_ files: NodeFiles, _ settings: BackupSettings, key: RecoveryKey, node: String, version: String) {
        (self.files, self.settings, self.key) = (files, settings, key)
        (self.node, self.version) = (node, version)
    }

    private var folder: String { settings.folder.path }
    private var work: String { files.state + "/backup.work" }
    /// What files of this node begin with, in the folder that it may share with others.
    private var stem: String { "sabir-\(Self.word(node))-" }
    private static let ending = ".sabirbackup"
    /// Another node that shares folder and name may be writing at the same moment.
    private var half: String { "." + RecoveryKey.sheet(of: key.mark) + ".half" }

    /// What became of it is in the record before this returns or throws; the backups from before stay where it throws.
    package func run() async throws(NodeError) -> BackupRecord.Run {
        let lock = try held()
        defer { withExtendedLifetime(lock) {} }
        let now = Date()
        do throws(NodeError) {
            try settings.folder.check()
            removeHalves()
            defer { removeHalves() }
            let run = try await prove(now)
            try note(run)
            try prune(besides: run.file)
            return run
        } catch {
            try note(
                .init(
                    at: Self.milliseconds(now), file: nil, bytes: 0, rooms: 0, lines: 0, proved: false,
                    why: error.description))
            throw error
        }
    }

    private func held() throws(NodeError) -> FileLock {
        do throws(FileLock.Failure) { return try FileLock(files.state + "/backup.lock") } catch {
            throw NodeError(
                description: error.isHeld
                    ? "Another backup is being made. Wait until it is done."
                    : "\(files.state) cannot be written: \(String(cString: strerror(error.code)).lowercased()).")
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
        // It may be another node's by now.
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
        // What is read back is to come from the disk.
        posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
        return manifest
    }

    /// Empty, and nobody else's.
    private func makeWork() throws(NodeError) {
        try? FileManager.default.removeItem(atPath: work)
        if let code = FolderOwner.makeFolder(work, in: files.state) { throw ArchiveFault.unwritable(files.state, code) }
    }

    /// What this run, or an earlier one that was killed, has not brought to its end.
    private func removeHalves() {
        try? FileManager.default.removeItem(atPath: work)
        for name in names() where name.hasPrefix(".") && name.hasSuffix(half) {
            if hasOurName(String(name.dropFirst().dropLast(half.count))) { unlink(folder + "/" + name) }
        }
    }

    /// Whether it is a backup of a node of this name, and not of one whose name only begins so.
    private func hasOurName(_ name: String) -> Bool {
        guard name.hasPrefix(stem), name.hasSuffix(Self.ending) else { return false }
        let time = name.dropFirst(stem.count).dropLast(Self.ending.count)
        return time.wholeMatch(of: /\d{4}-\d{2}-\d{2}T\d{4}(\.\d)?/) != nil
    }

    private func names() -> [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] }

    /// Those for this node's sheet, and those that it remembers, which may be for the sheet before: another node of this name
    /// has another sheet.
    private func ours() throws(NodeError) -> [String] {
        let remembered = Set(try BackupRecord.kept(in: files.state).runs.compactMap(\.file))
        return names().filter { name in
            let path = folder + "/" + name
            return hasOurName(name) && (remembered.contains(path) || ArchiveHeader.mark(of: path) == key.mark)
        }
    }

    /// All but the newest; of the same minute the one with the higher number is the newer. A clock that was wrong makes no
    /// difference to the one just made.
    private func prune(besides made: String?) throws(NodeError) {
        let others = try ours().filter { folder + "/" + $0 != made }
            .sorted { $0.dropLast(Self.ending.count) < $1.dropLast(Self.ending.count) }
        for name in others.dropLast(settings.keep - 1) { unlink(folder + "/" + name) }
        FileSystem.synchronize(folder)
    }

    /// `sabir-clinic-2026-11-25T1430.sabirbackup`, in UTC.
    private func freeName(_ now: Date) -> String {
        let minute = stem + now.formatted(Self.style)
        let taken = Set(names())
        let numbers = ["", ".1", ".2", ".3", ".4", ".5", ".6", ".7", ".8"]
        let free = numbers.map { minute + $0 + Self.ending }.first { !taken.contains($0) }
        return free ?? minute + ".9" + Self.ending
    }

    private func note(_ run: BackupRecord.Run) throws(NodeError) {
        var record = try BackupRecord.kept(in: files.state)
        record.add(run)
        try record.keep(in: files.state)
    }

    private static func milliseconds(_ date: Date) -> Int { Int(date.timeIntervalSince1970 * 1_000) }

    private static let style = Date.VerbatimFormatStyle(
        format:
            "\(year: .defaultDigits)-\(month: .twoDigits)-\(day: .twoDigits)T\(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased))\(minute: .twoDigits)",
        timeZone: .gmt, calendar: Calendar(identifier: .gregorian))

    /// A node's name as a part of a file's name, on every kind of disk.
    static func word(_ name: String) -> String {
        let letters = name.lowercased().unicodeScalars.map { letter -> Character in
            letter.isASCII && (letter.properties.isAlphabetic || letter.properties.numericType == .decimal)
                ? Character(letter) : "-"
        }
        let word = String(letters).split(separator: "-").joined(separator: "-")
        return word.isEmpty ? "node" : word
    }
}
