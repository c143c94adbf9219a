import NIOCore
import SabirProtocol

/// Members' messages, and who may send them.
extension RoomState {
    /// Accepts a member's message. `wall`: the host's clock in milliseconds since 1970; `known`: what the log knows of
    /// the id.
    mutating func accept(
        _ draft: Draft, from number: MemberNumber, now: NIODeadline, wall: Int, known: KnownID? = nil
    ) -> DraftOutcome {
        guard let member = roster[number] else { return .refused(WireFault.noLongerIn) }
        return accept(
            draft, by: member, member.joinContext.author, token: member.joinContext.token, now: now, wall: wall,
            known: known)
    }

    /// The rules for every message: of a member here, of one behind a relay, and of one held for an authority. Returns
    /// why the message is refused; where it is not, counts it against the limits and returns nil.
    mutating func checkAndCount(
        _ draft: Draft, by member: Member, token: String?, over relay: MemberNumber?, now: NIODeadline
    ) -> WireFault? {
        // A muted member may still take back its own messages.
        guard draft.revision?.isRetraction == true || !moderation.isMuted(member.number, token: token) else {
            return WireFault(.muted, "Staff have muted you: your messages are not taken.", id: draft.id)
        }
        guard upstream?.held.isFull != true else { return WireFault(.tooFast, Upstream.tooManyHeld, id: draft.id) }
        // A relay limits its own members.
        guard relay == nil else { return nil }
        // A confirmation is one tap, by somebody whom staff trust with it.
        return flood(
            member.number, draft.id, counting: MessageBudgets.cost(of: draft.text),
            isByHand: draft.revision?.isConfirmation != true && member.joinContext.isAtPage, now: now)
    }

    /// What the log knows of an id, with the author's member number.
    func earlier(_ known: KnownID) -> (log: KnownID, acceptance: AcceptedIDs.Acceptance) {
        (known, AcceptedIDs.Acceptance(of: known, by: visibility.devices.author(of: known)))
    }
}
