/// What the authority of a room tells a node of it, in this order and no other.
package enum AuthorityNews: Sendable {
    /// The link to the authority is up: `epoch` names the numbering, `newest` is the last number given. Where the epoch
    /// is a new one, `past` is what it has so far (the newest lines, in order), and all members here come in again;
    /// otherwise the lines after the room's newest follow as `lines`.
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
