import NIOCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

@Suite struct RelayProgressTests {
    @Test func nothingIsKnownOfOneThatHasToldNothing() {
        var progress = RelayProgress()
        progress.tick(newest: 9, now: at(0))
        #expect(progress.behind(newest: 9, now: at(60)) == nil)
    }

    @Test func itOwesAnAnswerForThreeSeconds() {
        var progress = RelayProgress()
        progress.update(ReplicationStatus(seq: 4, held: 0), newest: 5, now: at(0))
        #expect(progress.behind(newest: 9, now: at(2.9)) == 1, "By what it lacked when it told.")
        #expect(progress.behind(newest: 9, now: at(3)) == 5, "By all that it has not told of.")
        progress.update(ReplicationStatus(seq: 9, held: 0), newest: 9, now: at(4))
        #expect(progress.behind(newest: 9, now: at(60)) == 0)
    }
}
