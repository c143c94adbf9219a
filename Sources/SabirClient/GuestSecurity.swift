import NIOCore
import SabirProtocol

/// How a guest's connections are secured, and whom it takes for its room's host. Made elsewhere: this target knows a
/// certificate only by its fingerprint, a text.
package protocol GuestSecurity: Sendable {
    /// Makes a connection secure that is there and not being read; yields the fingerprint of the host's certificate.
    /// Bounded in time; fails with a sentence for people (`description`), and closes.
    func secure(_ channel: any Channel, to address: NodeAddress) -> EventLoopFuture<String>

    /// What a certificate is worth before its owner has said anything.
    func trustLevel(of certificate: String, at destination: Destination) -> HostTrustLevel

    /// Why a host is refused that shows this certificate, which is `unproven`, and nothing else.
    func refusal(of certificate: String, at destination: Destination) -> Sentence

    /// Judges the host that let this guest in. Throws where it is not to be believed.
    mutating func judge(
        _ welcome: Welcome, from certificate: String, at destination: Destination
    ) throws(RouteError)

    /// Judges a host that wants the room's password before it lets anybody in. Where it does not throw, that certificate is
    /// `recognised` from now on, for as long as the grant lasts.
    mutating func judge(
        _ grant: Grant, from certificate: String, at destination: Destination
    ) throws(RouteError)

    /// Waits until what is to be remembered of the hosts is kept; to be called once, at the end.
    func settle() async
}

/// What a host's certificate is worth before its owner has said anything.
package enum HostTrustLevel: Hashable, Sendable {
    /// An invite or an earlier visit vouches for it.
    case recognised
    /// Nothing is known of this room or address.
    case firstContact
    /// Another was expected: it is asked for a grant in nobody's name, and gets a hello once that proves it.
    case unproven
}
