import SabirWire

/// What a room tells its page.
package enum WebNews: Sendable, Hashable {
    case message(Message)
    case joined(MemberInfo, n: Int)
    case left(MemberInfo, n: Int)
    case changed(MemberInfo, n: Int)
    /// In large rooms instead of the three above.
    case presence(Presence)
    /// Nil where the notice was taken down.
    case notice(WebNotice?)
    /// Name, topic, lock or another of the facts changed: read them again.
    case settings
    /// These lines were erased or have had their time: who comes back does not get them. Screens keep what they show.
    case forgotten([Int])
    /// Every line is to be forgotten.
    case cleared
    /// For these members alone: `by` did not understand message `id`; `isPresent` says whether its author is here.
    case unclear(id: MessageID, by: MemberInfo, isPresent: Bool, to: [MemberID])
    /// For these members alone (nil: everybody): `by` calls for a person.
    case person(by: MemberInfo, about: MessageID?, contact: String, to: [MemberID]?)
    /// A call for help, at each change: for everybody, or for staff whose room is another one.
    case help(HelpCall, to: [MemberID]?)
    /// For this member alone: staff have muted it, or let it speak again.
    case muted(MemberID, Bool)
    /// A report to staff, at each change, for this member of them alone.
    case report(Reported, to: MemberID)
    /// What was reported in this room is no longer as it was.
    case reports
    /// The host put this member out.
    case removed(MemberID, WireFault)
    /// For this member alone: a line of its own that the node held for the room's host has not been taken there. Whoever
    /// asks again by its id is answered the same.
    case notTaken(MessageID, WireFault, to: MemberID)
    /// The room closes, with a plain sentence.
    case closing(String)
}
