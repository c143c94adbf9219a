import SabirWire

/// A room, and what it is to the device that asks.
struct AboutRoomJSON: Encodable, Sendable {
    let room: RoomJSON
    let languages: [LanguageJSON]
    let you: YouJSON?
    let remembered: RememberedJSON?
    let secure: SecureDoorJSON?
    /// What this device would meet; nil where that is told behind the door alone.
    let prospect: WebProspect?

    private enum Key: CodingKey { case languages, you, remembered, secure, refused, muted }

    func encode(to encoder: any Encoder) throws {
        try room.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(languages, forKey: .languages)
        try container.encode(you, forKey: .you)
        try container.encode(remembered, forKey: .remembered)
        try container.encodeIfPresent(secure, forKey: .secure)
        try container.encode(
            prospect?.refusal.map { RefusalJSON.Content(WebRefusal($0)) }, forKey: .refused)
        try container.encode(prospect?.isMuted ?? false, forKey: .muted)
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
