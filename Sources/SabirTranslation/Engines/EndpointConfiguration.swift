import SabirProtocol

/// One translation endpoint as configured, already checked for form.
package struct EndpointConfiguration: Sendable, Hashable {
    /// The HTTP interface that the endpoint speaks.
    package enum Kind: String, Sendable, CaseIterable {
        case apertium
        case libretranslate
        case deepl
        case google
        case azure
        case openai
        case mymemory
        case custom
    }

    package var kind: Kind
    /// The name shown to readers and in logs; by default the kind.
    package var name: String
    /// Base URL without a trailing slash, `http://127.0.0.1:2737`.
    package var url: String
    /// The engine's secret key, if it needs one. Never logged.
    package var key: String?
    /// Languages that may be requested; empty for all that the endpoint offers.
    package var languages: [LanguageTag]
    /// The time limit for the TCP (and TLS) connection.
    package var connectTimeout: Duration
    /// The time limit for a whole answer. Long enough for a pair's cold start (0.25–0.6 s on APy).
    package var answerTimeout: Duration
    /// Concurrent requests, 1 to 64.
    package var concurrency: Int
    /// The most Unicode scalars in one request. Below 5,000 for APy, which silently drops text after ten chunks.
    package var charactersPerRequest: Int
    /// The most Unicode scalars sent in a day, for all rooms, checks and guests together; nil for no ceiling.
    package var charactersPerDay: Int?
    /// Whether the endpoint may be outside loopback, private and link-local addresses and `.local` names.
    package var allowInternet: Bool
    /// The model of an `openai` endpoint, which requires one.
    package var model: String?
    /// The region of an `azure` resource, unless global.
    package var region: String?
    /// The operator's address, which gives `mymemory` a larger daily share.
    package var email: String?
    /// The requests and answers of a `custom` endpoint, which requires it.
    package var custom: CustomInterface?
}

extension EndpointConfiguration {
    package init(
        kind: Kind, name: String? = nil, url: String, key: String? = nil, languages: [LanguageTag] = [],
        connectTimeout: Duration = .milliseconds(500), answerTimeout: Duration = .seconds(5), concurrency: Int = 4,
        charactersPerRequest: Int = 2_000, allowInternet: Bool = false, model: String? = nil, region: String? = nil,
        email: String? = nil, custom: CustomInterface? = nil
    ) {
        self.init(
            kind: kind, name: name ?? kind.rawValue, url: url, key: key, languages: languages,
            connectTimeout: connectTimeout, answerTimeout: answerTimeout, concurrency: concurrency,
            charactersPerRequest: charactersPerRequest, charactersPerDay: nil, allowInternet: allowInternet,
            model: model, region: region, email: email, custom: custom)
    }
}

/// Keeps the key out of logs and of failed tests' output.
extension EndpointConfiguration: CustomStringConvertible, CustomReflectable {
    package var description: String { "\(name) (\(kind.rawValue), \(url))" }
    package var customMirror: Mirror { Mirror(self, children: ["name": name, "kind": kind, "url": url]) }
}
