import SabirProtocol
import Testing

@testable import SabirCluster

/// Lines that are taken back: what is kept of them until they are told, and who sees to it.
@Suite struct DueRetractionsTests {
    private let start = ContinuousClock.now
    private func at(_ seconds: Double) -> ContinuousClock.Instant { start + .seconds(seconds) }
    private let line = MessageID()

    private func retraction(_ id: MessageID = MessageID()) -> ClusterRetraction {
        let told = ClusterLine(
            id: id, member: MemberID(rawValue: "m1"), from: "Ana", lang: LanguageTag("es")!, text: "", reply: line,
            author: "a1", revision: .retracts(line))
        return ClusterRetraction(line: told, erases: [line, MessageID()])
    }

    @Test func whatIsKeptOfItIsReadAsItWasWritten() throws {
        let one = retraction()
        let read = try #require(ClusterRetraction(body: one.body, author: "a1"))
        #expect(read.erases == one.erases && read.line.revision == .retracts(line) && read.line.id == one.line.id)
        #expect(read.line.from == "Ana" && read.line.author == "a1" && read.key == one.key)
        #expect(ClusterRetraction.isKey(one.key) && !ClusterRetraction.isKey("topic"))
        for body in [[], Array("x".utf8), Array("\n{}".utf8), Array("\n".utf8)] {
            #expect(ClusterRetraction(body: body, author: nil) == nil)
        }
    }

    @Test func whatIsPromisedElsewhereIsLeftToThatNodeForAWhile() {
        var due = DueRetractions()
        let one = retraction()
        due.add(one, isHeard: true, now: at(0))
        #expect(due.begin(now: at(9), mayBegin: { _ in true }).isEmpty)
        #expect(due.begin(now: at(10), mayBegin: { _ in true }) == [one])
        // It is at work: not twice.
        #expect(due.begin(now: at(20), mayBegin: { _ in true }).isEmpty)
        #expect(due.erased(one.line.id, now: at(21))?.id == one.line.id)
        #expect(due.ended(one.line.id) == one.key && !due.holds(one.line.id))
        // What that node has told meanwhile is its own to tidy up.
        let other = retraction()
        due.add(other, isHeard: true, now: at(0))
        #expect(due.ended(other.line.id) == nil && !due.holds(other.line.id))
    }

    @Test func whatFailsIsTriedAgainAndWhatIsNotToldToo() {
        var due = DueRetractions()
        let one = retraction()
        due.add(one, now: at(0))
        // The line itself is on its way still.
        #expect(due.begin(now: at(0), mayBegin: { _ in false }).isEmpty)
        #expect(due.begin(now: at(1), mayBegin: { $0 == one.erases }) == [one])
        due.failed(one.line.id, now: at(2))
        #expect(due.begin(now: at(2.5), mayBegin: { _ in true }).isEmpty)
        #expect(due.begin(now: at(3), mayBegin: { _ in true }) == [one])
        _ = due.erased(one.line.id, now: at(4))
        #expect(due.begin(now: at(5), mayBegin: { _ in true }).isEmpty)
        #expect(due.begin(now: at(15), mayBegin: { _ in true }) == [one])
        for _ in 0..<2 * DueRetractions.capacity { due.add(retraction(), now: at(0)) }
        #expect(due.isFull && due.begin(now: at(16), mayBegin: { _ in true }).count == DueRetractions.capacity - 1)
    }

    @Test func aLateCorrectionIsErasedAndTellsNothing() throws {
        let told = retraction().line
        let late = ClusterRetraction(late: MessageID(), line: told)
        let read = try #require(ClusterRetraction(body: late.body, author: "a1"))
        #expect(read.late == late.id && read.key == late.key && read.erases == [late.id])
        #expect(read.line.id == told.id && read.line.revision == .retracts(line) && read.line.author == "a1")
        #expect(late.key != ClusterRetraction(line: told, erases: []).key && ClusterRetraction.isKey(late.key))
        #expect(ClusterRetraction(body: Array("late\n".utf8) + told.body, author: nil) == nil)
        var due = DueRetractions()
        due.add(late, now: at(0))
        #expect(due.begin(now: at(0), mayBegin: { _ in true }) == [late])
        // That the correction itself comes out of the stream does not end it.
        #expect(due.ended(late.id) == nil && due.holds(late.id))
        due.failed(late.id, now: at(1))
        #expect(due.begin(now: at(2), mayBegin: { _ in true }) == [late])
        #expect(due.ended(late.id, isLate: true) == late.key && !due.holds(late.id))
        // Nor is a line that is still to be told done with when it is erased.
        let one = retraction()
        due.add(one, now: at(0))
        #expect(due.ended(one.line.id, isLate: true) == nil && due.ended(one.line.id) != nil)
        // The others look whether it was done.
        due.add(late, isHeard: true, now: at(0))
        #expect(due.begin(now: at(9), mayBegin: { _ in true }).isEmpty)
        #expect(due.begin(now: at(10), mayBegin: { _ in true }) == [late])
        // A book full of promises still takes it: nobody can be asked to say it again.
        for _ in 0..<2 * DueRetractions.capacity { due.add(retraction(), now: at(0)) }
        let another = ClusterRetraction(late: MessageID(), line: told)
        due.add(another, now: at(0))
        #expect(due.isFull && due.holds(another.id))
    }
}

@Suite struct LateCorrectionsTests {
    private func stored(_ revision: Revision, seq: Int = 1) -> ClusterLine {
        let message = Message(
            seq: seq, id: MessageID(), ts: 1, member: MemberID(rawValue: "m1"), from: "Ana", lang: LanguageTag("es")!,
            text: "three", reply: revision.line, revision: revision)
        return ClusterLine(message: message, author: "a1")
    }

    private func came(
        _ line: ClusterLine, _ late: inout LateCorrections, erased: [MessageID] = []
    ) throws -> [MessageID] {
        let revision = try #require(line.message.revision)
        let found = late.came(line, revision, erased: erased)
        #expect(found.allSatisfy { $0.late == $0.id && $0.line.revision == .retracts(revision.line) })
        return found.map(\.id)
    }

    @Test func oneBehindTheRetractionIsFound() throws {
        var late = LateCorrections()
        let (line, other) = (MessageID(), MessageID())
        #expect(try came(stored(.retracts(line)), &late).isEmpty)
        #expect(try came(stored(.corrects(other)), &late).isEmpty)
        let correction = stored(.corrects(line))
        #expect(try came(correction, &late) == [correction.message.id])
    }

    @Test func oneThatTheRetractionDidNotKnowOfIsFound() throws {
        var late = LateCorrections()
        let line = MessageID()
        let (known, unknown) = (stored(.corrects(line)), stored(.corrects(line)))
        for correction in [known, unknown] { #expect(try came(correction, &late).isEmpty) }
        let retraction = stored(.retracts(line))
        #expect(try came(retraction, &late, erased: [line, known.message.id]) == [unknown.message.id])
        // Read once more, as a node does whose consumer broke off.
        #expect(try came(retraction, &late).isEmpty)
    }

    @Test func theOldestAreForgottenPastTheBound() throws {
        var late = LateCorrections()
        let (first, last) = (MessageID(), MessageID())
        _ = try came(stored(.retracts(first)), &late)
        for _ in 1..<LateCorrections.capacity { _ = try came(stored(.retracts(MessageID())), &late) }
        #expect(try came(stored(.corrects(first)), &late).count == 1)
        _ = try came(stored(.retracts(last)), &late)
        #expect(try came(stored(.corrects(first)), &late).isEmpty)
        #expect(try came(stored(.corrects(last)), &late).count == 1)
    }
}
