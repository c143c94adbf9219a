/// How a node reaches its NATS cluster, and how the streams it makes there are kept.
package struct ClusterSettings: Sendable, Equatable {
    /// `nats://HOST:PORT` or `tls://HOST:PORT`, at least one; others of the cluster are learnt from it.
    package var servers: [String]
    package var login = ClusterLogin.none
    /// PEM with the authority that signed the servers' certificates; nil for the system's.
    package var authorityFile: String?
    /// Nothing goes over a connection that is not encrypted, whatever the addresses or the servers say.
    package var usesTLS = false
    /// On how many servers each stream is kept: 1, 3 or 5.
    package var replicas = 3
    /// Begins the name of every stream and subject: ASCII letters, digits, `-` and `_`.
    package var prefix = "sabir"

    package init(servers: [String]) { self.servers = servers }
}

/// How a node shows the servers who it is. Printing it shows no secret.
package enum ClusterLogin: Sendable, Equatable {
    case none
    /// A NATS credentials file (JWT and seed), by which each connection is signed.
    case credentials(file: String)
    /// Both go to the server as they are.
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
    /// Nil: for ever.
    package var seconds: Int?
    /// Nil: any number.
    package var messages: Int?

    package init(seconds: Int? = nil, messages: Int? = nil) {
        self.seconds = seconds
        self.messages = messages
    }
}

/// Why something in the cluster could not be done; one sentence for people.
package struct ClusterError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
