import SabirProtocol

/// An event of a room, as a front end receives it.
package enum RoomEvent: Hashable, Sendable {
    /// You have joined, for the first time.
    indirect case welcome(Welcome)
    /// `own`: you said it, and the room has it.
    case message(Message, own: Bool)
    case joined(MemberInfo, n: Int)
    case left(MemberInfo, n: Int)
    case changed(MemberInfo, n: Int)
    /// Several joins, leaves and changes of a large room together.
    case presence(Presence)
    /// The answer to `who`: a page of members.
    case members([MemberInfo], more: Bool)
    /// The answer to `history`: a page of older lines.
    case lines(HistoryPage)
    /// These messages are lost to you: the host no longer keeps them.
    case gap(ClosedRange<Int>)
    /// Somebody did not understand a message of yours, or you said so of another's.
    case unclear(Unclear)
    case person(PersonCall)
    /// A change of a call for help in this room, or, if you are staff, in another room of its node.
    case help(HelpCall)
    /// All calls for help of this room; replaces all earlier ones.
    case calls(HelpList)
    /// The pinned notice; an empty text removes it. After each welcome there is none until told.
    case notice(Notice)
    /// A moderation action by staff. `clear` removes every line shown so far.
    case acted(ModerationEvent)
    /// The answer to the act `bans`.
    case bans([ListedBan])
    /// The connection to the room's authority is lost, or restored. After each welcome it counts as restored.
    case link(Link)
    /// A report to staff; sent to staff and to whoever made it.
    case report(Reported)
    /// The room has a password: nothing more happens until `RemoteRoom.use` gives it. Only if the front end can ask for
    /// it.
    case passwordWanted(PasswordWanted)
    /// A packet for relays only: `relay`, `to`, `granted`.
    case relayed(HostPacket)
    case reconnecting(reason: Sentence)
    /// `resumed`: nothing was missed but what a `gap` names. Otherwise the host began a new numbering.
    indirect case reconnected(Welcome, resumed: Bool)
    /// The host refused something; the conversation goes on.
    case refused(WireFault)
    /// The end: after `leave`, or for the reason given.
    case ended(WireFault?)
}
