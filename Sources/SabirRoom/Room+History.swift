import NIOCore
import SabirProtocol

/// What was said before: members' questions for it, and what those who come back have missed.
extension Room {
    static let outOfReach = WireFault(
        .tooFast, "Older lines cannot be had at the moment; try again shortly.")

    /// The first number that the member on this seat may see.
    func firstVisibleSeq(on seat: Seat) -> Int {
        holds(seat) ? state.roster[seat.number]?.firstVisibleSeq ?? .max : .max
    }

    // MARK: Coming back

    /// Lines that a returning member is sent out of the log; what is older is told as a gap, and can be asked for.
    static let mostOlder = 20_000

    /// What whoever comes from another epoch is not told of this one, and hears to be missing: all of it, or, where
    /// that epoch was given up for this one since the start and the numbers went on, what it has not seen. A relay
    /// copies all.
    func lostLines(of member: Member, since resume: Hello.Resume?) -> ClosedRange<Int>? {
        guard let resume, resume.epoch != state.timeline.epoch, !member.joinContext.isRelay else { return nil }
        let seen = resume.epoch == state.timeline.formerEpoch ? resume.seq : 0
        return seen < state.timeline.newest ? seen + 1...state.timeline.newest : nil
    }

    /// What a member is to be told behind its welcome. Nil where it has all, or comes from another numbering.
    func catchUp(of member: Member, since resume: Hello.Resume?) -> CatchUp? {
        guard let resume, resume.seq < state.timeline.newest, resume.epoch == state.timeline.epoch else { return nil }
        // What is older can be asked for.
        let oldest = sources.hasLog ? state.timeline.oldest - Self.mostOlder : state.timeline.oldest
        let first = max(resume.seq + 1, member.firstVisibleSeq, state.timeline.cleared + 1, oldest)
        return CatchUp(after: resume.seq, from: first, upTo: state.timeline.newest, connection: member.connection)
    }
}
