import NIOCore
import SabirProtocol

/// Lines of a room whose log is not its memory: accepted, on their way, and told once they are there.
extension RoomState {
    /// The log has these lines, the next ones in order. What was told without waiting for it is passed over.
    mutating func settle(_ lines: [Message]) -> [Timeline.Settled] {
        defer { forgetErased() }
        return timeline.settle(lines)
    }

    /// What waits for the log, where the room does not wait for it.
    mutating func goAhead() -> [Timeline.Settled] {
        defer { forgetErased() }
        return timeline.goAhead()
    }
}
