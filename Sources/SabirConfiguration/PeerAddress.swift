import Foundation
import SabirCore
import SabirProtocol

extension ValueRule where Value == NodeAddress {
    /// `10.0.8.5`, `clinic.example:47275`, `[fe80::1%eth0]`, `[2001:db8::1]:47275`. Without a port, the usual one
    /// applies.
    static var peer: ValueRule {
        let allowed = "a node's address, such as \"10.0.8.5\", \"10.0.9.1:47275\" or \"[fe80::1%eth0]\""
        return parsing(allowed) { PeerAddress.read($0) }.doubting { NumericAddress.doubt($0.host) }
    }
}

/// Parses addresses of peers.
enum PeerAddress {
    /// The longest host name (RFC 1035 §3.1) followed by an interface's name.
    private static let maximumBytes = 255 + Int(IFNAMSIZ)

    static func read(_ text: String) -> NodeAddress? {
        guard (1...maximumBytes).contains(text.utf8.count) else { return nil }
        if text.hasPrefix("[") { return bracketed(text) }
        let colons = text.count { $0 == ":" }
        guard colons <= 1 else { return isIPv6(text) ? usual(text) : nil }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        // Letters, digits, hyphens and dots (RFC 1123 §2.1), and the underscore, which people use anyway.
        guard parts[0].isWord(1...maximumBytes, besides: "-._") else { return nil }
        return colons == 0 ? usual(parts[0]) : port(parts[1]).map { NodeAddress(host: parts[0], port: $0) }
    }

    private static func bracketed(_ text: String) -> NodeAddress? {
        guard let end = text.firstIndex(of: "]") else { return nil }
        let host = String(text[text.index(after: text.startIndex)..<end])
        let rest = text[text.index(after: end)...]
        guard isIPv6(host), rest.isEmpty || rest.hasPrefix(":") else { return nil }
        return rest.isEmpty ? usual(host) : port(String(rest.dropFirst())).map { NodeAddress(host: host, port: $0) }
    }

    private static func usual(_ host: String) -> NodeAddress {
        NodeAddress(host: host, port: NodeSettings.defaultPort)
    }

    private static func port(_ text: String) -> Int? {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = Int(text) else { return nil }
        return (1...65_535).contains(port) ? port : nil
    }

    /// An IPv6 address with or without an interface (RFC 4007 §11).
    private static func isIPv6(_ text: String) -> Bool {
        text.contains(":") && IPAddress(text) != nil && text.drop { $0 != "%" }.utf8.count <= Int(IFNAMSIZ)
    }
}

/// Finds hosts that look like IPv4 addresses but are not valid: resolvers take them for names, and they lead nowhere.
enum NumericAddress {
    /// What is wrong with the host of a URL; nil if nothing is.
    static func doubt(inURL text: String) -> String? { URLComponents(string: text)?.host.flatMap { doubt($0) } }

    /// What is wrong with `10.0.0.300` or `10.0.5`; nil for addresses and names. The last label of a name is never all
    /// digits (RFC 1123 §2.1).
    static func doubt(_ host: String) -> String? {
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard let last = labels.last, !last.isEmpty, last.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        guard IPAddress(host) == nil else { return nil }
        return "\"\(printable(host, atMost: 40))\" is no IPv4 address; one has four numbers from 0 to 255, such as "
            + "\"10.0.0.5\""
    }
}
