/// A line that a member here has said and that its room's authority has yet to number.
package struct OfferedLine: Hashable, Sendable {
    package let id: MessageID
    /// Who said it, as they were then.
    package let sender: MemberInfo
    /// Stands for the sender's device at every node of the room (`RoomDependencies.token`); nil where it has none. Not
    /// for members' eyes.
    package let token: String?
    /// The language it is written in.
    package let lang: LanguageTag
    package let text: String
    package let reply: MessageID?
    package let revision: Revision?
    /// Of a retraction: the ids of its line's corrections and confirmed translations, as far as this node knows them.
    package let texts: [MessageID]
    /// Unknown here; for a host that may know them.
    package let fields: UnknownFields?

    package init(
        id: MessageID, sender: MemberInfo, token: String?, lang: LanguageTag, text: String, reply: MessageID? = nil,
        revision: Revision? = nil, texts: [MessageID] = [], fields: UnknownFields? = nil
    ) {
        self.texts = texts
        self.revision = revision
        self.id = id
        self.sender = sender
        self.token = token
        self.lang = lang
        self.text = text
        self.reply = reply
        self.fields = fields
    }
}

/// A member of one node, as its authority and the room's other nodes are told of it.
package struct MemberHere: Hashable, Sendable {
    package let info: MemberInfo
    /// Stands for the member's device, as `OfferedLine.token` does.
    package let token: String?
    /// The first number it may see.
    package let firstVisibleSeq: Int

    package init(_ info: MemberInfo, token: String?, firstVisibleSeq: Int = .max) {
        self.info = info
        self.token = token
        self.firstVisibleSeq = firstVisibleSeq
    }
}

/// What an authority is told of this node's members.
package enum PresenceHere: Hashable, Sendable {
    /// Everybody who is in here, in place of what was told before: after `AuthorityNews.up`.
    case all([MemberHere])
    case joined(MemberHere)
    case changed(MemberHere)
    case left(MemberID)
}
