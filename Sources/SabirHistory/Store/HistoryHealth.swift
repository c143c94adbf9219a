import Foundation
import SabirCore

/// The condition of a history, for `sabir doctor`. Looking changes nothing.
package struct HistoryHealth: Sendable {
    package let path: String
    package var exists = false
    /// Why the history cannot be read; nil where it can, or does not exist.
    package var failure: HistoryError?
    /// Empty where the history cannot be read.
    package var rooms: [RoomSummary] = []
    /// Size of the database and its log.
    package var bytes = 0
    /// Free space of the disk for users other than root.
    package var free = 0
    /// Whether this process could write the history: the file and its folder, or the nearest existing folder.
    package var isWritable = false
    /// Whether users other than the owner may read the file.
    package var isOpenToOthers = false
    /// Whether a process owns the history at the moment.
    package var isOwned = false
    /// Whether everything acknowledged is in the history.
    package var isWhole = false
    /// Histories that were moved aside: damaged ones, and those that a backup replaced.
    package var asides: [String] = []

    package init(path: String) { self.path = path }

    /// Reads the whole file, to find damage.
    package static func look(at path: String) async -> Self {
        let file = HistoryFile(path: path)
        var health = Self(path: path)
        (health.free, health.isWritable, health.asides) = (file.free, file.isWritable, asides(of: path))
        guard file.exists else { return health }
        health.exists = true
        (health.bytes, health.isOpenToOthers, health.isWhole) = (file.bytes, file.isOpenToOthers, file.isWhole)
        do throws(HistoryError) {
            try HistoryDatabase.check(file, thoroughly: false)
        } catch {
            health.failure = error
            return health
        }
        health.isOwned = file.isHeld
        if let inspection = try? HistoryInspection(path: path) {
            health.rooms = (try? await inspection.summaries()) ?? []
            inspection.close()
        }
        return health
    }

    /// Files beside the history at `path` with lines that an erasure does not reach.
    package static func asides(of path: String) -> [String] {
        let (folder, name) = (HistoryFile(path: path).folder, (path as NSString).lastPathComponent)
        return FileSystem.names(in: folder)
            .filter { file in ["damaged", "replaced"].contains { file.hasPrefix("\(name).\($0)-") } }
            .filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }.map { folder + "/" + $0 }
    }
}

extension HistoryFile {
    /// The size of the database and its log; 0 where there is none.
    var bytes: Int {
        ["", "-wal"].reduce(0) { sum, suffix in
            var status = stat()
            return stat(path + suffix, &status) == 0 ? sum + Int(status.st_size) : sum
        }
    }

    fileprivate var free: Int { DiskRoom.free(FileSystem.nearestFolder(to: folder)) ?? 0 }

    fileprivate var isWritable: Bool {
        access(FileSystem.nearestFolder(to: folder), W_OK | X_OK) == 0 && (!exists || access(path, W_OK) == 0)
    }

    fileprivate var isOpenToOthers: Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & 0o077 != 0
    }
}
