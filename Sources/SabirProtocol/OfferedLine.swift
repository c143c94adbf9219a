/// A message of a member here that the room's authority has yet to number.
package struct OfferedLine: Hashable, Sendable {
    package let id: MessageID
    /// The author at the time of saying.
    package let sender: MemberInfo
    /// Names the sender's device at every node of the room (`RoomDependencies.token`); nil where it has none. Not shown
    /// to members.
    package let token: String?
    /// The language it is written in.
    package let lang: LanguageTag
    package let text: String
    package let reply: MessageID?
    package let revision: Revision?
    /// For a retraction: the ids of its line's corrections and confirmed translations, as far as this node knows them.
    package let texts: [MessageID]
    /// Fields unknown here, for a host that may know them.
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

/// A member of one node, as that node's authority and the room's other nodes are told.
package struct MemberHere: Hashable, Sendable {
    package let info: MemberInfo
    /// Names the member's device, as `OfferedLine.token` does.
    package let token: String?
    /// Number of the first message that the member may see.
    package let firstVisibleSeq: Int

    package init(_ info: MemberInfo, token: String?, firstVisibleSeq: Int = .max) {
        self.info = info
        self.token = token
        self.firstVisibleSeq = firstVisibleSeq
    }
}

/// Changes of this node's members, for the authority.
package enum PresenceHere: Hashable, Sendable {
    /// All members here, in place of those told before; sent after `AuthorityNews.up`.
    case all([MemberHere])
    case joined(MemberHere)
    case changed(MemberHere)
    case left(MemberID)
}
