import NIOCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

@Suite struct RevisionsTests {
    private let line = MessageID.numbered(1)

    @Test func aLineIsCorrectedSoOftenAndNoMore() {
        var revisions = Revisions()
        for number in 0..<Revisions.mostCorrections {
            #expect(revisions.mayBeCorrected(line))
            revisions.note(.corrects(line), by: .numbered(UInt64(10 + number)), ts: number)
        }
        #expect(!revisions.mayBeCorrected(line))
    }

    @Test func whatIsSaidTwiceCountsOnce() {
        var revisions = Revisions()
        for _ in 1...2 { revisions.note(.corrects(line), by: .numbered(2), ts: 1) }
        #expect(revisions.texts(of: line) == [.numbered(2)])
        #expect(revisions.isRevision(.numbered(2)) && !revisions.isRevision(line))
    }

    @Test func whatCouldNotBeTakenBackIsThereStill() {
        var revisions = Revisions()
        revisions.note(.retracts(line), by: .numbered(2), ts: 1)
        #expect(revisions.isRetracted(line))
        revisions.giveUp(retracting: line)
        #expect(!revisions.isRetracted(line))
    }
}
