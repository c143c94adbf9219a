import SabirProtocol

@testable import SabirTranslation
@testable import SabirWeb

/// An engine that puts the target before each text, and can be told to refuse or to wait for ever.
actor StagedEngine: SharedEngine {
    enum Mood: Sendable {
        case well, refuses(UntranslatedReason), hangs, forgets
        /// Until this stream ends.
        case waits(AsyncStream<Void>)
    }

    private let mood: Mood
    private(set) var asked: [[String]] = []
    private let onAsked: AsyncStream<Void>.Continuation?

    init(_ mood: Mood = .well, onAsked: AsyncStream<Void>.Continuation? = nil) {
        self.mood = mood
        self.onAsked = onAsked
    }

    func pairs() -> [LanguageTag: [LanguageTag]] {
        ["en": ["ca", "es", "zh-Hant"], "es": ["ca", "en"], "pt-BR": ["en"], "zh-Hans": ["en"]]
    }

    func translate(
        _ texts: [String], from source: LanguageTag, to target: LanguageTag
    ) async -> [TranslationOutcome] {
        asked.append(texts)
        onAsked?.yield()
        switch mood {
        case .well: return texts.map { Self.text("\(source)>\(target):\($0)") }
        case .refuses(let reason): return texts.map { _ in .untranslated(reason) }
        case .forgets: return []
        case .waits(let end):
            for await _ in end {}
            return texts.map(TranslationOutcome.same)
        case .hangs:
            try? await Task.sleep(for: .seconds(3_600))
            return texts.map(TranslationOutcome.same)
        }
    }

    /// With a doubt about what has a hash.
    private static func text(_ text: String) -> TranslationOutcome {
        let word = TranslationWarning(kind: .word, words: ["word"], counterparts: [])
        return TranslationOutcome(text: text, state: .translated, warnings: text.contains("#") ? [word] : [])
    }

    nonisolated func sentence(_ reason: UntranslatedReason) -> String { reason.sentence }

    /// Spanish for what begins with an inverted mark, Urdu for "urdu", and else it cannot tell.
    func detect(_ text: String) -> [(language: LanguageTag, confidence: Double)] {
        let tags: [(String, Double)] =
            text.hasPrefix("¿") ? [("ur", 0.99), ("es", 0.83)] : text.hasPrefix("urdu") ? [("ur", 0.9)] : []
        return tags.compactMap { tag, confidence in LanguageTag(tag).map { ($0, confidence) } }
    }
}
