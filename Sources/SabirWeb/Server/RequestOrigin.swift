import HTTPTypes
import NIOCore
import SabirCore

/// The address of a request and whether it is secure: from the connection, and from a proxy's headers if the
/// configuration trusts that proxy. Other headers are ignored.
struct RequestOrigin: Sendable {
    /// The address as text; IPv4 in its own form also on a socket for both families.
    let address: String
    /// Whether the request comes from this machine itself. Never for a proxied request, even if a trusted proxy says
    /// so, as it may only repeat what the visitor claims.
    let isLoopback: Bool
    /// Whether nobody between the node and the browser can overhear the request.
    let isSecure: Bool
    let cookies: CookieNames

    /// The full address in one form, however a proxy writes it.
    var whole: String { IPAddress(address)?.description ?? address }

    /// The origin by the connection alone, before any header is read.
    init(_ channel: any Channel, entrance: WebEntrance) {
        address = IPAddress(channel.remoteAddress)?.description ?? ""
        isLoopback = false
        isSecure = entrance.isSecure
        cookies = entrance.cookies
    }

    /// - Throws: If a trusted proxy's headers contradict each other, as one of them is the visitor's own.
    init(
        _ headers: HTTPFields, from peer: String, entrance: WebEntrance, trusting proxies: TrustedProxies
    ) throws(WebRefusal) {
        let forwarding = proxies.contains(peer) ? try Forwarding(headers, trusting: proxies) : nil
        address = forwarding?.client ?? peer
        isLoopback = IPAddress(address)?.isLoopback == true && !Forwarding.isPresent(in: headers)
        isSecure = entrance.isSecure || forwarding?.isSecure == true
        cookies = entrance.cookies
    }
}

/// The proxies whose headers are trusted.
struct TrustedProxies: Sendable {
    private let addresses: Set<IPAddress>

    init(_ addresses: [String]) { self.addresses = Set(addresses.compactMap { IPAddress($0) }) }

    func contains(_ address: String) -> Bool { IPAddress(address).map(addresses.contains) ?? false }
}

/// A request's proxy headers: `Forwarded` (RFC 7239) or `X-Forwarded-…`.
private struct Forwarding {
    /// The client that the outermost trusted proxy was asked by; nil if the headers do not say.
    let client: String?
    let isSecure: Bool

    private static let standard = SecurityHeaders.name("Forwarded")
    private static let xFor = SecurityHeaders.name("X-Forwarded-For")
    private static let xProto = SecurityHeaders.name("X-Forwarded-Proto")
    /// Other headers that only a proxy adds.
    private static let others = ["Via", "X-Real-IP", "X-Forwarded-Host"].map(SecurityHeaders.name)

    static func isPresent(in headers: HTTPFields) -> Bool {
        ([standard, xFor, xProto] + others).contains { headers[$0] != nil }
    }

    init(_ headers: HTTPFields, trusting proxies: TrustedProxies) throws(WebRefusal) {
        let elements = Self.list(headers[values: Self.standard]).map(Self.pairs)
        let xFor = Self.list(headers[values: Self.xFor])
        let standard = Self.outermost(elements.compactMap { $0["for"] }, trusting: proxies)
        let extended = Self.outermost(xFor, trusting: proxies)
        if let standard, let extended, IPAddress(standard) != IPAddress(extended) {
            throw .badRequest(
                "The headers Forwarded and X-Forwarded-For name different addresses: have the proxy send one.")
        }
        client = standard ?? extended
        let proto = elements.last?["proto"] ?? Self.list(headers[values: Self.xProto]).last
        isSecure = proto?.lowercased() == "https"
    }

    /// The last address that is not a trusted proxy, as anybody may have written those before it. An invalid address is
    /// not skipped.
    private static func outermost(_ chain: [String], trusting proxies: TrustedProxies) -> String? {
        let addresses = chain.suffix(50).map(address)
        return addresses.last { !proxies.contains($0) } ?? addresses.first
    }

    /// Reads `10.0.0.5`, `10.0.0.5:4711` or `[fd00::5]:4711`, with or without quotation marks.
    private static func address(_ text: String) -> String {
        let bare = text.filter { $0 != "\"" }
        if bare.hasPrefix("[") { return String(bare.dropFirst().prefix { $0 != "]" }) }
        let isFourthWithPort = bare.filter { $0 == ":" }.count == 1
        return isFourthWithPort ? String(bare.prefix { $0 != ":" }) : bare
    }

    private static func list(_ values: [String]) -> [String] {
        values.flatMap { $0.split(separator: ",") }.map { $0.filter { !$0.isWhitespace } }
    }

    private static func pairs(_ element: String) -> [String: String] {
        var pairs: [String: String] = [:]
        for pair in element.split(separator: ";") {
            let parts = pair.split(separator: "=", maxSplits: 1)
            if parts.count == 2 { pairs[parts[0].lowercased()] = parts[1].filter { $0 != "\"" } }
        }
        return pairs
    }
}
