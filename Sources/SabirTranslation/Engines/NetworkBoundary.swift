import Foundation
import SabirCore

/// Decides which addresses are local: by default nothing leaves the local network.
///
/// Loopback, private (RFC 1918, RFC 4193) and link-local addresses (RFC 3927, RFC 4291 §2.5.6), the name `localhost`
/// and names in `.local` (RFC 6762) are inside. Every other name is outside, because only its resolver knows where it
/// leads; abbreviated IPv4 addresses (`127.1`) count as names. `CurlWorkers` checks the resolved address again.
package enum NetworkBoundary {
    /// Nil if the endpoint may be used; otherwise a plain sentence with the reason and the remedy.
    package static func objection(to url: String, allowInternet: Bool) -> String? {
        guard let host = host(of: url) else {
            return "\"\(url)\" is not the address of a service; write it like http://127.0.0.1:2737."
        }
        guard !allowInternet, !contains(host: host) else { return nil }
        return "\(host) is not on this computer or the local network, and nothing leaves them unasked; "
            + "set allow_internet = true for this endpoint if its operator may read what is said here."
    }

    /// The host of an `http` or `https` URL, without IPv6 brackets; nil for a URL with user, query or fragment.
    package static func host(of url: String) -> String? {
        guard let parts = URLComponents(string: url), ["http", "https"].contains(parts.scheme?.lowercased()),
            parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil,
            (1...65_535).contains(parts.port ?? 80), let host = parts.host
        else { return nil }
        let bare = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        return bare.isEmpty ? nil : bare.lowercased()
    }

    package static func contains(host: String) -> Bool {
        if let address = IPAddress(host) { return address.isLocal }
        let name = host.hasSuffix(".") ? String(host.dropLast()) : host
        return name == "localhost" || name.hasSuffix(".localhost") || name.hasSuffix(".local")
    }
}
