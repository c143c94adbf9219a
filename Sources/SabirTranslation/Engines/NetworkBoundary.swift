import Foundation
import SabirCore

/// Nothing leaves the local network unasked: which addresses count as local.
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
        if let address = IPAddress(host) { return address.isLocal }
        let name = host.hasSuffix(".") ? String(host.dropLast()) : host
        return name == "localhost" || name.hasSuffix(".localhost") || name.hasSuffix(".local")
    }
}
