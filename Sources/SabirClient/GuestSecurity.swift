import NIOCore
import SabirProtocol

/// Secures a guest's connections and decides which host it trusts. `SabirSecurity` implements it: this target knows a
/// certificate only by its fingerprint, a text.
package protocol GuestSecurity: Sendable {
    /// Secures a connected channel that is not being read yet; yields the fingerprint of the host's certificate.
    /// Bounded in time. On failure closes the channel and fails with a sentence for people (`description`).
    func secure(_ channel: any Channel, to address: NodeAddress) -> EventLoopFuture<String>

    /// The trust in a certificate before its owner has said anything.
    func trustLevel(of certificate: String, at destination: Destination) -> HostTrustLevel

    /// Why a host is refused that shows this `unproven` certificate and no proof.
    func refusal(of certificate: String, at destination: Destination) -> Sentence

    /// Judges the host that let this guest in. Throws if the host is not to be trusted.
    mutating func judge(
        _ welcome: Welcome, from certificate: String, at destination: Destination
    ) throws(RouteError)

    /// Judges a host that wants the room's password before it lets anybody in. If this does not throw, the certificate
    /// is `recognised` from now on, for as long as the grant lasts.
    mutating func judge(
        _ grant: Grant, from certificate: String, at destination: Destination
    ) throws(RouteError)

    /// Waits until everything learnt about hosts is stored. Call it once, at the end.
    func settle() async
}

/// The trust in a host's certificate before its owner has said anything.
package enum HostTrustLevel: Hashable, Sendable {
    /// An invite or an earlier visit vouches for the certificate.
    case recognised
    /// Nothing is known of this room or address.
    case firstContact
    /// Another certificate was expected. Such a host is asked for a grant in a hello that names nobody, and gets the
    /// real hello once a grant proves it.
    case unproven
}
