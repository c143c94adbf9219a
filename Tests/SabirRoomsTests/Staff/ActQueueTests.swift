import NIOCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

/// The order of staff's acts, without a disk.
@Suite struct ActQueueTests {
    private static func entry(_ act: ModerationAction) -> ActQueue.Entry {
        ActQueue.Entry(act: act, who: "nurse", asker: nil)
    }

    @Test func whileOneIsBeingStoredTheOthersWait() throws {
        var queue = ActQueue()
        for act in [ModerationAction.lock, .clear] {
            let isTaken = queue.add(Self.entry(act))
            #expect(isTaken)
        }
        let first = queue.next()
        queue.store(.lock(true), on: try #require(first))
        let none = queue.next()
        #expect(none == nil && queue.current?.act == .lock)
        let done = queue.finish()
        #expect(done?.entry.act == .lock && queue.current == nil)
        let second = queue.next()
        #expect(second?.act == .clear, "It was judged, and nothing is stored: the next may be.")
    }

    @Test func whoeverWaitsIsGivenUpAndWhatIsBeingStoredIsNot() throws {
        var queue = ActQueue()
        for act in [ModerationAction.lock, .clear, .close] { _ = queue.add(Self.entry(act)) }
        let first = queue.next()
        queue.store(.lock(true), on: try #require(first))
        let given = queue.giveUp()
        #expect(given.map(\.act) == [.clear, .close] && queue.current?.act == .lock)
        _ = queue.finish()
        let none = queue.next()
        #expect(none == nil)
    }

    @Test func whatCouldNotBeStoredIsTriedAgainWhenNothingIsBeingStored() throws {
        var queue = ActQueue()
        _ = queue.add(Self.entry(.lock))
        let first = queue.next()
        queue.store(.lock(true), on: try #require(first))
        queue.fail("full")
        let isNews = queue.setFailure("full", now: at(0))
        let whileStored = queue.beginTry(now: at(20))
        let done = queue.finish()
        #expect(isNews && !whileStored && done?.failure == "full" && queue.failure == "full")
        let early = queue.beginTry(now: at(9))
        let due = queue.beginTry(now: at(10))
        let again = queue.beginTry(now: at(99))
        #expect(!early && due && !again, "One at a time.")
        let isStill = queue.setFailure("full", now: at(99))
        let next = queue.beginTry(now: at(109))
        #expect(!isStill && next)
        let isOver = queue.setFailure(nil, now: at(110))
        let none = queue.beginTry(now: at(999))
        #expect(isOver && !none && queue.failure == nil)
    }

    @Test func itIsBounded() {
        var queue = ActQueue()
        for _ in 0..<ActQueue.capacity { _ = queue.add(Self.entry(.lock)) }
        let isTaken = queue.add(Self.entry(.clear))
        #expect(!isTaken)
    }
}
