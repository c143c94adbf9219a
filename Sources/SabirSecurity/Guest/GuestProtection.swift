import Logging
import SabirClient
import SabirProtocol

/// How a guest on this machine secures its connections.
package enum GuestProtection {
    /// For a person who joins: checks hosts by the invite they were given, or by the pins in the state folder, which
    /// are updated. Throws a sentence where the pins cannot be read, as every host would then be a stranger again.
    ///
    /// - Parameter met: called when a host is trusted.
    package static func pinned(
        _ way: RoomTrust.Way, stateDirectory: String, logger: Logger,
        met: @escaping @Sendable (RoomTrust.Meeting) -> Void
    ) throws(SecurityError) -> any GuestSecurity {
        let store = PinStore(folder: stateDirectory)
        let trust = RoomTrust(try store.read(), way: way)
        return PinnedSecurity(tls: try tls(), trust: trust, keeper: PinKeeper(store, logger: logger), told: met)
    }

    /// For a node's own member: the certificate is known, and nothing is stored.
    package static func own(_ invite: Invite) throws(SecurityError) -> any GuestSecurity {
        PinnedSecurity(tls: try tls(), trust: RoomTrust(Pins(), way: .invite(invite)))
    }

    /// For a check whether a node is there: any certificate is accepted.
    package static func unjudged() throws(SecurityError) -> any GuestSecurity {
        PinnedSecurity(tls: try tls(), trust: RoomTrust(Pins(), way: .discovery))
    }

    private static func tls() throws(SecurityError) -> GuestTLS {
        do { return try GuestTLS() } catch { throw SecurityError("TLS cannot be set up here: \(error).") }
    }
}
