import NIOCore
import SabirProtocol

/// Settings of the IRC listener.
package struct IRCSettings: Sendable {
    package var addresses = ["127.0.0.1"]
    /// The port to listen on; 0: any free port.
    package var port = 6_667
    /// The language of clients that have not chosen one.
    package var lang: LanguageTag
    /// Limits of connections: in all, and from one address (this machine's own have no such limit).
    package var connections = 200
    package var connectionsPerAddress = 20
    /// How many unsent bytes may wait for a client.
    package var queue = 256 << 10
    /// Prepares each new connection, such as with TLS; nil: connections are used as they are.
    package var entrance: (@Sendable (any Channel) -> EventLoopFuture<Void>)?

    package init(lang: LanguageTag) { self.lang = lang }
}

/// The reason why the listener did not start.
package struct IRCError: Error, CustomStringConvertible {
    package let underlying: any Error
    package let description: String
}
