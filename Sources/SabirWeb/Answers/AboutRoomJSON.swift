import SabirTranslation
import SabirProtocol
import SabirRoom

/// A room, and what the requesting device may do in it.
struct AboutRoomJSON: Encodable, Sendable {
    let room: RoomJSON
    let languages: [LanguageJSON]
    /// The languages that the house speaks; empty if none are configured.
    let houseLanguages: [String]
    let you: YouJSON?
    let remembered: RememberedJSON?
    let secure: SecureDoorJSON?
    /// What the device would find on joining; nil if that is told only with the password.
    let preview: HostedRoom.JoinPreview?
    /// Seconds without touch and talk after which a shared device forgets its visitor; nil: never.
    let forgetAfter: Int?
    /// The topic in the requested language.
    let topic: TopicJSON?
    /// How many people the device could reach; nil unless it is not in the room yet, may join, and named its language.
    let ahead: MutualReachJSON?
    /// The name of the staff member logged in at this device; nil for others.
    let person: String?
    /// The room from which staff invited the visitor into this private one.
    let back: WayBackJSON?

    private enum Key: String, CodingKey {
        case languages, you, remembered, secure, refused, muted, ahead, back
        case forgetAfter = "forget_after"
        case topicTranslation = "topic_translation"
        case person = "staff_name"
        case houseLanguages = "house_languages"
    }

    func encode(to encoder: any Encoder) throws {
        try room.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(languages, forKey: .languages)
        try container.encode(houseLanguages, forKey: .houseLanguages)
        try container.encode(you, forKey: .you)
        try container.encode(remembered, forKey: .remembered)
        try container.encodeIfPresent(secure, forKey: .secure)
        try container.encode(
            preview?.refusal.map { RefusalJSON.Content(WebRefusal($0)) }, forKey: .refused)
        try container.encodeIfPresent(ahead, forKey: .ahead)
        try container.encode(preview?.isMuted ?? false, forKey: .muted)
        try container.encode(forgetAfter, forKey: .forgetAfter)
        try container.encode(topic, forKey: .topicTranslation)
        try container.encodeIfPresent(person, forKey: .person)
        try container.encodeIfPresent(back, forKey: .back)
    }
}

struct YouJSON: Encodable, Sendable {
    let member: String
    let name: String
    let lang: String

    init(_ member: MemberInfo) {
        self.member = member.id.rawValue
        name = member.name
        lang = member.lang.description
    }
}

struct RememberedJSON: Encodable, Sendable {
    let name: String
    let lang: String
}

/// A room's topic in the reader's language.
struct TopicJSON: Encodable, Sendable {
    /// The language that the topic is assumed to be written in.
    let from: LanguageTag
    let translation: TranslationJSON

    init(_ topic: WebTopic, for lang: LanguageTag, by wording: any OutcomeWording) {
        from = topic.lang
        translation = TranslationJSON(topic.translation, to: lang, by: wording)
    }

    private enum Key: CodingKey { case from }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(from.description, forKey: .from)
        try translation.encode(to: encoder)
    }
}

/// The room from which a visitor was invited into a private talk.
struct WayBackJSON: Encodable, Sendable {
    let path: String
    let name: String
}
