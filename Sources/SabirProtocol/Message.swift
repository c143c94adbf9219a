/// A member's public id, made by the host: short, and without meaning outside its room.
package struct MemberID: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
    package var description: String { rawValue }

    package static func < (one: MemberID, other: MemberID) -> Bool { one.rawValue < other.rawValue }
}

/// What a member is besides a guest. Given by the host alone: no name can imitate it.
package enum MemberRole: String, Hashable, Sendable {
    /// Vouched for by the host, by a key or a PIN.
    case staff
    /// Vouched for by the host to read and confirm translations: may enter as staff may, and acts as a guest.
    case interpreter
    /// Another node, which carries the room on.
    case relay
}

/// What everybody in a room may know of a member.
package struct MemberInfo: Hashable, Sendable {
    package let id: MemberID
    /// Cleaned by the host: 1–64 Unicode scalars without control characters, unlike every other name in the room.
    package var name: String
    package var lang: LanguageTag
    /// Nil for a guest, and for a role of a later version.
    package var role: MemberRole?
    /// The relay that the member is behind; nil where it is connected to the room's host.
    package var via: String?

    package init(
        id: MemberID, name: String, lang: LanguageTag, role: MemberRole? = nil, via: String? = nil
    ) {
        self.id = id
        self.name = name
        self.lang = lang
        self.role = role
        self.via = via
    }
}

/// A message as the room's host accepted and numbered it.
package struct Message: Hashable, Sendable {
    /// Place in the room's order, from 1, without holes.
    package let seq: Int
    package let id: MessageID
    /// Milliseconds since 1970 by the host's clock.
    package let ts: Int
    package let member: MemberID
    /// The sender's name at the time.
    package let from: String
    /// The language it is written in.
    package let lang: LanguageTag
    /// As written, cleaned by the host: 1–4,000 Unicode scalars. Never a translation.
    package let text: String
    /// Fields that few messages have, in a box, as each message is copied often, and kept.
    private let rare: Rare?

    private indirect enum Rare: Hashable, Sendable {
        case rare(
            reply: MessageID?, via: String?, role: MemberRole?, revision: Revision?, isRetracted: Bool,
            fields: UnknownFields?)
    }

    /// The message that this one answers.
    package var reply: MessageID? { if case .rare(let reply, _, _, _, _, _)? = rare { reply } else { nil } }
    /// The relay that carried the message, or nil.
    package var via: String? { if case .rare(_, let via, _, _, _, _)? = rare { via } else { nil } }
    /// The role that the host vouched for when it accepted the message: `staff`, `interpreter`, or nil.
    package var role: MemberRole? { if case .rare(_, _, let role, _, _, _)? = rare { role } else { nil } }
    /// How this message corrects, takes back or confirms an earlier line.
    package var revision: Revision? {
        if case .rare(_, _, _, let revision, _, _)? = rare { revision } else { nil }
    }
    /// Whether the author took the message back, so that no text is left.
    package var isRetracted: Bool {
        if case .rare(_, _, _, _, let isRetracted, _)? = rare { isRetracted } else { false }
    }
    /// Fields of a later version; passed on, and ignored here.
    package var fields: UnknownFields? {
        if case .rare(_, _, _, _, _, let fields)? = rare { fields } else { nil }
    }

    package init(
        seq: Int, id: MessageID, ts: Int, member: MemberID, from: String, lang: LanguageTag, text: String,
        reply: MessageID? = nil, via: String? = nil, role: MemberRole? = nil, revision: Revision? = nil,
        isRetracted: Bool = false, fields: UnknownFields? = nil
    ) {
        self.seq = seq
        self.id = id
        self.ts = ts
        self.member = member
        self.from = from
        // No text of a retracted message is kept.
        let hasText = !isRetracted && revision?.isRetraction != true
        self.lang = hasText ? lang : Self.spokenForIn
        self.text = hasText ? text : ""
        // A relay says nothing of its own.
        let role = role == .relay ? nil : role
        let isRare =
            reply != nil || via != nil || role != nil || revision != nil || isRetracted || fields != nil
        rare =
            isRare
            ? .rare(
                reply: reply, via: via, role: role, revision: revision, isRetracted: isRetracted, fields: fields)
            : nil
    }
}
