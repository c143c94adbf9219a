import Foundation

/// Nothing leaves the house unasked: which addresses count as the house.
///
/// Inside are loopback, private (RFC 1918, RFC 4193) and link-local addresses (RFC 3927, RFC 4291 §2.5.6), the name
/// `localhost` and names in `.local` (RFC 6762). Every other name is outside, as only its resolver knows where it
/// leads; shortened forms of IPv4 (`127.1`) count as names. `CurlWorkers` judges the resolved address once more.
package enum NetworkBoundary {
    /// Nil where the endpoint may be used; else a plain sentence that says why not, and what to do.
    package static func objection(to url: String, allowInternet: Bool) -> String? {
        guard let host = host(of: url) else {
            return "\"\(url)\" is not the address of a service; write it like http://127.0.0.1:2737."
        }
        guard !allowInternet, !contains(host: host) else { return nil }
        return "\(host) is not on this computer or the local network, and nothing leaves them unasked; "
            + "set allow_internet = true for this endpoint if its operator may read what is said here."
    }

    /// The host of an `http` or `https` URL without user, query or fragment, brackets of IPv6 removed; else nil.
    package static func host(of url: String) -> String? {
        guard let parts = URLComponents(string: url), ["http", "https"].contains(parts.scheme?.lowercased()),
            parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil,
            (1...65_535).contains(parts.port ?? 80), let host = parts.host
        else { return nil }
        let bare = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        return bare.isEmpty ? nil : bare.lowercased()
    }

    package static func contains(host: String) -> Bool {
        if let address = address(host) { return contains(address) }
        let name = host.hasSuffix(".") ? String(host.dropLast()) : host
        return name == "localhost" || name.hasSuffix(".localhost") || name.hasSuffix(".local")
    }

    /// `address`: the 4 or 16 bytes of an IP address in network order.
    package static func contains(_ address: [UInt8]) -> Bool {
        switch address.count {
        case 4: containsIPv4(address)
        case 16: containsIPv6(address)
        default: false
        }
    }

    private static func containsIPv4(_ a: [UInt8]) -> Bool {
        switch (a[0], a[1]) {
        case (127, _), (10, _), (192, 168), (169, 254), (172, 16...31): true
        default: false
        }
    }

    private static func containsIPv6(_ a: [UInt8]) -> Bool {
        let leadingZeros = a.prefix { $0 == 0 }.count
        if leadingZeros == 15, a[15] == 1 { return true }
        if leadingZeros == 10, a[10] == 0xFF, a[11] == 0xFF { return containsIPv4(Array(a[12...])) }
        return a[0] & 0xFE == 0xFC || (a[0] == 0xFE && a[1] & 0xC0 == 0x80)
    }

    private static func address(_ host: String) -> [UInt8]? {
        let withoutZone = String(host.prefix { $0 != "%" })
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET6, withoutZone, &bytes) == 1 { return bytes }
        return inet_pton(AF_INET, host, &bytes) == 1 ? Array(bytes.prefix(4)) : nil
    }
}
