import NIOCore
import SabirCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

/// The pauses of guests that come back.
@Suite struct BackoffJitterTests {
    private let pauses = Backoff(first: .milliseconds(100), longest: .seconds(5))

    @Test func theWaitDoublesWithinItsBoundsUpTo5Seconds() {
        for seed in 0..<200 as Range<UInt64> {
            var random = SplitMix64(state: seed)
            var pauses = pauses
            for attempt in 0..<80 {
                let bound = min(5_000, 100 << min(attempt, 6))
                let wait = pauses.next(using: &random)
                #expect(wait >= .microseconds(bound * 250) && wait <= .milliseconds(bound), "attempt \(attempt)")
            }
        }
    }

    @Test func guestsThatFallTogetherComeBackApart() {
        let waits = (0..<1_000 as Range<UInt64>).map { seed in
            var random = SplitMix64(state: seed)
            var pauses = pauses
            return pauses.next(using: &random) / .milliseconds(1)
        }
        #expect(Set(waits.map { Int($0) }).count > 60, "The first waits lie between 25 and 100 ms.")
    }
}

@Suite struct OutboxTests {
    private func outbox(_ count: Int) -> Outbox {
        var outbox = Outbox()
        for n in 0..<count { outbox.add(Draft(id: .numbered(UInt64(n)), text: "\(n)")) }
        return outbox
    }

    @Test func draftsGoOutInOrderAWindowAtATime() {
        var outbox = outbox(50)
        let window = (0..<32).map { "\($0)" }
        #expect(outbox.takeDue().map(\.text) == window)
        #expect(outbox.takeDue().isEmpty)
        #expect(outbox.remove(.numbered(3)) == true)
        #expect(outbox.remove(.numbered(0)) == true)
        #expect(outbox.takeDue().map(\.text) == ["32", "33"])
    }

    @Test func afterALossEverythingUnacknowledgedGoesOutAgainInOrder() {
        var outbox = outbox(5)
        _ = outbox.takeDue()
        #expect(outbox.remove(.numbered(1)) == true)
        outbox.markAllUnsent()
        #expect(outbox.takeDue().map(\.text) == ["0", "2", "3", "4"])
        #expect(outbox.drafts.map(\.id) == [0, 2, 3, 4].map { MessageID.numbered($0) })
    }

    @Test func aPostponedDraftGoesOutAgainBeforeLaterOnes() {
        var outbox = outbox(40)
        _ = outbox.takeDue()
        #expect(outbox.postpone(.numbered(7)) == true)
        #expect(outbox.takeDue().map(\.text) == ["7"])
        #expect(outbox.postpone(.numbered(99)) == false)
    }

    @Test func itIsFullAtItsCapacity() {
        #expect(!outbox(Outbox.capacity - 1).isFull)
        var full = outbox(Outbox.capacity)
        #expect(full.isFull)
        #expect(full.remove(.numbered(500)) == true)
        #expect(!full.isFull)
        #expect(full.remove(.numbered(500)) == false)
    }

    @Test func itIsEmptyWhenEverythingIsAcknowledged() {
        var outbox = outbox(1)
        #expect(!outbox.isEmpty)
        #expect(outbox.remove(.numbered(0)) == true)
        #expect(outbox.isEmpty)
        #expect(outbox.takeDue().isEmpty)
    }
}
