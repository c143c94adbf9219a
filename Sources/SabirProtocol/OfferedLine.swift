/// A message of a member here that the room's authority has yet to number.
package struct OfferedLine: Hashable, Sendable {
    package let id: MessageID
    /// The author at the time of saying.
    package let sender: MemberInfo
    /// Names the sender's device at every node of the room (`RoomDependencies.token`); nil where it has none. Not shown
    /// to members.
    package let token: String?
    /// The message as it was said, with its id and language, and with fields unknown here, for a host that may know
    /// them.
    package let draft: Draft
    /// For a retraction: the ids of its line's corrections and confirmed translations, as far as this node knows them.
    package let texts: [MessageID]

    package init(_ draft: Draft, as id: MessageID, by sender: MemberInfo, token: String?, texts: [MessageID] = []) {
        self.id = id
        self.sender = sender
        self.token = token
        self.texts = texts
        var draft = draft
        (draft.id, draft.lang) = (id, draft.lang ?? sender.lang)
        self.draft = draft
    }

    package var revision: Revision? { draft.revision }
}

/// A member of one node, as that node's authority and the room's other nodes are told.
package struct MemberHere: Hashable, Sendable {
    /// As others see the member; `via` is the relay that it is behind, nil for the sending one.
    package let info: MemberInfo
    /// Names the member's device, as `OfferedLine.token` does.
    package let token: String?
    /// Number of the first message that the member may see; `.max` where that is not told.
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
