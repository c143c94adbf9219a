/// The cookies of a request (RFC 6265 §5.4).
struct CookieHeader: Sendable {
    private let values: [Substring: Substring]

    init(_ headers: [String]) {
        var values: [Substring: Substring] = [:]
        for pair in headers.flatMap({ $0.split(separator: ";") }).prefix(50) {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            let name = parts[0].drop { $0 == " " }
            // Of two cookies with the same name, the first one has the longer path.
            if values[name] == nil { values[name] = parts[1] }
        }
        self.values = values
    }

    subscript(name: String) -> String? { values[name[...]].map(String.init) }

    /// A `Set-Cookie` value for this host alone, which scripts cannot read and other sites' requests never carry.
    static func setting(_ name: String, to value: String, maximumAge: Int, isSecure: Bool) -> String {
        "\(name)=\(value); Path=/; Max-Age=\(maximumAge); HttpOnly; SameSite=Strict\(isSecure ? "; Secure" : "")"
    }
}
