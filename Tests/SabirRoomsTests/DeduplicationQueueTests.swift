import NIOCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

@Suite struct DeduplicationQueueTests {
    private let seat: HostedRoom.Seat

    init() throws {
        var room = RoomState(settings: .test(), seed: 1, now: at(0))
        seat = HostedRoom.Seat(try room.admit(.of("anna"), now: at(0)).member)
    }

    private func entry(_ number: UInt64, at second: Double = 0) -> DeduplicationQueue.Entry {
        DeduplicationQueue.Entry(draft: Draft(id: .numbered(number), text: ""), seat: seat, since: at(second))
    }

    @Test func draftsHaveTheirTurnInTheOrderOfTheirSaying() {
        var queue = DeduplicationQueue()
        for number in 1...3 as ClosedRange<UInt64> { queue.add(entry(number)) }
        var order: [MessageID?] = []
        while let first = queue.first {
            order.append(first.draft.id)
            queue.removeFirst()
        }
        #expect(order == [.numbered(1), .numbered(2), .numbered(3)])
    }

    @Test func theOldestIsWaitedForFiveSecondsAndAllAreGivenUpTogether() {
        var queue = DeduplicationQueue()
        queue.add(entry(1))
        queue.add(entry(2, at: 4))
        let isEarly = queue.isOverdue(at(4.9))
        #expect(!isEarly && queue.isOverdue(at(5)))
        let (before, given) = (queue.round, queue.giveUp())
        #expect(given.compactMap(\.draft.id) == [.numbered(1), .numbered(2)])
        #expect(queue.isEmpty && queue.round != before, "An answer of the round before counts no more.")
    }

    @Test func itTakesSoManyAndNoMore() {
        var queue = DeduplicationQueue()
        for _ in 1..<DeduplicationQueue.capacity { queue.add(entry(1)) }
        #expect(!queue.isFull)
        queue.add(entry(1))
        #expect(queue.isFull)
    }
}
