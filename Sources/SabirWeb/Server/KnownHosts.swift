import Foundation

/// The names by which a browser may ask for the page, where no certificate proves them.
///
/// A site of the internet can have a name of its own lead to this node ("DNS rebinding"): its scripts would then share
/// the page's origin, and enter rooms from inside the wifi. Such a name is a registered one. So what nobody can
/// register is let in: addresses, single labels, and what is kept for local networks (RFC 6761, 6762, 8375; ICANN
/// resolution 2024.07.29.06 on `internal`); and the name in the configuration.
struct KnownHosts: Sendable {
    /// `lan` and `home` are what routers use; neither is delegated.
    private static let local: Set<Substring> = ["localhost", "local", "internal", "lan", "home"]

    /// Whether connections are by TLS, where the browser has seen to it that the name is ours.
    let isSecure: Bool
    /// The page's own address, with its scheme.
    let base: @Sendable () -> String

    /// - Parameter authority: `Host`, with or without a port; nil where a client that is no browser sent none.
    func includes(_ authority: String?) -> Bool {
        guard let authority, !isSecure else { return true }
        let host = Self.host(of: authority)
        return Self.isLocal(host) || host == Self.host(of: base())
    }

    /// The same host over HTTPS on another port.
    static func base(_ base: String, securelyOn port: Int) -> String { "https://\(host(of: base)):\(port)" }

    private static func isLocal(_ host: String) -> Bool {
        if host.hasPrefix("[") { return true }
        let labels = host.split(separator: ".")
        guard let last = labels.last, labels.count > 1 else { return true }
        // Of `arpa` only this is nobody's: reverse zones are delegated, and names stand in them (RFC 8375 §3).
        if last == "arpa" { return labels.count > 2 && labels.dropLast().last == "home" }
        // No name of the internet ends in a number: it is an IPv4 address (RFC 3696, §2).
        return local.contains(last) || last.allSatisfy { $0.isASCII && $0.isNumber }
    }

    /// Without scheme, port and the root's dot, in lower case; an IPv6 address in its brackets.
    static func host(of address: String) -> String {
        let start = address.range(of: "://")?.upperBound ?? address.startIndex
        let authority = address[start...].prefix { $0 != "/" }.lowercased()
        if authority.hasPrefix("[") { return authority.prefix { $0 != "]" } + "]" }
        let name = authority.prefix { $0 != ":" }
        return String(name.hasSuffix(".") ? name.dropLast() : name)
    }
}
