import SabirProtocol

@testable import SabirWeb

/// An engine that puts the target before each text, and can be told to refuse or to wait for ever.
actor StagedEngine: SharedEngine {
    enum Mood: Sendable {
        case well, refuses(SharedRefusal), hangs, forgets
        /// Until this stream ends.
        case waits(AsyncStream<Void>)
    }

    private let mood: Mood
    private(set) var asked: [[String]] = []
    private(set) var askers: Set<String> = []
    private let onAsked: AsyncStream<Void>.Continuation?

    init(_ mood: Mood = .well, onAsked: AsyncStream<Void>.Continuation? = nil) {
        self.mood = mood
        self.onAsked = onAsked
    }

    func pairs() -> [String: [String]] {
        ["en": ["ca", "es", "zh-Hant"], "es": ["ca", "en"], "pt-BR": ["en"], "zh-Hans": ["en"], "no tag!": ["en"]]
    }

    func translate(
        _ texts: [String], from source: LanguageTag, to target: LanguageTag, asker: String
    ) async -> SharedAnswer {
        asked.append(texts)
        askers.insert(asker)
        onAsked?.yield()
        switch mood {
        case .well: return .texts(texts.map { Self.text("\(source)>\(target):\($0)") })
        case .refuses(let refusal): return .refused(refusal)
        case .forgets: return .texts([])
        case .waits(let end):
            for await _ in end {}
            return .texts(texts.map { SharedText($0) })
        case .hangs:
            try? await Task.sleep(for: .seconds(3_600))
            return .texts(texts.map { SharedText($0) })
        }
    }

    /// With a doubt about what has a hash.
    private static func text(_ text: String) -> SharedText {
        let word = SharedText.Warning(kind: "word-form", words: ["word"], counterparts: [])
        return SharedText(text, warnings: text.contains("#") ? [word] : [])
    }

    /// Spanish for what begins with an inverted mark, Urdu for "urdu", and else it cannot tell.
    func detect(_ text: String) -> [(language: LanguageTag, confidence: Double)] {
        let tags: [(String, Double)] =
            text.hasPrefix("¿") ? [("ur", 0.99), ("es", 0.83)] : text.hasPrefix("urdu") ? [("ur", 0.9)] : []
        return tags.compactMap { tag, confidence in LanguageTag(tag).map { ($0, confidence) } }
    }
}
