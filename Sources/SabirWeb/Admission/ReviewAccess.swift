import SabirCore
import SabirProtocol

/// Owns who may review which language. `sabir phrases review` makes a code for one reviewer and language, which works
/// once, within a day. The device that shows the code may review for twelve hours, until the node stops.
///
/// An address has ten tries a minute, and its network more (`AddressGroup`).
actor ReviewAccess {
    struct Reviewer: Sendable, Hashable {
        let name: String
        let language: LanguageTag
    }

    private struct Invitation {
        let code = ReadableCode()
        let reviewer: Reviewer
        let ends: ContinuousClock.Instant
    }

    static let invitation = Duration.seconds(86_400)
    static let session = Duration.seconds(43_200)
    /// How many invitations and how many sessions are kept; the oldest is dropped first.
    static let most = 16
    private static let tries = TokenBucket.Rate(perMinute: 10)

    /// The unused invitations, oldest first.
    private var invitations: [Invitation] = []
    private var sessions: [(token: String, reviewer: Reviewer, ends: ContinuousClock.Instant)] = []
    private var tries = AddressBuckets()

    /// Invites a reviewer; returns the code as people read it, such as `K7QM-3XRD`.
    func invite(_ reviewer: Reviewer, at now: ContinuousClock.Instant) -> String {
        invitations.removeAll { $0.ends <= now }
        let invitation = Invitation(reviewer: reviewer, ends: now + Self.invitation)
        invitations = invitations.suffix(Self.most - 1) + [invitation]
        return invitation.code.description
    }

    /// Begins the session of a device that shows a code; returns its token.
    func enter(_ given: String, from address: String, at now: ContinuousClock.Instant) throws(WebRefusal) -> String {
        guard tries.take(for: AddressGroup.groups(of: address), Self.tries, now: now) else { throw .tooFast }
        invitations.removeAll { $0.ends <= now }
        guard let place = invitations.firstIndex(where: { $0.code.isMeant(by: given) }) else {
            throw .wrongCode("The code is wrong, was used, or is too old. Ask for another.")
        }
        let reviewer = invitations.remove(at: place).reviewer
        sessions.removeAll { $0.ends <= now }
        let token = Base64URL.random(bytes: 16)
        sessions = sessions.suffix(Self.most - 1) + [(token, reviewer, now + Self.session)]
        return token
    }

    /// The reviewer of a session; nil for an unknown or expired token.
    func reviewer(by token: String?, at now: ContinuousClock.Instant) -> Reviewer? {
        sessions.first { $0.token == token && now < $0.ends }?.reviewer
    }

    func leave(_ token: String?) { sessions.removeAll { $0.token == token } }
}
