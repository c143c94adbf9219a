import SabirProtocol

/// Numbers of a room's messages in memory.
package struct RoomMemory: Hashable, Sendable {
    package let epoch: String
    /// Number of the oldest message in memory; `newest + 1` where there is none.
    package let oldest: Int
    /// Number of the newest message, in memory or not.
    package let newest: Int
    /// Staff cleared everything up to this number.
    package let cleared: Int
}

extension HostedRoom {
    package var memory: RoomMemory {
        RoomMemory(
            epoch: state.timeline.epoch, oldest: state.timeline.oldest, newest: state.timeline.newest,
            cleared: state.timeline.cleared)
    }

    /// The messages after `seq` that memory has, oldest first.
    package func inMemory(after seq: Int) -> [Message] { state.timeline.messages(after: seq) }
}
