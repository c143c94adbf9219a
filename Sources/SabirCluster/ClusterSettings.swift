/// How a node reaches its NATS cluster, and how it keeps the streams that it makes there.
package struct ClusterSettings: Sendable, Equatable {
    /// `nats://HOST:PORT` or `tls://HOST:PORT`, at least one; the cluster tells the others.
    package var servers: [String]
    package var login = ClusterLogin.none
    /// PEM file of the authority that signed the servers' certificates; nil for the system's authorities.
    package var authorityFile: String?
    /// Refuses every connection without encryption, whatever the addresses or the servers say.
    package var usesTLS = false
    /// How many servers keep each stream: 1, 3 or 5.
    package var replicas = 3
    /// Prefix of every stream and subject: ASCII letters, digits, `-` and `_`.
    package var prefix = "sabir"

    package init(servers: [String]) { self.servers = servers }
}

/// How a node authenticates to the servers. Printing it shows no secret.
package enum ClusterLogin: Sendable, Equatable {
    case none
    /// A NATS credentials file (JWT and seed), which signs each connection.
    case credentials(file: String)
    /// Sent to the server as they are.
    case password(user: String, String)
    case token(String)
}

extension ClusterLogin: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String {
        switch self {
        case .none: "none"
        case .credentials(let file): "credentials \(file)"
        case .password: "a user and a password"
        case .token: "a token"
        }
    }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// How long a room's stream keeps its lines.
package struct StreamLimits: Sendable, Equatable {
    /// Nil: no limit of time.
    package var seconds: Int?
    /// Nil: no limit of number.
    package var messages: Int?

    package init(seconds: Int? = nil, messages: Int? = nil) {
        self.seconds = seconds
        self.messages = messages
    }
}

/// Why something in the cluster failed; one sentence for people.
struct ClusterError: Error, Hashable, Sendable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
