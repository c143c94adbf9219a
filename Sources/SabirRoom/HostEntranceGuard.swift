import NIOCore

/// Handlers in front of those of a listener's connections, such as TLS.
package struct HostEntranceGuard: Sendable {
    /// Whether the guard changes or delays what the host writes.
    let isOnTheWayOut: Bool
    /// Adds the handlers to a connection's pipeline, on its event loop, before the channel is active.
    package let add: @Sendable (ChannelPipeline.SynchronousOperations) throws -> Void

    package init(
        isOnTheWayOut: Bool, add: @escaping @Sendable (ChannelPipeline.SynchronousOperations) throws -> Void
    ) {
        self.isOnTheWayOut = isOnTheWayOut
        self.add = add
    }
}
