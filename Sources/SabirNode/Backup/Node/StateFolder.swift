import Foundation
import Glibc
import SabirCore

extension FileLock {
    /// Locks a file of a state folder. Throws the sentence `held` if another process holds the lock.
    static func take(_ name: String, in folder: String, orSay held: String) throws(NodeError) -> FileLock {
        do throws(Failure) { return try FileLock(folder + "/" + name) } catch {
            throw error.isHeld ? NodeError(description: held) : ArchiveFault.unwritten(folder, error.code)
        }
    }
}

extension JSONEncoder {
    /// An encoder for the files of a state folder.
    static var sorted: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}

/// The files of a state folder that belong in a backup: all but the ones listed here. So a file that a later version
/// adds is included without further work.
enum StateFolder {
    /// Largest bytes of one file, and of all together. No file that Sabir writes comes near.
    static let largest = 64 << 20
    static let largestTogether = 256 << 20

    /// Whether a file is left out. docs/backups.md has the list with the reasons.
    static func isLeftOut(_ name: String) -> Bool {
        let folders = ["relays", "backup.work"]
        let files = [
            "backup.key", "backup.json", "backups.json", "history.sqlite", "engines.json.new", "lock", "running.json",
            "setup-code", "staff-code.json",
        ]
        let first = name.prefix { $0 != "/" }
        let file = (name as NSString).lastPathComponent
        return folders.contains(String(first)) || files.contains(file) || file.hasSuffix(".lock")
            || ["history.sqlite-", "history.sqlite.", "translations.sqlite", "restored.", LaidState.asidePrefix]
                .contains { name.hasPrefix($0) }
            || isHalfWritten(file)
    }

    /// Whether this is an unfinished file of `PrivateFile`, which has two numbers after its name.
    private static func isHalfWritten(_ file: String) -> Bool {
        let parts = file.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count > 2 && parts.suffix(2).allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isNumber) }
    }

    /// Paths within the folder, in order, without links, special files and the history.
    static func files(in folder: String, besides history: String) -> [String] {
        guard let walk = FileManager.default.enumerator(atPath: folder) else { return [] }
        var found: [String] = []
        for case let name as String in walk {
            let isFile = walk.fileAttributes?[.type] as? FileAttributeType == .typeRegular
            if isFile, !isLeftOut(name), !(folder + "/" + name).hasPrefix(history) { found.append(name) }
        }
        return found.sorted()
    }

    /// A file's content and permissions; nil if it was deleted meanwhile.
    static func read(_ path: String) throws(NodeError) -> (data: Data, mode: UInt16)? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw ArchiveFault.unreadable(path, errno)
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            throw NodeError(description: "\(path) is no ordinary file. Move it away.")
        }
        guard facts.st_size <= largest, let data = try? handle.read(upToCount: largest + 1) ?? Data(),
            data.count <= largest
        else {
            throw NodeError(
                description: "\(path) is larger than \(largest) bytes; it is not what Sabir wrote. Move it away.")
        }
        return (data, UInt16(facts.st_mode & 0o777))
    }
}
