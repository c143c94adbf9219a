import Foundation
import Logging
import SabirCore
import SabirRoom

/// The line from which staff read a room along, across restarts: `sight/ROOM.json` in the state directory, mode 0600,
/// there for as long as the configuration allows it. Lines said while it did not stay unread, even if it allows it
/// later.
package struct StaffReadStart: Sendable {
    private struct Begun: Codable {
        let epoch: String
        /// The first sequence number that staff may read.
        let from: Int
    }

    /// Nil for a room that does not outlast the node.
    private let file: PrivateFile?
    private let logger: Logger?
    private var begun: Begun

    /// Opens the start for a room; nil if staff may not read along. Call it before anybody joins, because the first
    /// line already needs the decision. Throws a sentence if the stored start cannot be removed although staff may not
    /// read along: a later change of mind would expose lines.
    ///
    /// - Parameter folder: the state directory; nil if nothing is stored there.
    static func open(
        _ room: RoomFacts, reads: Bool, in folder: String?, logger: Logger
    ) throws(NodeError) -> StaffReadStart? {
        let file = folder.map { PrivateFile(path: $0 + "/sight/\(room.info.id).json") }
        guard !reads else { return StaffReadStart(of: room, in: file, logger: logger) }
        do throws(PrivateFileError) {
            try file?.remove()
        } catch {
            throw NodeError(
                description: "\(error) Remove it: staff must not read later what is said in that room from now on.")
        }
        return nil
    }

    /// Starts with the next line if nothing is stored.
    package init(of room: RoomFacts, in file: PrivateFile? = nil, logger: Logger? = nil) {
        self.file = file
        self.logger = logger
        if let data = try? file?.read(atMost: 4_096), let kept = try? JSONDecoder().decode(Begun.self, from: data),
            kept.epoch == room.epoch, kept.from > 0
        {
            begun = kept
        } else {
            begun = Begun(epoch: room.epoch, from: room.seq + 1)
            keep()
        }
    }

    /// The first readable number; in another epoch of the numbering it is unknown which lines were said before, so
    /// reading starts after `newest`.
    package mutating func firstReadable(epoch: String, newest: Int) -> Int {
        guard epoch != begun.epoch else { return begun.from }
        begun = Begun(epoch: epoch, from: newest + 1)
        keep()
        return begun.from
    }

    /// If the start cannot be stored, staff read from a later line after a restart.
    private func keep() {
        guard let file else { return }
        logger?.attempt(orLog: .error, "the first line that staff may read along is not stored") {
            try file.write(JSONEncoder().encode(begun))
        }
    }
}
