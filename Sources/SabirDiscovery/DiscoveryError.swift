import SabirProtocol

/// Why something could not be announced or found. Discovery is a convenience: callers go on without it.
package struct DiscoveryError: Error, Hashable, CustomStringConvertible {
    enum Code: Hashable {
        case unavailable, badRecord, refused, collision
    }

    let code: Code
    /// One plain sentence.
    package let description: String

    /// D-Bus or avahi-daemon does not answer, but may come back.
    package static func unavailable(_ reason: String) -> Self { Self(code: .unavailable, description: reason) }

    /// A TXT record that violates the contract.
    static func badRecord(_ reason: String) -> Self { Self(code: .badRecord, description: reason) }

    /// Avahi answers, but refuses the request.
    package static func refused(_ reason: String) -> Self { Self(code: .refused, description: reason) }

    /// Another service on this host or the network uses the name.
    static func collision(_ name: String) -> Self {
        Self(code: .collision, description: "The name \(name) is already taken on this network.")
    }

    /// What is wrong with discovery concerns whoever looks after the machine: other people are told whom to ask.
    package var sentence: Sentence {
        Sentence(description, as: "lookup-failed", ["command": "sabir doctor"])
    }
}
