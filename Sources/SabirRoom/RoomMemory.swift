import SabirProtocol

/// What a room has in memory, in numbers.
package struct RoomMemory: Hashable, Sendable {
    package let epoch: String
    /// Number of the oldest line; newest + 1 where there is none.
    package let oldest: Int
    /// Number of the newest line, kept or not.
    package let newest: Int
    /// Everything up to this number was cleared away by staff.
    package let cleared: Int

    package init(epoch: String, oldest: Int, newest: Int, cleared: Int) {
        self.epoch = epoch
        self.oldest = oldest
        self.newest = newest
        self.cleared = cleared
    }
}

extension HostedRoom {
    package var memory: RoomMemory {
        RoomMemory(
            epoch: state.timeline.epoch, oldest: state.timeline.oldest, newest: state.timeline.newest,
            cleared: state.timeline.cleared)
    }

    /// What memory has of the messages after `seq`, oldest first.
    package func inMemory(after seq: Int) -> [Message] { state.timeline.messages(after: seq) }
}
