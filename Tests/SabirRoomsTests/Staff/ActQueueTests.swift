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

    @Test func itIsBounded() {
        var queue = ActQueue()
        for _ in 0..<ActQueue.capacity { _ = queue.add(Self.entry(.lock)) }
        let isTaken = queue.add(Self.entry(.clear))
        #expect(!isTaken)
    }
}
