import SabirProtocol
import SabirTranslation

/// Translates the texts of one request.
struct SharingWork: Sendable {
    let question: SharingQuestion
    let engine: any SharedEngine

    func result() async -> Result<SharingReply.Translation, SharingFault> {
        do throws(SharingFault) {
            return .success(try await answer())
        } catch {
            return .failure(error)
        }
    }

    private func answer() async throws(SharingFault) -> SharingReply.Translation {
        let languages = SharedLanguages(targets: await engine.pairs())
        guard let target = languages.language(question.target) else { throw unsupported(question.target) }
        let detected = question.source == "auto" ? try await detected(among: languages) : nil
        let source = if let detected { detected.language } else { try named(question.source, in: languages) }
        let texts = try await translated(source: source, target: target, languages: languages)

        var reply = SharingReply.Translation(translatedText: .init(texts.compactMap(\.text), isBatch: question.isBatch))
        if let detected {
            let detection = SharingReply.Detection(detected.language, confidence: detected.confidence)
            reply.detectedLanguage = .init(texts.map { _ in detection }, isBatch: question.isBatch)
        }
        if question.wantsAlternatives {
            reply.alternatives = .init(texts.map { _ in [] }, isBatch: question.isBatch)
        }
        if texts.contains(where: { !$0.warnings.isEmpty }) {
            let warnings = texts.map { $0.warnings.map(SharingReply.Warning.init) }
            reply.warnings = .init(warnings, isBatch: question.isBatch)
        }
        return reply
    }

    private func named(_ code: String, in languages: SharedLanguages) throws(SharingFault) -> LanguageTag {
        guard let language = languages.language(code) else { throw unsupported(code) }
        return language
    }

    /// The source language for all texts, as in LibreTranslate: the likeliest one that the engine translates from.
    ///
    /// Texts without words are returned unchanged, as "English with no confidence" like LibreTranslate does. Words in
    /// an unknown language are refused rather than taken for English.
    private func detected(
        among languages: SharedLanguages
    ) async throws(SharingFault) -> (language: LanguageTag, confidence: Double) {
        if let english = LanguageTag("en"), !question.texts.contains(where: Self.hasWords) { return (english, 0) }
        let found = await engine.detect(question.texts.joined(separator: "\n"))
        for candidate in found {
            if let language = languages.language(candidate.language.description) {
                return (language, candidate.confidence)
            }
        }
        guard let likeliest = found.first else {
            throw .invalid("The language of this text cannot be told; name it as source")
        }
        throw unsupported(likeliest.language.description)
    }

    /// Translates the texts; those without words are returned unchanged, without asking an engine.
    private func translated(
        source: LanguageTag, target: LanguageTag, languages: SharedLanguages
    ) async throws(SharingFault) -> [TranslationOutcome] {
        let texts = question.texts
        let places = texts.indices.filter { Self.hasWords(texts[$0]) }
        var all = texts.map(TranslationOutcome.same)
        guard !places.isEmpty, !target.reads(source) else { return all }
        guard languages.targets[source]?.contains(target) == true else { throw noPair(source, target) }
        let wanted = places.map { texts[$0] }
        let answers = await engine.translate(wanted, from: source, to: target)
        switch answers.lazy.compactMap(\.reason).first {
        case nil: break
        case .busy: throw .slowDown("the engine has too much to do", seconds: 5)
        case .pairNotOffered, .noEngine: throw noPair(source, target)
        case let reason?: throw .failed(engine.sentence(reason))
        }
        guard answers.count == wanted.count, answers.allSatisfy({ $0.text != nil }) else {
            throw .failed("the engine gave another number of texts")
        }
        for (place, answer) in zip(places, answers) { all[place] = answer }
        return all
    }

    private func unsupported(_ code: String) -> SharingFault { .invalid("\(code.prefix(40)) is not supported") }

    private func noPair(_ source: LanguageTag, _ target: LanguageTag) -> SharingFault {
        .invalid(
            "\(SharedLanguages.name(target)) (\(target)) is not available as a target language from "
                + "\(SharedLanguages.name(source)) (\(source))")
    }

    private static func hasWords(_ text: String) -> Bool { text.contains(where: \.isLetter) }
}
