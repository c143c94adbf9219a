import SabirProtocol

/// Which host a guest trusts, across connections: the current host, and the hosts that were refused.
struct HostTrust {
    enum Judgement: Hashable {
        case believed
        /// Connect again: to this host, which is now trusted, or to another.
        case again
        /// Too many hosts have been refused.
        case hopeless(Sentence)
    }

    /// Most refused certificates that are remembered.
    static let mostRefused = 16

    private(set) var security: (any GuestSecurity)?
    private var host: (destination: Destination, certificate: String, level: HostTrustLevel)?
    /// Reasons by certificate.
    private var refused: [String: Sentence] = [:]

    init(_ security: (any GuestSecurity)?) { self.security = security }

    /// Why the current host is refused unless it proves itself; nil if it may learn about the guest.
    var doubt: Sentence? {
        guard let host, host.level == .unproven else { return nil }
        return security?.refusal(of: host.certificate, at: host.destination)
    }

    /// Whether nothing vouches for the current host but its presence.
    var isFirstContact: Bool { host?.level == .firstContact }

    /// The current host's certificate if something vouches for it. The password is proved only to such a host.
    var provenCertificate: String? {
        guard let host, host.level == .recognised else { return nil }
        return host.certificate
    }

    /// Puts destinations announced under a known certificate first, so that impostors cannot crowd them out.
    func ordered(_ destinations: [Destination]) -> [Destination] {
        guard let security else { return destinations }
        func isKnown(_ destination: Destination) -> Bool {
            destination.certificate.map { security.trustLevel(of: $0, at: destination) == .recognised } ?? false
        }
        return destinations.filter(isKnown) + destinations.filter { !isKnown($0) }
    }

    /// Records the certificate that a host has shown. Throws if the host is not worth a hello.
    mutating func recordHost(_ certificate: String, at destination: Destination) throws(RouteError) {
        guard let security else { return }
        if let why = refused[certificate] { throw RouteError(why, isUntrusted: true) }
        let level = security.trustLevel(of: certificate, at: destination)
        if level != .recognised, let announced = destination.certificate, announced != certificate {
            throw RouteError(
                "The room is announced with another certificate than \(destination.address) shows: somebody may stand "
                    + "in between. Ask whoever runs the room for an invite: sabir invite ROOM.",
                as: "trust-between", ["address": destination.address.description, "command": "sabir invite"],
                isUntrusted: true)
        }
        host = (destination, certificate, level)
    }

    mutating func judge(_ packet: HostPacket) -> Judgement {
        guard security != nil, let host else { return .believed }
        switch packet {
        case .welcome(let welcome):
            do throws(RouteError) {
                try security?.judge(welcome, from: host.certificate, at: host.destination)
            } catch {
                return refuse(error.sentence)
            }
            return host.level == .unproven ? .again : .believed
        case .challenge where host.level == .unproven: return refuse(Self.wantsPassword)
        case .challenge where host.level == .firstContact: return .hopeless(Self.wantsPassword)
        case .error(let fault) where fault.code == .authRequired && host.level == .firstContact:
            return .hopeless(Self.wantsPassword)
        // With a valid grant a host gets a hello and the password; its welcome is judged like every other.
        case .error(let fault) where fault.code == .authRequired && host.level == .unproven:
            return judgeGrant(by: fault.grant, host.certificate, at: host.destination)
        // A host that was set up anew has other room ids too: what the person has to know is that the certificate
        // changed.
        case .error(let fault) where fault.code == .noRoom && host.level == .unproven:
            return refuse(doubt ?? fault.told)
        // An impostor's word, say that somebody is banned, must not end a chat.
        case .error(let fault) where host.level == .unproven: return refuse(fault.told)
        default: return .believed
        }
    }

    private static let wantsPassword = Sentence(
        "This room has a password, and nothing vouches yet for who answers there: it could be somebody who collects "
            + "passwords. Ask whoever runs the room for an invite (sabir invite ROOM), and join by that.",
        as: "trust-password", ["command": "sabir invite"])

    private mutating func judgeGrant(
        by grant: Grant?, _ certificate: String, at destination: Destination
    ) -> Judgement {
        guard let grant else { return refuse(Self.wantsPasswordUnproven) }
        do throws(RouteError) {
            try security?.judge(grant, from: certificate, at: destination)
            return .again
        } catch {
            return refuse(error.sentence)
        }
    }

    private static let wantsPasswordUnproven = Sentence(
        "This room has a password, and who answers shows another certificate than the one known, without a grant of "
            + "the room's host: the password was not offered there. It may be somebody who collects passwords, or the host "
            + "was set up anew. Ask whoever runs the room, in person; \"sabir trust\" shows what is known here.",
        as: "trust-password", ["command": "sabir trust"])

    private mutating func refuse(_ why: Sentence) -> Judgement {
        guard let host, refused.count < Self.mostRefused else { return .hopeless(why) }
        refused[host.certificate] = why
        return .again
    }
}
