import SabirTranslation
import SabirProtocol

struct MemberJSON: Encodable, Sendable {
    let id: String
    let name: String
    let lang: String
    /// Left out for a guest.
    let role: String?

    init(_ member: MemberInfo) {
        role = member.role?.rawValue
        id = member.id.rawValue
        name = member.name
        lang = member.lang.description
    }
}

struct LineJSON: Encodable, Sendable {
    let seq: Int
    let id: String
    let ts: Int
    let member: String
    let from: String
    let lang: String
    let text: String
    @OrNull var reply: String?
    /// What the host vouched for of its author; left out for a guest.
    let role: String?
    /// The line that it corrects, or takes back; left out of others.
    let corrects: String?
    let retracts: String?
    /// The line whose translation it confirms: that one's translation is told anew to those who read it, and there is no
    /// text here, as not everybody who is told this may see that line. Left out of others.
    let confirms: String?
    /// Its author took it back: there is no text. Left out otherwise.
    let retracted: Bool?

    init(_ message: Message) {
        corrects = message.corrects?.description
        retracts = message.retracts?.description
        confirms = message.confirms?.description
        retracted = message.isRetracted ? true : nil
        role = message.role?.rawValue
        seq = message.seq
        id = message.id.description
        ts = message.ts
        member = message.member.rawValue
        from = message.from
        lang = message.lang.description
        text = message.confirms == nil ? message.text : ""
        reply = message.reply?.description
    }
}

/// A translation by itself, as in a notice or a check, with its sentences for whoever reads it.
struct TranslationJSON: Encodable, Sendable {
    /// Why a line was not translated, in a word for programs and a sentence for people.
    struct Reason: Encodable, Sendable {
        let code: String
        let text: String
    }

    /// Something its reader should know.
    struct Warning: Encodable, Sendable {
        let kind: String
        let weight: String
        let text: String
    }

    /// Who read it beside the line and says that it is right.
    struct Confirmed: Encodable, Sendable {
        let by: String
        let role: String?
        /// Milliseconds since 1970.
        let ts: Int
    }

    /// How it reads when it is looked at again.
    struct Second: Encodable, Sendable {
        let way: String
        let text: String
        let lang: String
        let engine: String
        let agrees: Bool
    }

    let lang: String
    let state: String
    @OrNull var text: String?
    @OrNull var engine: String?
    /// Languages gone through, with commas between.
    @OrNull var pivot: String?
    let cached: Bool
    let ms: Int
    @OrNull var reason: Reason?
    let warnings: [Warning]
    /// Left out of others.
    let confirmed: Confirmed?
    /// For staff at their page; left out for everybody else, who has the warning alone.
    var second: Second?

    /// - Parameter reader: whose language reason and warnings are in; nil for that of the translation.
    init(
        _ outcome: TranslationOutcome, to lang: LanguageTag, for reader: LanguageTag? = nil,
        by wording: any OutcomeWording
    ) {
        let reader = reader ?? lang
        self.lang = lang.description
        state = outcome.state.rawValue
        text = outcome.text
        engine = outcome.engine
        pivot = outcome.pivots.isEmpty ? nil : outcome.pivots.map(\.description).joined(separator: ",")
        cached = outcome.cached
        ms = outcome.milliseconds
        confirmed = outcome.confirmation.map { Confirmed(by: $0.name, role: $0.role?.rawValue, ts: $0.ts) }
        reason = outcome.reason.map { Reason(code: $0.code, text: wording.sentence($0, in: reader)) }
        warnings = outcome.warnings.map {
            Warning(
                kind: $0.kind.rawValue, weight: $0.kind.weight.rawValue, text: wording.sentence($0, in: reader))
        }
    }

    mutating func addSecondReading(_ second: SecondReading?) {
        self.second = second.map {
            Second(
                way: $0.way.rawValue, text: $0.text, lang: $0.language.description, engine: $0.engine,
                agrees: $0.difference == nil)
        }
    }
}

struct NoticeJSON: Encodable, Sendable {
    let text: String
    let lang: String
    @OrNull var translation: TranslationJSON?
    let ts: Int

    init(_ notice: Notice, _ translation: TranslationJSON?) {
        text = notice.text
        lang = notice.lang.description
        self.translation = translation
        ts = notice.ts
    }
}
