import NIOCore
import SabirCore

/// How a phone came to the page, as the node sees it by itself.
struct PhoneArrival: Sendable {
    /// The name or number by which it asked, as ``KnownHosts`` has it; empty where it sent none.
    let host: String
    /// Its own address.
    let source: String
    let isSecure: Bool
    let sendsCookie: Bool

    /// - Parameter networks: those that this machine is in.
    func findings(in networks: [OwnNetwork]) -> [PhoneFinding] {
        let source = IPAddress(source)
        let isHere = source.map { source in
            source.isLoopback || source.isLinkLocal || networks.contains { $0.holds(source) }
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

/// A network that this machine is in by one of its addresses.
struct OwnNetwork: Hashable, Sendable {
    let address: IPAddress
    let mask: IPAddress

    func holds(_ other: IPAddress) -> Bool { other.isSame(as: address, under: mask) }

    /// Those of this moment; none where they cannot be read.
    static func all() -> [OwnNetwork] {
        let devices = (try? System.enumerateDevices()) ?? []
        return devices.compactMap { device in
            guard let address = IPAddress(device.address), let mask = IPAddress(device.netmask) else { return nil }
            return OwnNetwork(address: address, mask: mask)
        }
    }
}
