import NIOCore
import SabirProtocol

/// Lines that their authors take back, in a room whose log is not its memory.
extension RoomState {
    /// The log has erased the line, or says why it could not.
    ///
    /// - Parameter texts: what was erased.
    mutating func hasErased(
        _ entry: Erasures.Entry, texts: [String], failure: String?, now: NIODeadline, wall: Int
    ) -> DraftOutcome? {
        defer { forgetErased() }
        return timeline.hasErased(entry, texts: texts, failure: failure, now: now, wall: wall)
    }
}
