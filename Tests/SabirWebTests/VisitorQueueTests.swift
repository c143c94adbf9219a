import NIOCore
import Testing

@testable import SabirWeb

struct VisitorQueueTests {
    @Test func whatWaitsComesAsOneBufferBehindTheGreeting() {
        var queue = VisitorQueue()
        #expect(queue.push(ByteBuffer(string: "b")) == true)
        #expect(queue.take() == .nothing)
        queue.greet([ByteBuffer(string: "a")])
        #expect(queue.push(ByteBuffer(string: "c")) == true)
        #expect(queue.take() == .bytes(ByteBuffer(string: "a")))
        #expect(queue.take() == .bytes(ByteBuffer(string: "bc")))
        #expect(queue.take() == .nothing)
    }

    @Test func whatWaitsIsTakenInPieces() {
        var queue = VisitorQueue()
        let event = ByteBuffer(repeating: 0, count: 16 << 10)
        queue.greet(Array(repeating: event, count: 100))
        for _ in 0..<128 { #expect(queue.push(event) == true) }
        #expect(queue.push(event) == false, "the bound holds for what waits behind the greeting")
        queue = VisitorQueue()
        queue.greet(Array(repeating: event, count: 100))
        var sizes: [Int] = []
        while case .bytes(let piece) = queue.take() { sizes.append(piece.readableBytes) }
        #expect(sizes.reduce(0, +) == 100 * event.readableBytes)
        #expect(sizes.allSatisfy { $0 <= VisitorQueue.pieceBytes })
    }

    @Test func behindAGreetingThatIsNotWholeNothingIsTold() {
        var queue = VisitorQueue()
        queue.greet([ByteBuffer(string: "a")], isWhole: false)
        #expect(queue.push(ByteBuffer(string: "d")) == true)
        queue.end()
        #expect(queue.take() == .bytes(ByteBuffer(string: "a")))
        #expect(queue.take() == .nothing)
        queue.greet([ByteBuffer(string: "b"), ByteBuffer(string: "c")])
        #expect(queue.take() == .bytes(ByteBuffer(string: "bc")))
        #expect(queue.take() == .bytes(ByteBuffer(string: "d")))
        #expect(queue.take() == .end)
    }

    @Test func anEndComesBehindWhatWaits() {
        var queue = VisitorQueue()
        queue.greet([ByteBuffer(string: "a")])
        queue.end()
        #expect(queue.take() == .bytes(ByteBuffer(string: "a")))
        #expect(queue.take() == .end)
    }

    @Test func aLaggardIsEndedAndHoldsNothing() {
        var queue = VisitorQueue()
        let event = ByteBuffer(repeating: 0, count: 512 << 10)
        let taken = (0..<5).map { _ in queue.push(event) }
        #expect(taken == [true, true, true, true, false])
        #expect(queue.count == 0)
        #expect(queue.take() == .end)
        #expect(queue.push(event) == true)
        #expect(queue.count == 0)
    }

    @Test func theNumberOfEventsIsBounded() {
        var queue = VisitorQueue()
        let taken = (0...VisitorQueue.maximumEvents).map { _ in queue.push(ByteBuffer()) }
        #expect(taken.filter(\.self).count == VisitorQueue.maximumEvents)
    }

    @Test func whoKeepsUpNeverLags() {
        var queue = VisitorQueue()
        queue.greet([])
        for _ in 0..<100 {
            #expect(queue.push(ByteBuffer(repeating: 0, count: 64 << 10)) == true)
            _ = queue.take()
        }
    }
}
