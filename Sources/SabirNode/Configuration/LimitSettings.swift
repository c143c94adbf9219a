/// `[limits]`: what one member may ask of this node.
package struct LimitSettings: Sendable, Equatable {
    /// Largest frame body taken from a member, in bytes: 1,024 to 65,536.
    package var frame = 65_536
    /// Messages a second per member in the long run: 1 to 10,000.
    package var messageRate = 20
    /// Messages per member at once: 1 to 100,000.
    package var messageBurst = 200
    /// Bytes waiting for a member that does not read, past which it is dropped: 64 KiB to 64 MiB.
    package var queueBytes = 4 << 20
    /// Takes `messageRate` and `messageBurst` off, for measuring.
    package var unlimited = false
}

extension LimitSettings: ConfigurationSection {
    static var keys: [SectionKey<Self>] {
        [
            .value("frame", \.frame, .bytes(1_024...65_536)),
            .value("message_rate", \.messageRate, .whole(1...10_000)),
            .value("message_burst", \.messageBurst, .whole(1...100_000)),
            .value("queue_bytes", \.queueBytes, .bytes((64 << 10)...(64 << 20))),
            .value("unlimited", \.unlimited, .flag),
        ]
    }
}
