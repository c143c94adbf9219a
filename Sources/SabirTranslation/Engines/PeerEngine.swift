import SabirProtocol

/// A room's host that translates for its guests over the room's connection.
///
/// The host runs its whole pipeline (set sentences, protection, checks), so it gets texts as they are. The host is
/// trusted no more than any engine: its answers are counted, bounded and checked, and its translations are forgotten
/// when it is gone. Calls may throw an `EngineFailure`, `.resting` if the host asks for patience; any other error means
/// that the host is gone. Calls must end when their task is cancelled.
package protocol PeerEngine: Sendable {
    /// The pairs offered now; only the first 10,000 count.
    func pairs() async throws -> [LanguagePair]
    /// One translation for each of `texts`, of which there are at most 16 with 32 KiB.
    func answer(_ texts: [String], from: LanguageTag, to: LanguageTag) async throws -> PeerTranslation
}

package struct PeerTranslation: Sendable, Hashable {
    /// Nil for a text that could not be translated.
    package let texts: [String?]
    /// The host's name of the engine it used; nil if readers are to be told of the host only.
    package let engine: String?
    /// The host's own warnings for each text, by its index.
    package let warnings: [Int: [TranslationWarning]]

    package init(texts: [String?], engine: String? = nil, warnings: [Int: [TranslationWarning]] = [:]) {
        self.texts = texts
        self.engine = engine
        self.warnings = warnings
    }
}

package struct LanguagePair: Sendable, Hashable {
    package let from: LanguageTag
    package let to: LanguageTag

    package init(from: LanguageTag, to: LanguageTag) {
        self.from = from
        self.to = to
    }
}
