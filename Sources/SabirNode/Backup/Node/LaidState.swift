import Foundation
import Glibc
import SabirCore

/// A state folder ready to replace a node's own at the node's next start; the old content is moved aside first. Every
/// step is a rename and can be repeated: after a kill, the next start continues.
package enum LaidState {
    /// Names of restoring's own files in the state folder, which backups leave out.
    static let received = "restored.archive"
    static let stage = "restored.opened"
    private static let ready = "restored.ready"
    private static let placing = "restored.placing"
    private static let aside = "replaced"
    /// The prefix of folders with replaced content; the date follows.
    static let asidePrefix = "replaced-"

    /// Prepares a state folder. `stage` must hold a folder `state` that was flushed to the disk.
    static func prepare(_ stage: String, in folder: String) throws(NodeError) {
        let ready = folder + "/" + ready
        try? FileManager.default.removeItem(atPath: ready)
        guard mkdir(stage + "/" + aside, 0o700) == 0, synchronizeFolders(of: stage), rename(stage, ready) == 0 else {
            throw ArchiveFault.unwritable(folder, errno)
        }
        FileSystem.synchronize(folder)
    }

    private static func synchronizeFolders(of path: String) -> Bool {
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
        return ([path] + names.map { path + "/" + $0 }).allSatisfy { FileSystem.synchronize($0) == nil }
    }

    /// Puts a prepared state folder in place, before a node starts in this folder. Returns the path of the old content;
    /// nil if nothing was moved. Always removes the decrypted remains of a restore that was killed.
    package static func putInPlace(in folder: String, now: Date = Date()) throws(NodeError) -> String? {
        let (ready, placing) = (folder + "/" + ready, folder + "/" + placing)
        guard access(ready, F_OK) == 0 || access(placing, F_OK) == 0 else {
            removeStage(in: folder)
            return nil
        }
        let lock = try alone(in: folder)
        defer { withExtendedLifetime(lock) {} }
        if access(placing, F_OK) != 0 {
            let staying = ["node.lock", Self.ready, received, stage]
            let names = FileSystem.names(in: folder).filter { !staying.contains($0) && !$0.hasPrefix(asidePrefix) }
            try move(names, from: folder, to: ready + "/" + aside)
            guard rename(ready, placing) == 0 else { throw ArchiveFault.unwritable(folder, errno) }
            FileSystem.synchronize(folder)
        }
        try move(FileSystem.names(in: placing + "/state"), from: placing + "/state", to: folder)
        let replaced = folder + "/" + asidePrefix + stamp(now)
        let isMoved = rename(placing + "/" + aside, replaced) == 0
        guard isMoved || errno == ENOENT else { throw ArchiveFault.unwritable(folder, errno) }
        FileSystem.synchronize(folder)
        for name in [Self.placing, received, stage] { try? FileManager.default.removeItem(atPath: folder + "/" + name) }
        return isMoved ? replaced : nil
    }

    /// A time as part of a folder's name.
    static func stamp(_ time: Date) -> String {
        time.formatted(Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted))
    }

    /// Keeps the folder while a node runs there, which may be decrypting into it.
    private static func removeStage(in folder: String) {
        let stage = folder + "/" + stage
        guard access(stage, F_OK) == 0, let lock = try? alone(in: folder) else { return }
        withExtendedLifetime(lock) { try? FileManager.default.removeItem(atPath: stage) }
    }

    /// Locks the folder so that no node starts in it meanwhile.
    private static func alone(in folder: String) throws(NodeError) -> FileLock {
        try FileLock.take(
            "node.lock", in: folder,
            orSay: "A node is running on \(folder); end it, and the backup that lies ready there is taken.")
    }

    private static func move(_ names: [String], from folder: String, to other: String) throws(NodeError) {
        for name in names where rename(folder + "/" + name, other + "/" + name) != 0 {
            throw ArchiveFault.unwritable(folder, errno)
        }
        FileSystem.synchronize(other)
        FileSystem.synchronize(folder)
    }
}
