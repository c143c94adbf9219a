import SabirCore
import SabirProtocol

/// Answers the requests of the translation API; owns the askers' limits.
actor TranslationAPIService {
    private let settings: SharingSettings
    private let engine: any SharedEngine
    private var limits: AskerLimits

    init(_ settings: SharingSettings, engine: any SharedEngine) {
        self.settings = settings
        self.engine = engine
        limits = AskerLimits(settings)
    }

    func setLimit(charactersPerMinute: Int) { limits.setLimit(charactersPerMinute: charactersPerMinute) }

    func languages() async -> [SharingReply.Language] {
        let shared = SharedLanguages(targets: await engine.pairs())
        return shared.all.map { language in
            SharingReply.Language(
                code: language.description, name: SharedLanguages.name(language),
                targets: (shared.targets[language] ?? []).map(\.description))
        }
    }

    nonisolated var frontendSettings: SharingReply.FrontendSettings {
        SharingReply.FrontendSettings(
            charLimit: settings.charactersPerText,
            language: .init(
                source: .init(code: "auto", name: "Auto Detect"), target: .init(code: "en", name: "English")))
    }

    /// Detects a text's language. If that is unknown the answer is "English with no confidence", as from
    /// LibreTranslate: clients rely on one entry.
    func detect(_ fields: SharingFields, asker: String) async throws(SharingFault) -> [SharingReply.Detection] {
        let text = try SharingQuestion.texts(fields["q"]).0.joined(separator: "\n")
        let engine = engine
        let found = try await admitted(asker, characters: 0) { await .success(engine.detect(text)) }
        if let english = LanguageTag("en"), found.isEmpty { return [.init(english, confidence: 0)] }
        return found.map { .init($0.language, confidence: $0.confidence) }
    }

    func translate(_ fields: SharingFields, asker: String) async throws(SharingFault) -> SharingReply.Translation {
        let question = try SharingQuestion(fields, settings: settings)
        let work = SharingWork(question: question, engine: engine)
        return try await admitted(asker, characters: question.characters) { await work.result() }
    }

    /// Does the work if the asker's limits allow it, within the time limit.
    private func admitted<Value: Sendable>(
        _ asker: String, characters: Int, _ work: @escaping @Sendable () async -> Result<Value, SharingFault>
    ) async throws(SharingFault) -> Value {
        if case .refused(let limit, let seconds) = limits.begin(asker, characters: characters, now: .now) {
            throw .slowDown(limit, seconds: seconds)
        }
        let result = await within(settings.answerWithin, work)
        limits.finish(asker)
        guard let result else { throw .failed("the engine took too long") }
        return try result.get()
    }
}
