import SabirCore
import SabirRoom

/// The page's address for phones, as printed, shown and put into QR codes.
///
/// It has a number as host, since many phones cannot resolve names under `.local`.
package enum PageAddress {
    /// The page's address, such as `http://192.168.1.5:8275`, without a trailing slash; nil if only this machine could
    /// reach the page.
    ///
    /// - Parameters:
    ///   - configured: The operator's choice, which has priority: a full address (`https://chat.clinic.example`), or a
    ///     host with or without a port.
    ///   - bound: The address that the server listens on.
    package static func url(
        configured: String?, bound: String, port: Int, isSecure: Bool,
        among interfaces: [OwnInterface] = OwnInterface.all()
    ) -> String? {
        if let configured, !configured.isEmpty { return url(from: configured, port: port, isSecure: isSecure) }
        let host = wildcards.contains(bound) ? best(among: interfaces) : reachable(bound)
        return host.map { url(host: bracketed($0), port: port, isSecure: isSecure) }
    }

    /// The page's address for people on one side of this machine; nil if nobody there can reach the page.
    package static func url(
        configured: String?, bound: [String], port: Int, isSecure: Bool, on side: NetworkSide,
        among interfaces: [OwnInterface] = OwnInterface.all()
    ) -> String? {
        if let configured, !configured.isEmpty { return url(from: configured, port: port, isSecure: isSecure) }
        let listening = bound.contains(where: wildcards.contains) ? interfaces : Self.listening(on: bound, interfaces)
        let there = listening.filter(side.holds)
        let others = there.filter { interface in side.besides.map { !interface.addresses.contains($0) } ?? true }
        // If the only other interface is a bridge of containers, people are on the host's network.
        let host = best(among: others, than: .linkLocal) ?? best(among: there)
        return host.map { url(host: bracketed($0), port: port, isSecure: isSecure) }
    }

    private static let wildcards: Set<String> = ["::", "0.0.0.0", "[::]"]

    /// The interfaces, reduced to the addresses that the page listens on.
    private static func listening(on bound: [String], _ interfaces: [OwnInterface]) -> [OwnInterface] {
        interfaces.map { interface in
            OwnInterface(
                name: interface.name, isUp: interface.isUp, addresses: interface.addresses.filter(bound.contains))
        }
    }

    private static func url(from configured: String, port: Int, isSecure: Bool) -> String {
        if configured.contains("://") {
            return String(configured.reversed().drop { $0 == "/" }.reversed())
        }
        let isNumberOfSixth = configured.filter { $0 == ":" }.count > 1 && !configured.hasPrefix("[")
        if isNumberOfSixth { return url(host: "[\(configured)]", port: port, isSecure: isSecure) }
        if let colon = configured.lastIndex(of: ":"), let own = Int(configured[configured.index(after: colon)...]) {
            return url(host: String(configured[..<colon]), port: own, isSecure: isSecure)
        }
        return url(host: configured, port: port, isSecure: isSecure)
    }

    private static func url(host: String, port: Int, isSecure: Bool) -> String {
        let scheme = isSecure ? "https" : "http"
        return port == (isSecure ? 443 : 80) ? "\(scheme)://\(host)" : "\(scheme)://\(host):\(port)"
    }

    private static func bracketed(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }

    private static func reachable(_ host: String) -> String? {
        host == "localhost" || IPAddress(host)?.isLoopback == true ? nil : host
    }

    /// The address that phones on the same network most likely reach; of two equally likely ones, that of the earlier
    /// interface.
    ///
    /// - Parameter bound: The rank that the address has to beat.
    static func best(among interfaces: [OwnInterface], than bound: AddressRank = .never) -> String? {
        var best: (rank: AddressRank, address: String)?
        for interface in interfaces where interface.isUp {
            for address in interface.addresses {
                guard let rank = IPAddress(address).map({ AddressRank(of: $0, on: interface.name) }) else { continue }
                if rank < best?.rank ?? bound { best = (rank, address) }
            }
        }
        return best?.address
    }
}
