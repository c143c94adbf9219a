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

/// Who asks something of the others.
struct AskerJSON: Encodable, Sendable {
    let member: String
    let from: String
    let lang: String

    init(_ member: MemberInfo) {
        self.member = member.id.rawValue
        from = member.name
        lang = member.lang.description
    }
}

/// A message was not understood; joined with who says so.
struct UnclearJSON: Encodable, Sendable {
    let id: String
    /// Whether the message's author is in the room.
    let present: Bool
}

/// A call for a person; joined with who calls.
struct PersonJSON: Encodable, Sendable {
    @OrNull var id: String?
    let contact: String
}
