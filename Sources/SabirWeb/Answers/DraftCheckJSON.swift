import SabirWire

/// How a draft will read.
struct DraftCheckJSON: Encodable, Sendable {
    private let languages: [Reading]
    private let advice: [Advice]
    @OrNull private var language: Offer?

    init(_ check: WebDraftCheck) {
        languages = check.readings.map { Reading($0) }
        advice = check.advice.map { Advice($0) }
        language = check.offeredLanguage.map { Offer(tag: $0.description, name: $0.ownName) }
    }

    private struct Offer: Encodable, Sendable {
        let tag: String
        let name: String
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
