import SabirProtocol

/// The node's translation, as the server that shares it sees it.
package protocol SharedEngine: Sendable {
    /// For each language it translates from, those it translates into: language tags, such as `["es": ["ca", "en"]]`.
    func pairs() async -> [String: [String]]

    /// Translates into as many texts in the same order. `asker` tells one client from another, for fairness.
    func translate(_ texts: [String], from source: LanguageTag, to target: LanguageTag, asker: String) async
        -> SharedAnswer

    /// The languages this text may be in, the likeliest first, each with a confidence from 0 to 1. Empty where it
    /// cannot be told.
    func detect(_ text: String) async -> [(language: LanguageTag, confidence: Double)]
}

package enum SharedAnswer: Hashable, Sendable {
    case texts([SharedText])
    case refused(SharedRefusal)
}

/// A translation, and what a reader of it should look at twice.
package struct SharedText: Hashable, Sendable {
    package struct Warning: Hashable, Sendable, Encodable {
        /// One of `share/warnings`.
        let kind: String
        let words: [String]
        let counterparts: [String]

        package init(kind: String, words: [String], counterparts: [String]) {
            self.kind = kind
            self.words = words
            self.counterparts = counterparts
        }
    }

    let text: String
    let warnings: [Warning]

    package init(_ text: String, warnings: [Warning] = []) {
        self.text = text
        self.warnings = warnings
    }
}

package enum SharedRefusal: Hashable, Sendable {
    /// More than can be translated now; the asker may come back.
    case tooMuch
    /// No engine has this pair.
    case unsupported
    /// `reason` is a plain sentence for the asker.
    case unavailable(reason: String)
}
