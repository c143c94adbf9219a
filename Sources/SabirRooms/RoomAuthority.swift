import SabirWire

/// The authority of a room, where that is not this node: a host that a relay follows, or a stream that several nodes
/// share. It numbers every line and settles names; this node's room offers it what its members say, and follows its news
/// (`HostedRoom.follow`).
///
/// Called on the room's event loop. Nothing here waits or throws; what is called while the link is down may be dropped,
/// as the room says it again after `AuthorityNews.up`: lines under the same ids, members with `.all`.
package protocol RoomAuthority: Sendable {
    /// What it is, as the room's topology tells.
    var kind: RoomTopology.Authority { get }

    /// Lines of this node's members, in their order. Each is answered once: by `AuthorityNews.lines` with its number
    /// (an old one, where it had been taken before), or by `refused` with its id. The authority takes one id once, and
    /// refuses with `duplicate-id` an id whose line has another `token`, or no token and another member. Whether a line may
    /// be corrected or taken back a host judges; of those for a stream the room has judged it.
    func offer(_ lines: [OfferedLine])

    /// Who of this node's members came, changed or left.
    func tell(_ presence: PresenceHere)

    /// A call or a report for a member elsewhere; with nil a `help`, for every node of the room, to come back as
    /// `AuthorityNews.help`.
    func deliver(_ packet: HostPacket, to member: MemberID?)

    /// A call for help of a member here, as it stands, for nodes that were not there when it was made.
    func repeats(_ call: HelpCall)

    /// Whether it takes what callers wish for besides, for its own staff alone. Where not, `deliver` is given none.
    var takesWishes: Bool { get }

    /// Something for staff alone, written here: for the desks of the authority, which keep it once however often it is
    /// told.
    func tellStaff(_ report: Reported)

    /// Whether it takes that now. Where not, `tellStaff` is not called.
    var takesLinesToStaff: Bool { get }

    /// An act of staff at this node. What it leads to comes back as `acted`, `notice` or `bans`. `who` is for the record
    /// alone; `token` stands for the device of whom it concerns, where that is known here.
    func perform(_ act: ModerationAction, by who: String, token: String?)

    /// Asks for the first host's leave for the certificate of a relay behind this node; comes back as `granted`.
    func vouch(for certificate: String)
}

extension RoomAuthority {
    package var kind: RoomTopology.Authority { .host }
    package func vouch(for certificate: String) {}
    package var takesWishes: Bool { false }
    package func tellStaff(_ report: Reported) {}
    package var takesLinesToStaff: Bool { false }
    /// A host tells all calls behind its `welcome`.
    package func repeats(_ call: HelpCall) {}
}

/// A line that a member here has said and that its room's authority has yet to number.
package struct OfferedLine: Hashable, Sendable {
    package let id: MessageID
    /// Who said it, as they were then.
    package let sender: MemberInfo
    /// Stands for the sender's device at every node of the room (`RoomSurroundings.token`); nil where it has none. Not
    /// for members' eyes.
    package let token: String?
    /// The language it is written in.
    package let lang: LanguageTag
    package let text: String
    package let reply: MessageID?
    package let revision: Revision?
    /// Of a line that takes another back: that one's corrections, as far as they are known here.
    package let corrections: [MessageID]
    /// Unknown here; for a host that may know them.
    package let fields: UnknownFields?

    package init(
        id: MessageID, sender: MemberInfo, token: String?, lang: LanguageTag, text: String, reply: MessageID? = nil,
        revision: Revision? = nil, corrections: [MessageID] = [], fields: UnknownFields? = nil
    ) {
        self.corrections = corrections
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
    /// As in `OfferedLine`.
    package let token: String?
    /// The first number it may see.
    package let horizon: Int

    package init(_ info: MemberInfo, token: String?, horizon: Int = .max) {
        self.info = info
        self.token = token
        self.horizon = horizon
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

/// What the authority of a room tells a node of it, in this order and no other.
package enum AuthorityNews: Sendable {
    /// The link is there: `epoch` names the life of the numbering, `newest` is the last number given. Where the epoch is
    /// another than before, `past` is what the new life has so far (the newest lines, in order) and everybody here comes
    /// back anew; otherwise the lines from behind the room's newest follow as `lines`.
    case up(epoch: String, newest: Int, past: [Message] = [])
    /// Numbered lines, own and others', in the order of their numbers: a hole is told to members as a gap. A line with a
    /// number that was told already is the answer to one that was offered again. `authors`: what stands for the device of
    /// each, from an authority that says it; else empty.
    case lines([Message], authors: [String?] = [])
    /// Of all lines so far the authority has those with these numbers alone: a room that kept others forgets them.
    case has([Int])
    /// An offered line was not taken: names its id. Without one: an act was not done.
    case refused(WireFault)
    /// Members elsewhere; one of this node's own, where the authority gave it another name.
    case joined(MemberInfo)
    case changed(MemberInfo)
    case left(MemberID)
    /// All members elsewhere, in place of what was told before. This node's own among them are passed over.
    case members([MemberInfo])
    /// The same from an authority that says whose devices they are: one of them that comes here is known.
    case elsewhere([MemberHere])
    /// Staff did this.
    case acted(ModerationEvent)
    case notice(Notice)
    /// The answer to the act `bans`.
    case bans([ListedBan])
    /// Staff decided this, now or before this node was listening.
    case stands(ModerationRecord)
    /// An act of staff at this node was not done: for whoever asked for it.
    case notDone(ModerationAction, WireFault)
    /// These lines were erased.
    case erased([Int])
    /// Somebody at a node of 0.1.0 calls for help.
    case person(PersonCall)
    /// A call for help, at each change; this node's own come back.
    case help(HelpCall)
    /// All of them, from an authority that keeps them: after `up`.
    case calls(HelpList)
    /// For one member here alone; a fatal `error` ends its stay.
    case deliver(HostPacket, to: MemberID)
    /// The answer to `vouch`.
    case granted(certificate: String, Grant)
    /// How many lines it has that are still to come.
    case behind(Int)
    /// The link is lost.
    case down
}
