import Foundation
import Glibc
import Logging
import SabirCore
import SabirRoom

/// From which line on staff read rooms along, over restarts: `sight/ROOM.json` in the state directory, 0600, there for as
/// long as the configuration lets them. What was said while it did not stays unread, whatever it says later.
package struct StaffReadStart: Sendable {
    private let path: String
    private let logger: Logger

    package init(stateDirectory: String, logger: Logger) {
        path = stateDirectory + "/sight"
        self.logger = logger
    }

    /// To be called before anybody is let in: with the first line from now on it has to be decided who reads it. Throws a
    /// sentence where a room that promises nothing would leave something to read to a later change of mind.
    package func open(_ room: RoomFacts, reads: Bool) throws(NodeError) -> StaffSight? {
        let file = PrivateFile(path: path + "/\(room.info.id).json")
        guard !reads else { return StaffSight(of: room, in: file, logger: logger) }
        do throws(PrivateFileError) {
            try file.remove()
        } catch {
            throw NodeError(
                description: "\(error) Remove it: staff must not read later what is said in that room from now on.")
        }
        return nil
    }
}

/// From which line on staff read one room along.
package struct StaffSight: Sendable {
    private struct Begun: Codable {
        let epoch: String
        /// The first number that they may read.
        let from: Int
    }

    /// Nil of a room that does not outlast the node.
    private let file: PrivateFile?
    private let logger: Logger?
    private var begun: Begun

    /// Where nothing is known of it, from now on.
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

    /// In another epoch of the room's numbering, what was said before it is known here of which lines it is one.
    package mutating func first(epoch: String, newest: Int) -> Int {
        guard epoch != begun.epoch else { return begun.from }
        begun = Begun(epoch: epoch, from: newest + 1)
        keep()
        return begun.from
    }

    /// Where it cannot be kept, they read from a later line on after a restart.
    private func keep() {
        do {
            try file?.write(JSONEncoder().encode(begun))
        } catch {
            logger?.error("the first line that staff may read along is not stored: \(error)")
        }
    }
}
