import SabirWire

/// The language that a draft seems to be in; null where that is not sure, or is the one it was said to be in.
struct SeemingLanguageJSON: Encodable, Sendable {
    @OrNull private var language: NamedLanguageJSON?

    init(_ tag: LanguageTag?) { language = tag.map(NamedLanguageJSON.init) }
}

struct NamedLanguageJSON: Encodable, Sendable {
    let tag: String
    let name: String

    init(_ tag: LanguageTag) {
        self.tag = tag.description
        name = tag.ownName
    }
}

/// How a draft will read.
struct DraftCheckJSON: Encodable, Sendable {
    private let languages: [Reading]
    private let advice: [Advice]
    @OrNull private var language: NamedLanguageJSON?

    init(_ check: WebDraftCheck) {
        languages = check.readings.map { Reading($0) }
        advice = check.advice.map { Advice($0) }
        language = check.offeredLanguage.map(NamedLanguageJSON.init)
    }

    private struct Reading: Encodable, Sendable {
        let lang: String
        let n: Int
        let state: String
        @OrNull var text: String?
        @OrNull var engine: String?
        @OrNull var pivot: String?
        let warnings: [WebTranslation.Warning]
        @OrNull var reason: WebTranslation.Reason?
        @OrNull var back: Back?

        init(_ reading: WebDraftCheck.Reading) {
            let there = TranslationJSON(reading.translation, to: reading.lang)
            lang = there.lang
            n = reading.n
            state = there.state
            text = there.text
            engine = there.engine
            pivot = there.pivot
            warnings = there.warnings
            reason = there.reason
            back = reading.back.map { Back(state: $0.state.rawValue, text: $0.text, reason: $0.reason) }
        }
    }

    private struct Back: Encodable, Sendable {
        let state: String
        @OrNull var text: String?
        @OrNull var reason: WebTranslation.Reason?
    }

    private struct Advice: Encodable, Sendable {
        let kind: String
        let text: String
        @OrNull var word: String?
        let suggestions: [String]

        init(_ advice: WebDraftCheck.Advice) {
            kind = advice.kind
            text = advice.text
            word = advice.word
            suggestions = advice.suggestions
        }
    }
}
