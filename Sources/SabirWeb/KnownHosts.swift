import Foundation

/// The host names under which a browser may request the page, if no certificate proves them.
///
/// An internet site can make its own name resolve to this node ("DNS rebinding"): its scripts would then share the
/// page's origin, and could enter rooms from inside the wifi. Such a name is a registered one. So only names that
/// nobody can register are accepted: addresses, single labels, and names reserved for local networks (RFC 6761, 6762,
/// 8375; ICANN resolution 2024.07.29.06 on `internal`); besides them the name in the configuration.
struct KnownHosts: Sendable {
    /// Local top-level names. Routers use `lan` and `home`, which are not delegated.
    private static let local: Set<Substring> = ["localhost", "local", "internal", "lan", "home"]

    /// Whether connections use TLS with a trusted certificate, so that the browser has checked the name.
    let isSecure: Bool
    /// The page's own address, with its scheme.
    let base: @Sendable () -> String

    /// - Parameter authority: The `Host` header, with or without a port; nil if a client other than a browser sent
    ///   none.
    func includes(_ authority: String?) -> Bool {
        guard let authority, !isSecure else { return true }
        let host = Self.host(of: authority)
        return Self.isLocal(host) || host == Self.host(of: base())
    }

    /// The address on the same host over HTTPS on another port.
    static func base(_ base: String, securelyOn port: Int) -> String { "https://\(host(of: base)):\(port)" }

    private static func isLocal(_ host: String) -> Bool {
        if host.hasPrefix("[") { return true }
        let labels = host.split(separator: ".")
        guard let last = labels.last, labels.count > 1 else { return true }
        // Only `home.arpa` is reserved; other zones below `arpa` are delegated and contain names (RFC 8375 §3).
        if last == "arpa" { return labels.count > 2 && labels.dropLast().last == "home" }
        // A host that ends in a number is an IPv4 address (RFC 3696, §2).
        return local.contains(last) || last.allSatisfy { $0.isASCII && $0.isNumber }
    }

    /// The host of an address in lower case, without scheme, port and trailing dot; an IPv6 address in its brackets.
    static func host(of address: String) -> String {
        let start = address.range(of: "://")?.upperBound ?? address.startIndex
        let authority = address[start...].prefix { $0 != "/" }.lowercased()
        if authority.hasPrefix("[") { return authority.prefix { $0 != "]" } + "]" }
        let name = authority.prefix { $0 != ":" }
        return String(name.hasSuffix(".") ? name.dropLast() : name)
    }
}
