import SabirWire

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
    case texts([String])
    case refused(SharedRefusal)
}

package enum SharedRefusal: Hashable, Sendable {
    /// More than can be translated now; the asker may come back.
    case tooMuch
    /// No engine has this pair.
    case unsupported
    /// `reason` is a plain sentence for the asker.
    case unavailable(reason: String)
}
