import SabirFeed
import SabirProtocol

/// What the requesting device may do in a room; joined with the room itself.
struct AboutRoomJSON: Encodable, Sendable {
    let languages: [OfferedLanguage]
    /// The languages that the house speaks; empty if none are configured.
    let houseLanguages: [String]
    @OrNull var you: YouJSON?
    /// Name and language of the device's last visit to any room.
    @OrNull var remembered: [String: String]?
    let secure: SecureDoorJSON?
    /// Why the device may not join; null if it may, and if that is told only with the password.
    @OrNull var refused: WebRefusal?
    let muted: Bool
    /// Seconds without touch and talk after which a shared device forgets its visitor; null: never.
    @OrNull var forgetAfter: Int?
    /// The topic in the requested language, with the language that it is assumed to be written in.
    @OrNull var topic: JoinedJSON<[String: String], TranslationJSON>?
    /// How many people the device could reach; nil unless it is not in the room yet, may join, and named its language.
    let ahead: MutualReachJSON?
    /// The name of the staff member logged in at this device; nil for others.
    let person: String?
    /// Path and name of the room from which staff invited the visitor into this private one.
    let back: [String: String]?

    private enum CodingKeys: String, CodingKey {
        case languages, you, remembered, secure, refused, muted, ahead, back
        case forgetAfter = "forget_after"
        case topic = "topic_translation"
        case person = "staff_name"
        case houseLanguages = "house_languages"
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
