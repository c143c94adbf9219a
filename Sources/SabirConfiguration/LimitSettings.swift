/// `[limits]`: what one member may ask of this node.
package struct LimitSettings: Sendable, Equatable {
    /// Messages per second from one member on average: 1 to 10,000.
    var messageRate = 20
    /// Messages from one member at once: 1 to 100,000.
    var messageBurst = 200
    /// Bytes queued for a member that does not read; beyond that the member is dropped. 64 KiB to 64 MiB.
    var queueBytes = 4 << 20
    /// Connections to the rooms' port: 16 to 100,000, and at most as many as the file descriptors allow.
    package var connections = 10_000
    /// Connections from one address other than this machine's, to the rooms' port and to the page: 1 to 10,000.
    package var connectionsPerAddress = 1_100
    /// Joins per minute from one address of another machine: 1 to 100,000.
    package var joinsPerAddress = 1_200
    /// Rooms that staff may have open at once, besides the configured ones: 0 to 1,000.
    package var rooms = 200
    /// Costly requests to the page from one address, per second (1 to 10,000) and at once (1 to 100,000).
    var webRate = 40
    var webBurst = 400
    /// Characters per minute that this node's engines translate for one member, or for one client of `[share]`: 1,000
    /// to 10,000,000.
    package var translationCharacters = 20_000
    /// Characters per minute of one member's messages that are translated: 4,000 (one message) to 10,000,000.
    var messageCharacters = 20_000
    /// Whether rates and bursts are off, for measuring: `--unlimited`.
    package var unlimited = false

    /// The limit of costly requests to the page from one address.
    package var costlyRequests: (perSecond: Int, burst: Int) {
        unlimited ? (1_000_000, 1_000_000) : (webRate, webBurst)
    }
}

extension LimitSettings: ConfigurationSection {
    static var keys: [SectionKey<Self>] {
        [
            .value("message_rate", \.messageRate, .whole(1...10_000), isLive: true),
            .value("message_burst", \.messageBurst, .whole(1...100_000), isLive: true),
            .value("queue_bytes", \.queueBytes, .bytes((64 << 10)...(64 << 20)), isLive: true),
            .value("connections", \.connections, .whole(16...100_000), isLive: true),
            .value("connections_per_address", \.connectionsPerAddress, .whole(1...10_000), isLive: true),
            .value("joins_per_address", \.joinsPerAddress, .whole(1...100_000), isLive: true),
            .value("rooms", \.rooms, .whole(0...1_000), isLive: true),
            .value("web_rate", \.webRate, .whole(1...10_000), isLive: true),
            .value("web_burst", \.webBurst, .whole(1...100_000), isLive: true),
            .value("translation_characters", \.translationCharacters, .whole(1_000...10_000_000), isLive: true),
            .value("message_characters", \.messageCharacters, .whole(4_000...10_000_000), isLive: true),
        ]
    }
}
