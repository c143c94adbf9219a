import SabirProtocol

/// One translation endpoint as the operator configured it, already checked for form.
package struct EndpointConfiguration: Sendable, Hashable {
    /// Which documented HTTP interface the endpoint speaks.
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
    /// The name shown to readers and in logs; the kind where the operator gave none.
    package var name: String
    /// Base URL without a trailing slash, `http://127.0.0.1:2737`.
    package var url: String
    /// Secret for engines that ask for one. Never logged.
    package var key: String?
    /// Languages this endpoint may be asked for; empty allows all it offers.
    package var languages: [LanguageTag]
    /// Time allowed for the TCP (and TLS) connection.
    package var connectTimeout: Duration
    /// Time allowed for one answer in all. Long enough for a pair's cold start (0.25–0.6 s on APy).
    package var answerTimeout: Duration
    /// Requests under way at once, 1 to 64.
    package var concurrency: Int
    /// Unicode scalars sent in one request at most. APy drops text past ten chunks without a word: under 5,000.
    package var charactersPerRequest: Int
    /// Unicode scalars sent in a day at most, from all rooms, checks and guests together; nil for no ceiling.
    package var charactersPerDay: Int?
    /// Whether the endpoint may lie outside loopback, private and link-local addresses and `.local` names.
    package var allowInternet: Bool
    /// What `openai` endpoints call the model to be used; they need one.
    package var model: String?
    /// The region of an `azure` resource that is not global.
    package var region: String?
    /// The operator's address, told to `mymemory` for a larger daily share.
    package var email: String?
    /// What a `custom` endpoint is asked and how its answer reads; it needs one.
    package var custom: CustomInterface?

    package init(
        kind: Kind, name: String? = nil, url: String, key: String? = nil, languages: [LanguageTag] = [],
        connectTimeout: Duration = .milliseconds(500), answerTimeout: Duration = .seconds(5), concurrency: Int = 4,
        charactersPerRequest: Int = 2_000, allowInternet: Bool = false, model: String? = nil, region: String? = nil,
        email: String? = nil, custom: CustomInterface? = nil
    ) {
        self.kind = kind
        self.name = name ?? kind.rawValue
        self.url = url
        self.key = key
        self.languages = languages
        self.connectTimeout = connectTimeout
        self.answerTimeout = answerTimeout
        self.concurrency = concurrency
        self.charactersPerRequest = charactersPerRequest
        self.allowInternet = allowInternet
        self.model = model
        self.region = region
        self.email = email
        self.custom = custom
    }
}

/// Printing an endpoint, in a log or a failed test, does not show its key.
extension EndpointConfiguration: CustomStringConvertible, CustomReflectable {
    package var description: String { "\(name) (\(kind.rawValue), \(url))" }
    package var customMirror: Mirror { Mirror(self, children: ["name": name, "kind": kind, "url": url]) }
}
