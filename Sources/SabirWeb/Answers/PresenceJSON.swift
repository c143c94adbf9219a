import SabirProtocol

/// A member came, left or changed.
struct MemberChangeJSON: Encodable, Sendable {
    let member: MemberJSON
    let n: Int
}

struct PresenceJSON: Encodable, Sendable {
    let n: Int
    let langs: [String: Int]
    let joined: [MemberJSON]
    let changed: [MemberJSON]
    let left: [String]

    init(_ presence: Presence) {
        n = presence.n
        langs = presence.langs.byTag
        joined = presence.joined.map(MemberJSON.init)
        changed = presence.changed.map(MemberJSON.init)
        left = presence.left.map(\.rawValue)
    }
}

struct UnclearJSON: Encodable, Sendable {
    let id: String
    let member: String
    let from: String
    let lang: String
    /// Whether the message's author is in the room.
    let present: Bool

    init(id: MessageID, by member: MemberInfo, present: Bool) {
        self.id = id.description
        self.member = member.id.rawValue
        from = member.name
        lang = member.lang.description
        self.present = present
    }
}

struct PersonJSON: Encodable, Sendable {
    let member: String
    let from: String
    let lang: String
    @OrNull var id: String?
    let contact: String

    init(_ member: MemberInfo, _ id: MessageID?, _ contact: String) {
        self.member = member.id.rawValue
        from = member.name
        lang = member.lang.description
        self.id = id?.description
        self.contact = contact
    }
}
