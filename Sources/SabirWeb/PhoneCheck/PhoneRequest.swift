import SabirCore

/// How a phone reached the page, as the node itself sees it.
struct PhoneRequest: Sendable {
    /// The host name or address that the phone requested, as in ``KnownHosts``; empty if it sent none.
    let host: String
    /// The phone's address.
    let source: String
    let isSecure: Bool
    let sendsCookie: Bool

    /// - Parameter networks: This machine's addresses with their networks.
    func findings(in networks: [OwnAddress]) -> [PhoneFinding] {
        let source = IPAddress(source)
        let isHere = source.map { source in
            source.isLoopback || source.isLinkLocal || networks.contains { $0.isOnNetwork(of: source) }
        }
        return [
            PhoneFinding(sendsCookie ? .opens : .noCookie),
            PhoneFinding(source?.isLoopback == true ? .own : Self.kind(of: host)),
            PhoneFinding(isSecure ? .encrypted : .plain),
            PhoneFinding(isHere == false ? .otherNetwork : .sameNetwork),
        ]
    }

    private static func kind(of host: String) -> PhoneFinding.Verdict {
        guard let address = IPAddress(host.hasPrefix("[") ? String(host.dropFirst().prefix { $0 != "]" }) : host) else {
            return host == "localhost" ? .own : host.hasSuffix(".local") ? .localName : .name
        }
        if address.isLoopback { return .own }
        return address.isIPv4 && address.isPrivate ? .number : .unusualNumber
    }
}
