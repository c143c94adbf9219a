import NIOCore
import SabirProtocol

/// How the listener is to be served.
package struct IRCSettings: Sendable {
    package var addresses = ["127.0.0.1"]
    /// 0 takes any free port.
    package var port = 6_667
    /// What clients read that do not say.
    package var lang: LanguageTag
    /// Program and version, as clients are told.
    package var version = "sabir"
    /// Connections in all, and from one address besides this machine's own.
    package var connections = 200
    package var connectionsPerAddress = 20
    /// Bytes that may wait for a client.
    package var queue = 256 << 10
    package var limits = IRCLimits()
    /// What each new connection has to pass first, such as TLS; nil where it is taken as it is.
    package var entrance: (@Sendable (any Channel) -> EventLoopFuture<Void>)?

    package init(lang: LanguageTag) { self.lang = lang }
}

/// Why the listener did not start.
package struct IRCError: Error, CustomStringConvertible {
    package let underlying: any Error
    package let description: String
}
