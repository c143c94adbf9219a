/// `[share]`: lets guests without engines use this node's, over the room's connection, and other programs over a port
/// that speaks LibreTranslate's API.
package struct SharingConfiguration: Sendable, Equatable {
    package var enabled = true
    /// Numeric addresses, at most 16; empty for those of `[node]`.
    package var bind: [String] = []
    /// The port for other programs; 0 takes any free one. Nil, the default, opens none, since anybody on the network
    /// could ask there without joining a room.
    package var port: Int?
    /// Whether engines that may be outside the local network are shared too.
    package var allowInternet = false
}

extension SharingConfiguration: ConfigurationSection {
    static var keys: [SectionKey<Self>] {
        [
            .value("enabled", \.enabled, .flag),
            .list("bind", \.bind, .address, count: 0...16, single: true),
            .optional("port", \.port, .whole(0...65_535)),
            .value("allow_internet", \.allowInternet, .flag),
        ]
    }

    mutating func check(at path: ConfigurationPath, in reader: inout ConfigurationReader) {
        if Set(bind).count < bind.count { reader.report("an address stands there twice", at: path / "bind") }
    }
}
