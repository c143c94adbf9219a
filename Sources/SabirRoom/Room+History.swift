import NIOCore
import SabirProtocol

/// Older lines: members' requests for them, and what returning members have missed.
extension Room {
    static let outOfReach = WireFault(
        .tooFast, "Older lines cannot be had at the moment; try again shortly.")

    /// Number of the first message that the member on this seat may see.
    func firstVisibleSeq(on seat: Seat) -> Int {
        holds(seat) ? state.roster[seat.number]?.firstVisibleSeq ?? .max : .max
    }

    // MARK: Coming back

    /// Most lines that a returning member is sent from the log; older ones are told as a gap, and can be asked for.
    static let mostOlder = 20_000

    /// The numbers of this epoch that a member from another epoch is told as missing: all, or, where that epoch was
    /// given up for this one since the start and the numbers went on, those that the member has not seen. Nil for a
    /// relay, which copies everything.
    func lostLines(of member: Member, since resume: Hello.Resume?) -> ClosedRange<Int>? {
        guard let resume, resume.epoch != state.timeline.epoch, !member.joinContext.isRelay else { return nil }
        let seen = resume.epoch == state.timeline.formerEpoch ? resume.seq : 0
        return seen < state.timeline.newest ? seen + 1...state.timeline.newest : nil
    }

    /// What a member is sent behind its welcome. Nil where it has everything, or comes from another numbering.
    func catchUp(of member: Member, since resume: Hello.Resume?) -> CatchUp? {
        guard let resume, resume.seq < state.timeline.newest, resume.epoch == state.timeline.epoch else { return nil }
        // Older lines can be asked for.
        let oldest = sources.hasLog ? state.timeline.oldest - Self.mostOlder : state.timeline.oldest
        let first = max(resume.seq + 1, member.firstVisibleSeq, state.timeline.cleared + 1, oldest)
        return CatchUp(after: resume.seq, from: first, upTo: state.timeline.newest, connection: member.connection)
    }
}
