extension RoomRecord {
    /// Longest `key=value` string a TXT record can hold, in bytes (RFC 6763 §6.1).
    static let maximumStringBytes = 255

    /// The record as `key=value` strings, `txtvers` first (RFC 6763 §6.7).
    ///
    /// Throws where a string would be longer than 255 bytes, or where this record would be rejected by ``init(txt:)``.
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
