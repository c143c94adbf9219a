import SabirFeed
import SabirTranslation
import SabirProtocol

struct NamedLanguageJSON: Encodable, Sendable {
    let tag: String
    let name: String

    init(_ tag: LanguageTag) {
        self.tag = tag.description
        name = tag.ownName
    }
}

/// How a draft will read in each language. Warnings and reasons are in the writer's language, as the writer reads them.
struct DraftCheckJSON: Encodable, Sendable {
    private let languages: [Reading]
    private let advice: [WebDraftCheck.Advice]
    @OrNull private var language: NamedLanguageJSON?

    /// - Parameter present: How many members read each language.
    init(
        _ check: WebDraftCheck, of writer: LanguageTag, for present: [LanguageTag: Int], by wording: any OutcomeWording
    ) {
        languages = check.readings.map { Reading($0, present[$0.lang] ?? 0, writer, wording) }
        advice = check.advice
        language = check.offeredLanguage.map(NamedLanguageJSON.init)
    }

    private struct Reading: Encodable, Sendable {
        let lang: String
        let n: Int
        let state: String
        @OrNull var text: String?
        @OrNull var engine: String?
        @OrNull var pivot: String?
        let warnings: [TranslationJSON.Warning]
        @OrNull var reason: TranslationJSON.Reason?
        @OrNull var back: Back?

        init(_ reading: DraftReading, _ n: Int, _ writer: LanguageTag, _ wording: any OutcomeWording) {
            let there = TranslationJSON(reading.line, to: reading.lang, for: writer, by: wording)
            lang = there.lang
            self.n = n
            state = there.state
            text = there.text
            engine = there.engine
            pivot = there.pivot
            warnings = there.warnings
            reason = there.reason
            back = reading.back.map {
                let back = TranslationJSON($0, to: writer, by: wording)
                return Back(state: back.state, text: back.text, reason: back.reason)
            }
        }
    }

    private struct Back: Encodable, Sendable {
        let state: String
        @OrNull var text: String?
        @OrNull var reason: TranslationJSON.Reason?
    }
}
