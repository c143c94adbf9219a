import SabirProtocol

/// What happens in a room, as a front end is told of it.
package enum RoomEvent: Hashable, Sendable {
    /// You are in, for the first time.
    indirect case welcome(Welcome)
    /// `own`: you said it, so the room has it.
    case message(Message, own: Bool)
    case joined(MemberInfo, n: Int)
    case left(MemberInfo, n: Int)
    case changed(MemberInfo, n: Int)
    /// The same in a large room, many together.
    case presence(Presence)
    /// The answer to `who`, a page of it.
    case members([MemberInfo], more: Bool)
    /// The answer to `history`: older lines, a page of them.
    case lines(HistoryPage)
    /// These messages are lost to you: the host no longer keeps them.
    case gap(ClosedRange<Int>)
    /// Somebody did not understand a message of yours, or you said so of another's.
    case unclear(Unclear)
    case person(PersonCall)
    /// A call for help, at each change: of this room, or where you are staff of another one of its node.
    case help(HelpCall)
    /// All calls for help of this room, in place of what was told before.
    case calls(HelpList)
    /// Pinned for everybody; an empty text where it was taken down. Each welcome begins without one.
    case notice(Notice)
    /// What staff did. After `clear` every line shown so far is to be forgotten.
    case acted(ModerationEvent)
    /// The answer to the act `bans`.
    case bans([ListedBan])
    /// The way to the room's authority is lost, or back. Each welcome begins with it up.
    case link(Link)
    /// What was reported to staff: you are staff, or you made it.
    case report(Reported)
    /// The room has a password: nothing goes on until `RemoteRoom.use` gives one. Only where the front end asks for it.
    case passwordWanted(PasswordWanted)
    /// For a relay alone: `relay`, `to`, `granted`.
    case relayed(HostPacket)
    case reconnecting(reason: Sentence)
    /// `resumed`: nothing was missed but what a `gap` names. Otherwise the host began a new numbering.
    indirect case reconnected(Welcome, resumed: Bool)
    /// The host refused something; the conversation goes on.
    case refused(WireFault)
    /// It is over: after `leave`, or for the reason given.
    case ended(WireFault?)
}
