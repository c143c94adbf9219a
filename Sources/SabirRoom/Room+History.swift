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

    /// The numbers of an epoch that was this room's until a member told of lines that are lost: of what came since such a
    /// one hears that some are missing.
    func lostLines(since resume: Hello.Resume?) -> ClosedRange<Int>? {
        guard let resume, resume.seq < state.timeline.newest, resume.epoch == state.timeline.formerEpoch else {
            return nil
        }
        return resume.seq + 1...state.timeline.newest
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
