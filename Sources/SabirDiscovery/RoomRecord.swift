import SabirCore
import SabirProtocol

/// What a room's TXT record says: all that a guest needs to choose a room and to verify its host.
package struct RoomRecord: Hashable, Sendable {
    package enum Authentication: String, Sendable {
        case none, password
    }

    /// The relay that announces a room which lives elsewhere.
    package struct Relay: Hashable, Sendable {
        /// The name of the relay that carries the room.
        package var via: String
        /// Relays between this announcement and the host, 1 to 8.
        package var hops: Int

        package init(via: String, hops: Int) {
            self.via = via
            self.hops = hops
        }
    }

    /// The room's UUID as text, in its host's letter case.
    package var id: String
    /// The id of the announcing node.
    package var node: String
    package var authentication: Authentication
    /// SHA-256 of the certificate in base64url without padding (43 characters); nil if TLS is off.
    package var fingerprint: String?
    /// The number of members now.
    package var members: Int
    /// The TCP port of the web page, if there is one.
    package var webPort: UInt16?
    package var relay: Relay?

    package init(
        id: String, node: String, authentication: Authentication = .none, fingerprint: String? = nil,
        members: Int = 0, webPort: UInt16? = nil, relay: Relay? = nil
    ) {
        self.id = id
        self.node = node
        self.authentication = authentication
        self.fingerprint = fingerprint
        self.members = members
        self.webPort = webPort
        self.relay = relay
    }
}

extension RoomRecord {
    private static let maximumHops = 8
    private static let fingerprintLength = 43

    /// Parses the strings of a TXT record. Ignores unknown keys. Rejects a record that violates the contract, with a
    /// sentence that says why.
    package init(txt strings: [String]) throws(DiscoveryError) {
        let values = Self.values(of: strings)
        guard (values["txtvers"] ?? "1") == "1" else {
            throw .badRecord("The TXT record has a version this program does not know.")
        }
        guard values["proto"] == "1" else {
            throw .badRecord("The room does not say that it speaks protocol 1.")
        }
        guard let id = values["id"], MessageID(id) != nil else { throw .badRecord("The room id is not a UUID.") }
        guard let node = values["node"], !node.isEmpty else { throw .badRecord("The node id is missing.") }
        guard let authentication = values["auth"].flatMap(Authentication.init(rawValue:)) else {
            throw .badRecord("auth is neither none nor password.")
        }
        self.init(id: id, node: node, authentication: authentication)
        fingerprint = try Self.fingerprint(values)
        members = try Self.number(values["n"], "n", in: 0...Int(Int32.max)) ?? 0
        webPort = try Self.number(values["web"], "web", in: 1...Int(UInt16.max)).map(UInt16.init)
        relay = try Self.relay(values)
    }

    /// Keys are compared without case, the first of two equal keys counts, and a string without a key is skipped
    /// (RFC 6763 §6.4).
    private static func values(of strings: [String]) -> [String: String] {
        var values: [String: String] = [:]
        for string in strings {
            let parts = string.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let key = parts[0].lowercased()
            guard !key.isEmpty, values[key] == nil else { continue }
            values[key] = parts.count == 2 ? String(parts[1]) : ""
        }
        return values
    }

    /// Refuses TLS without a fingerprint. Reading such a record as plain text would be a downgrade.
    private static func fingerprint(_ values: [String: String]) throws(DiscoveryError) -> String? {
        guard let tls = values["tls"], tls != "0" else { return nil }
        guard tls == "1" else { throw .badRecord("tls is neither 0 nor 1.") }
        guard let text = values["fp"], text.utf8.count == fingerprintLength, Base64URL.isText(text) else {
            throw .badRecord("The room uses TLS but its fingerprint is missing or malformed.")
        }
        return text
    }

    private static func relay(_ values: [String: String]) throws(DiscoveryError) -> Relay? {
        guard let via = values["via"] else { return nil }
        guard !via.isEmpty, let hops = try number(values["hops"], "hops", in: 1...maximumHops) else {
            throw .badRecord("A relayed room must say via and hops.")
        }
        return Relay(via: via, hops: hops)
    }

    private static func number(
        _ text: String?, _ key: String, in range: ClosedRange<Int>
    ) throws(DiscoveryError) -> Int? {
        guard let text else { return nil }
        let isDigits = text.utf8.allSatisfy { (0x30...0x39).contains($0) }  // Int takes a sign, too
        guard isDigits, let number = Int(text), range.contains(number) else {
            throw .badRecord("\(key) is not a number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }
}

extension RoomRecord {
    /// Longest `key=value` string a TXT record can hold, in bytes (RFC 6763 §6.1).
    static let maximumStringBytes = 255

    /// The record as `key=value` strings, `txtvers` first (RFC 6763 §6.7).
    ///
    /// Throws if a string would be longer than 255 bytes, or if ``init(txt:)`` would reject the record.
    package func txt() throws(DiscoveryError) -> [String] {
        var strings = ["txtvers=1", "proto=1", "id=\(id)", "node=\(node)", "auth=\(authentication.rawValue)"]
        if let fingerprint { strings += ["tls=1", "fp=\(fingerprint)"] }
        strings.append("n=\(members)")
        if let webPort { strings.append("web=\(webPort)") }
        if let relay { strings += ["via=\(relay.via)", "hops=\(relay.hops)"] }
        for string in strings where string.utf8.count > Self.maximumStringBytes {
            throw .badRecord("The TXT string \(string.prefix(24))… is longer than 255 bytes.")
        }
        _ = try RoomRecord(txt: strings)
        return strings
    }
}
