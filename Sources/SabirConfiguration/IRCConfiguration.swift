import SabirProtocol

/// `[irc]`: the listener for IRC clients that join this node's rooms.
package struct IRCConfiguration: Sendable, Equatable {
    package static let defaultPort = 6_667

    package var enabled = false
    /// Numeric addresses, at most 16. Loopback by default, because anybody on the network can read IRC without TLS.
    package var bind = ["127.0.0.1"]
    /// The port for IRC clients; 0 takes any free one.
    package var port = Self.defaultPort
    /// The language of clients that set none; nil for the page's first language, else English.
    package var language: LanguageTag?
    /// The limit of connections in total and, except from this machine, from one address.
    package var connections = 200
    package var connectionsPerAddress = 20
    package var tls = CertificateFiles()
}

extension IRCConfiguration: ConfigurationSection {
    static var keys: [SectionKey<Self>] {
        [
            .value("enabled", \.enabled, .flag),
            .list("bind", \.bind, .address, count: 1...16, single: true),
            .value("port", \.port, .whole(0...65_535)),
            .optional("language", \.language, .language),
            .value("connections", \.connections, .whole(1...10_000)),
            .value("connections_per_address", \.connectionsPerAddress, .whole(1...10_000)),
            .table("tls", \.tls),
        ]
    }

    mutating func check(at path: ConfigurationPath, in reader: inout ConfigurationReader) {
        if Set(bind).count < bind.count { reader.report("an address stands there twice", at: path / "bind") }
    }
}
