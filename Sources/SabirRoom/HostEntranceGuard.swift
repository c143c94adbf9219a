import NIOCore

/// What stands in front of the handlers of a listener's connections.
package struct HostEntranceGuard: Sendable {
    /// It changes what the host writes, or holds it back.
    let isOnTheWayOut: Bool
    /// Puts it there, on the connection's event loop, before that is active.
    let add: @Sendable (ChannelPipeline.SynchronousOperations) throws -> Void

    package init(
        isOnTheWayOut: Bool, add: @escaping @Sendable (ChannelPipeline.SynchronousOperations) throws -> Void
    ) {
        self.isOnTheWayOut = isOnTheWayOut
        self.add = add
    }
}
