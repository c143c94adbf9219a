import SabirTranslation
import SabirProtocol

/// How a draft will read before it is said: in each language of the room, and translated back.
package struct DraftReport: Sendable {
    package let text: String
    package let readings: [DraftReading]
    package let advice: [DraftAdvice]
    package let misspellings: [Misspelling]
    /// The writer's language if no dictionary for it is installed; told once.
    package let missingDictionary: LanguageTag?
    /// The language that the text seems to be in, if that is certain and another one is set.
    package let offer: LanguageTag?
}

/// Makes draft reports. The translations come from the readers' engines and are cached in the same way.
package struct DraftCheck: Sendable {
    /// Most languages that a draft is shown in.
    static let mostLanguages = 12

    private let translators: [Translator]
    private let speller = SpellChecker()

    /// - Parameter other: asked if the first translator has no translation.
    package init(translator: Translator?, then other: Translator? = nil) {
        translators = [translator, other].compactMap(\.self)
    }

    /// - Parameter data: language data for advice.
    /// - Parameter isStaffs: whether staff write the draft and are told plainer words.
    package func report(
        on text: String, in lang: LanguageTag, for readers: [LanguageTag], knowing names: [String],
        advised data: AdviceData = .none, isStaffs: Bool = false
    ) async -> DraftReport {
        let offer = await offer(for: text, declared: lang)
        var misspellings: [Misspelling] = []
        var missing: LanguageTag?
        // By the wrong language's dictionary nearly every word would be misspelt.
        let spelled = offer == nil ? text : ""
        switch await speller.check(spelled, in: lang, knowing: names, exempting: data.isDoseWord) {
        case .checked(let found, _): misspellings = found
        case .noDictionary(let tag, let isNews): missing = isNews ? tag : nil
        }
        return DraftReport(
            text: text, readings: await readings(of: text, lang, readers, RoomNames(names)),
            advice: DraftReview.advice(on: text, in: lang, knowing: data, isStaffs: isStaffs),
            misspellings: misspellings, missingDictionary: missing, offer: offer)
    }

    /// The language that `text` seems to be in, if that is certain and another one is declared. Between languages that
    /// share most words, the declared language's dictionary decides if it is installed.
    package func offer(for text: String, declared: LanguageTag) async -> LanguageTag? {
        guard let found = LanguageIdentifier.offer(for: text, declared: declared) else { return nil }
        return await speller.knowsMost(of: text, in: declared) ? nil : found
    }

    private func readings(
        of text: String, _ lang: LanguageTag, _ readers: [LanguageTag], _ names: RoomNames
    ) async -> [DraftReading] {
        let others = readers.filter { !$0.reads(lang) }.sorted { $0.description < $1.description }
        return await withTaskGroup { group in
            for other in others.prefix(Self.mostLanguages) {
                group.addTask { await reading(text, lang, other, names) }
            }
            return await group.reduce(into: []) { $0.append($1) }.sorted { $0.lang.description < $1.lang.description }
        }
    }

    private func translated(
        _ text: String, _ from: LanguageTag, _ to: LanguageTag, _ names: RoomNames
    ) async -> TranslationOutcome {
        var line = TranslationOutcome.untranslated(.noEngine)
        for translator in translators where line.state == .untranslated {
            line = await translator.translate(text, from: from, to: to, names: names)
        }
        return line
    }

    private func reading(
        _ text: String, _ lang: LanguageTag, _ other: LanguageTag, _ names: RoomNames
    ) async -> DraftReading {
        let line = await translated(text, lang, other, names)
        var back: TranslationOutcome?
        if line.state != .untranslated, let reading = line.text {
            back = await translated(reading, other, lang, names)
        }
        return DraftReading(lang: other, line: line, back: back)
    }
}
