import SabirProtocol

@testable import SabirClient
@testable import SabirRoom

/// What is wrong with how a schedule ended, in words; nothing where the promise was kept: what was acknowledged is
/// there for everybody, once, in one order.
struct Findings {
    private let simulation: RoomSimulation
    private(set) var all: [String] = []

    /// Of a schedule in which no number is lost for good: the host's memory is long enough, no packet is lost on a
    /// connection that stays, and the host, if it starts again, has a disk.
    init(_ simulation: RoomSimulation) {
        self.simulation = simulation
        let log = simulation.host.kept
        check(Set(log.map(\.id)).count == log.count, "the room", "has a message twice: \(log.map(\.seq))")
        check(log.map(\.seq) == Array(1..<log.count + 1), "the room", "has holes: \(log.map(\.seq))")
        let takenBack = Set(log.compactMap(\.retracts))
        let left = log.filter { line in line.hasText && takenBack.contains { line.isOf($0) } }
        check(left.isEmpty, "the room", "has what was taken back: \(left.map(\.seq))")
        for guest in simulation.guests { look(at: guest, log) }
    }

    private mutating func check(_ isRight: Bool, _ who: String, _ what: @autoclosure () -> String) {
        if !isRight { all.append("\(who) \(what())") }
    }

    private mutating func look(at guest: SimulatedGuest, _ log: [Message]) {
        check(!guest.isOver && guest.state.phase == .member, guest.name, "is not back in the room")
        check(guest.state.outbox.isEmpty, guest.name, "has messages without an answer: \(guest.state.outbox.drafts)")
        check(guest.refused.isEmpty, guest.name, "was refused \(guest.refused)")
        check(guest.gaps.isEmpty, guest.name, "was told of a gap within the host's memory: \(guest.gaps)")
        lookAtWhatItSaw(guest, log)
        lookAtWhatItSaid(guest, log)
    }

    private mutating func lookAtWhatItSaw(_ guest: SimulatedGuest, _ log: [Message]) {
        let wrong = guest.shown.filter { shown in
            guard let line = log.first(where: { $0.seq == shown.seq }) else { return true }
            return line != (line.isRetracted ? shown.retracted : shown)
        }
        check(wrong.isEmpty, guest.name, "was shown what the room does not have: \(wrong.map(\.seq))")
        let entry = guest.entries.last?.seq ?? 0
        let after = guest.heard.map(\.seq).filter { $0 > entry }
        check(after == log.map(\.seq).filter { $0 > entry }, guest.name, "came in after \(entry) and saw \(after)")
        // From before it came in, a client that was started again sees the answers to what it repeats, each once.
        let before = guest.heard.filter { $0.seq <= entry }
        let own = Set(guest.said)
        check(before.allSatisfy { own.contains($0.id) }, guest.name, "saw lines of others from before it came in")
        check(Set(guest.heard.map(\.id)).count == guest.heard.count, guest.name, "saw a line twice")
    }

    private mutating func lookAtWhatItSaid(_ guest: SimulatedGuest, _ log: [Message]) {
        var seen: Set<MessageID> = []
        let first = guest.acknowledged.filter { seen.insert($0).inserted }
        // A client started again may be told of what came after it was started before it is told of what came earlier.
        let isTold = guest.lives == 1 ? first == guest.said : seen == Set(guest.said)
        check(isTold, guest.name, "said \(guest.said.count) lines and was told of \(first.count) in another order")
        let own = Set(guest.said)
        let kept = log.map(\.id).filter(own.contains)
        check(kept == guest.said, guest.name, "its lines are lost, double or in another order: \(kept)")
    }
}
