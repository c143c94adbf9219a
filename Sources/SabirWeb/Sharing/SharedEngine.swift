import SabirProtocol

/// The node's translation, as the translation API uses it.
package protocol SharedEngine: Sendable {
    /// For each source language its target languages, as tags: `["es": ["ca", "en"]]`.
    func pairs() async -> [String: [String]]

    /// Translates texts; the result has as many, in the same order. `asker` identifies the client, for fairness.
    func translate(_ texts: [String], from source: LanguageTag, to target: LanguageTag, asker: String) async
        -> SharedAnswer

    /// The languages that a text may be in, the most likely first, with confidences from 0 to 1; empty if unknown.
    func detect(_ text: String) async -> [(language: LanguageTag, confidence: Double)]
}

package enum SharedAnswer: Hashable, Sendable {
    case texts([SharedText])
    case refused(SharedRefusal)
}

/// A translation, with warnings about it.
package struct SharedText: Hashable, Sendable {
    package struct Warning: Hashable, Sendable, Encodable {
        /// The name of a warning in `share/warnings`.
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
    /// Too much is being translated; the client may try again later.
    case tooMuch
    /// No engine translates this pair.
    case unsupported
    /// Translation failed; `reason` is a plain sentence for the client.
    case unavailable(reason: String)
}
