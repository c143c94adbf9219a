import SabirWire

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
    /// Its author took it back: there is no text. Left out otherwise.
    let retracted: Bool?

    init(_ message: Message) {
        corrects = message.corrects?.description
        retracts = message.retracts?.description
        retracted = message.isRetracted ? true : nil
        role = message.role?.rawValue
        seq = message.seq
        id = message.id.description
        ts = message.ts
        member = message.member.rawValue
        from = message.from
        lang = message.lang.description
        text = message.text
        reply = message.reply?.description
    }
}

/// A translation by itself, as in a notice or a check.
struct TranslationJSON: Encodable, Sendable {
    let lang: String
    let state: String
    @OrNull var text: String?
    @OrNull var engine: String?
    /// Languages gone through, with commas between.
    @OrNull var pivot: String?
    let cached: Bool
    let ms: Int
    @OrNull var reason: WebTranslation.Reason?
    let warnings: [WebTranslation.Warning]

    init(_ translation: WebTranslation, to lang: LanguageTag) {
        self.lang = lang.description
        state = translation.state.rawValue
        text = translation.text
        engine = translation.engine
        pivot = translation.pivots.isEmpty ? nil : translation.pivots.map(\.description).joined(separator: ",")
        cached = translation.isCached
        ms = translation.milliseconds
        reason = translation.reason
        warnings = translation.warnings
    }
}

struct NoticeJSON: Encodable, Sendable {
    let text: String
    let lang: String
    @OrNull var translation: TranslationJSON?
    let ts: Int

    init(_ notice: WebNotice, _ translation: WebTranslation?, to lang: LanguageTag?) {
        text = notice.text
        self.lang = notice.lang.description
        self.translation = lang.flatMap { lang in translation.map { TranslationJSON($0, to: lang) } }
        ts = notice.ts
    }
}
