import NIOCore
import SabirProtocol

/// What members say, and who may not.
extension RoomState {
    /// A message of a member. `wall`: the host's clock in milliseconds since 1970; `known`: what the log says of its id.
    mutating func accept(
        _ draft: Draft, from number: MemberNumber, now: NIODeadline, wall: Int, known: KnownID? = nil
    ) -> DraftOutcome {
        guard let member = roster[number] else { return .refused(WireFault.noLongerIn) }
        return accept(
            draft, by: member, member.joinContext.author, token: member.joinContext.token, now: now, wall: wall,
            known: known)
    }

    /// The rules for what is said, asked of every message: of a member here, of one behind a relay, and of what is held
    /// for an authority. Says why it is refused; where it is not, counts it against the limits and says nil.
    mutating func checkAndCount(
        _ draft: Draft, by number: MemberNumber, token: String?, over relay: MemberNumber?, now: NIODeadline
    ) -> WireFault? {
        // Whoever is muted may still take back what they said.
        guard draft.revision?.isRetraction == true || !moderation.isMuted(number, token: token) else {
            return WireFault(.muted, "Staff have muted you: your messages are not taken.", id: draft.id)
        }
        guard upstream?.isFull != true else { return WireFault(.tooFast, Upstream.tooManyHeld, id: draft.id) }
        // A relay limits its own members.
        guard relay == nil else { return nil }
        // A confirmation is one tap, of somebody whom staff trust with it.
        return flood(
            number, draft.id, counting: MessageBudgets.cost(of: draft.text),
            isByHand: draft.revision?.isConfirmation != true && roster[number]?.joinContext.isAtPage == true, now: now)
    }

    /// What the log knows of an id, with the member whose message it was.
    func earlier(_ known: KnownID) -> (log: KnownID, acceptance: AcceptedIDs.Acceptance) {
        (known, AcceptedIDs.Acceptance(of: known, by: visibility.author(of: known)))
    }
}
