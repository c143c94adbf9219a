import SabirFeed
import SabirProtocol
import SabirTranslation

struct MemberJSON: Encodable, Sendable {
    let id: String
    let name: String
    let lang: String
    /// The member's role; left out for members without one.
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
    /// The author's role, vouched for by the host; left out for authors without one.
    let role: String?
    /// The line that this one corrects, or takes back; left out of other lines.
    let corrects: String?
    let retracts: String?
    /// The line whose translation this one confirms. There is no text here, as not everybody who gets this event may
    /// see that line; readers of its language get the translation as an event of its own. Left out of other lines.
    let confirms: String?
    /// Whether the author took the line back, so that it has no text; left out otherwise.
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

/// A translation, with reason and warnings as sentences for its reader.
struct TranslationJSON: Encodable, Sendable {
    /// Why a line was not translated: a code for programs and a sentence for people.
    struct Reason: Encodable, Sendable {
        let code: String
        let text: String
    }

    /// A warning about the translation for its reader.
    struct Warning: Encodable, Sendable {
        let kind: String
        let weight: String
        let text: String
    }

    /// The person who confirmed the translation.
    struct Confirmed: Encodable, Sendable {
        let by: String
        let role: String?
        /// When it was confirmed, in milliseconds since 1970.
        let ts: Int
    }

    /// The second reading of the translation.
    struct Second: Encodable, Sendable {
        let way: String
        let text: String
        let lang: String
        let engine: String
        let agrees: Bool
    }

    /// The id and number of the translated line; left out where the translated text is no line.
    var id: String?
    var seq: Int?
    let lang: String
    let state: String
    @OrNull var text: String?
    @OrNull var engine: String?
    /// The intermediate languages, separated by commas.
    @OrNull var pivot: String?
    let cached: Bool
    let ms: Int
    @OrNull var reason: Reason?
    let warnings: [Warning]
    /// Left out of unconfirmed translations.
    let confirmed: Confirmed?
    /// Sent only to desks; all others get only the warning.
    var second: Second?

    /// - Parameter reader: The language for reason and warnings; nil: the translation's language.
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

    /// The translation of a line for readers of its language.
    init(of line: FeedEvent.Translated, by wording: any OutcomeWording, isForStaff: Bool = false) {
        self.init(line.translation, to: line.lang, by: wording)
        (id, seq) = (line.id.description, line.seq)
        guard isForStaff else { return }
        second = line.translation.second.map {
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
