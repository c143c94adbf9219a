import SabirProtocol

/// A room's host that translates for its guests, by the room's own connection.
///
/// The host puts texts through its whole pipeline (set sentences, protection, checks), so they go to it as they are. It
/// is trusted no more than any engine: what it says is counted, bounded and checked, and what it translated is
/// forgotten with it. Calls may throw an `EngineFailure`, `.resting` where the host asks for patience; anything else
/// that is thrown means that it is gone. They must end when their task is cancelled.
package protocol PeerEngine: Sendable {
    /// What it offers now; the first 10,000 count.
    func pairs() async throws -> [LanguagePair]
    /// As many as `texts`, of which there are 16 and 32 KiB at most; nil for one that it could not translate.
    func translate(_ texts: [String], from: LanguageTag, to: LanguageTag) async throws -> [String?]
    /// The same, with what the host calls the engine that did it; nil where readers are to be told of the host alone.
    func answer(_ texts: [String], from: LanguageTag, to: LanguageTag) async throws -> PeerTranslation
}

extension PeerEngine {
    package func answer(_ texts: [String], from: LanguageTag, to: LanguageTag) async throws -> PeerTranslation {
        PeerTranslation(texts: try await translate(texts, from: from, to: to))
    }
}

package struct PeerTranslation: Sendable, Hashable {
    package let texts: [String?]
    package let engine: String?
    /// What the host knows to be doubtful, for each text by its place; empty where it says nothing.
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
