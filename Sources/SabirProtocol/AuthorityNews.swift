/// News from a room's authority for one of its nodes, in order.
package enum AuthorityNews: Sendable {
    /// The link to the authority is up: `epoch` names the numbering, `newest` is the last number given. In a new epoch,
    /// `past` has its newest lines, in order, and all members here come in again; otherwise the lines after the room's
    /// newest follow as `lines`.
    case up(epoch: String, newest: Int, past: [Message] = [])
    /// Lines that the authority numbered, from here and elsewhere, in order; members are told a hole as a gap. A line
    /// with a known number answers one that was offered again. `authors`: the device token of each line's author, from
    /// an authority that tells them; else empty.
    case lines([Message], authors: [String?] = [])
    /// The numbers of all lines so far that the authority still has: a room that kept others forgets those.
    case has([Int])
    /// An offered line was not accepted; the fault names its id. Without an id: an act was not done.
    case refused(WireFault)
    /// A member elsewhere came in or changed, or a member of this node was given another name.
    case joined(MemberInfo)
    case left(MemberID)
    /// All members elsewhere, in place of earlier ones. Those of this node are ignored.
    case members([MemberInfo])
    /// All members elsewhere, from an authority that tells their device tokens: one that comes here is recognised.
    case elsewhere([MemberHere])
    /// Staff did this.
    case acted(ModerationEvent)
    case notice(Notice)
    /// The answer to the act `bans`.
    case bans([ListedBan])
    /// A decision of staff, made now or before this node was listening.
    case stands(ModerationRecord)
    /// An act of staff at this node was not done; its asker is told.
    case notDone(ModerationAction, WireFault)
    /// These lines were erased.
    case erased([Int])
    /// A call for help, at each change, including this node's own.
    case help(HelpCall)
    /// All calls, from an authority that keeps them; follows `up`.
    case calls(HelpList)
    /// A packet for one member here; a fatal `error` ends its stay.
    case deliver(HostPacket, to: MemberID)
    /// The answer to `vouch`.
    case granted(certificate: String, Grant)
    /// How many lines of the authority are still to come.
    case behind(Int)
    /// The link is down.
    case down
}
