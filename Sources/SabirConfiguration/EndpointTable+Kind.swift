import SabirTranslation

/// Rules that depend on the endpoint's kind: its allowed and required keys, and its address.
extension EndpointTable {
    /// Reports keys that the endpoint's kind does not use, and missing keys that it requires.
    func checkKeys(
        of kind: EndpointConfiguration.Kind, at path: ConfigurationPath, in reader: inout ConfigurationReader
    ) {
        for (name, isGiven, owner) in ownedKeys where isGiven && owner != kind {
            let sentence = "an endpoint of kind \"\(kind.rawValue)\" has no use for it; \"\(owner.rawValue)\" has"
            reader.report(sentence, at: path / name)
        }
        for (name, isGiven, owner) in ownedKeys where !isGiven && owner == kind && Self.needed.contains(name) {
            guard reader.areValid(path / name) else { continue }
            let sentence = "\"\(name)\" is missing and has no default for kind \"\(kind.rawValue)\""
            reader.report(sentence, at: path, asTable: true)
        }
    }

    private var ownedKeys: [(name: String, isGiven: Bool, owner: EndpointConfiguration.Kind)] {
        [
            ("model", common.model != nil, .openai), ("region", common.region != nil, .azure),
            ("email", common.email != nil, .mymemory), ("method", method != nil, .custom),
            ("headers", headers != nil, .custom), ("body", body != nil, .custom),
            ("content_type", contentType != nil, .custom), ("result", result != nil, .custom),
            ("codes", codes != nil, .custom),
        ]
    }

    private static let needed: Set = ["model", "result"]

    func checkSecret(
        _ secret: String?, of kind: EndpointConfiguration.Kind, at path: ConfigurationPath,
        in reader: inout ConfigurationReader
    ) {
        guard secret == nil, key == nil, keyVariable == nil, keyFile == nil,
            reader.areValid(path / "key", path / "key_env", path / "key_file")
        else { return }
        let sentence = "takes no request without a key; set key_file, key_env or key"
        if kind.needsKey {
            reader.report("\(kind.rawValue) \(sentence)", at: path, asTable: true)
        } else if usesKey {
            reader.report("{key} stands in a template, but there is no key; set key_file, key_env or key", at: path)
        }
    }

    /// Checks the address even if the kind is unknown, to report all problems at once.
    func checkAddress(at path: ConfigurationPath, in reader: inout ConfigurationReader) {
        guard reader.areValid(path / "url"), kind != nil || url != nil else { return }
        guard let base = baseURL(of: kind, key: nil) else {
            return reader.report("\"url\" is missing and has no default", at: path, asTable: true)
        }
        guard NetworkBoundary.host(of: base) != nil else {
            let allowed = kind == .custom ? Self.allowedTemplate : Self.allowedURL
            return reader.report("a text cannot stand here; allowed: \(allowed)", at: path / "url")
        }
        guard let objection = NetworkBoundary.objection(to: base, allowInternet: common.allowInternet) else { return }
        let sentence = objection.hasSuffix(".") ? String(objection.dropLast()) : objection
        reader.report(printable(sentence, atMost: 400), at: path / "url")
    }

    /// The endpoint's address without trailing slashes; for a `custom` endpoint, whose path is a template, only up to
    /// host and port.
    func baseURL(of kind: EndpointConfiguration.Kind?, key: String?) -> String? {
        guard var text = url else { return kind?.defaultURL(key: key) }
        if kind == .custom { return String(text[..<endOfHost(text)]) }
        while text.hasSuffix("/") { text.removeLast() }
        return text
    }

    /// The path and query of a `custom` endpoint's URL.
    var pathTemplate: String { url.map { String($0[endOfHost($0)...]) } ?? "" }

    private func endOfHost(_ url: String) -> String.Index {
        guard let scheme = url.firstRange(of: "://") else { return url.endIndex }
        return url[scheme.upperBound...].firstIndex { "/?#".contains($0) } ?? url.endIndex
    }

    private static let allowedURL =
        "http:// or https://, a host, and if need be a port and a path, without user, ? or #"
    private static let allowedTemplate =
        "http:// or https://, a host without user or template, and if need be a port, a path and a query"
}

extension ValueRule where Value == String {
    /// An engine's address; each kind checks more. Not quoted in problems, because somebody may have put a password
    /// there.
    static var url: ValueRule {
        matching("an address that begins with http:// or https://", isSecret: true) { text in
            let scheme = text.prefix(8).lowercased()
            return text.utf8.count <= 2_048 && (scheme.hasPrefix("http://") || scheme.hasPrefix("https://"))
        }.doubting { NumericAddress.doubt(inURL: $0) }
    }

    /// Goes into a URL. Only the @ is checked, because other rules differ from provider to provider.
    static var email: ValueRule {
        matching("an e-mail address, such as \"reception@clinic.example\"") { text in
            let parts = text.split(separator: "@", omittingEmptySubsequences: false)
            return text.isVisibleASCII(3...254) && parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
        }
    }

    /// Goes into a header.
    static var region: ValueRule {
        matching("the name of a region, such as \"westeurope\"") { $0.isVisibleASCII(1...64) }
    }
}
