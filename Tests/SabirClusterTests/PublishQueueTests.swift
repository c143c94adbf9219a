@testable import SabirCluster
import SabirProtocol
import Testing

struct PublishQueueTests {
    let start = ContinuousClock.now
    func open() -> PublishQueue {
        var book = PublishQueue()
        book.open()
        return book
    }

    @Test func aMembersLinesGoOneAfterAnotherAndThoseOfOthersTogether() {
        var book = open()
        let (one, two, other) = (line("1"), line("2"), line("3", by: "m2"))
        for entry in [one, two, other] { same(book.add(entry, mustAsk: false, now: start), true) }
        same(book.steps(now: start), [.publish(one), .publish(other)])
        same(book.steps(now: start), [])
        same(book.numbered(one.id, now: start), one.member)
        same(book.steps(of: one.member, now: start), [.publish(two)])
    }

    @Test func aLineThatFailedGoesAgainBeforeTheNextOfItsMember() {
        var book = open()
        let (one, two) = (line("1"), line("2"))
        for entry in [one, two] { _ = book.add(entry, mustAsk: false, now: start) }
        _ = book.steps(now: start)
        book.failed(one.id, now: start)
        same(book.steps(now: start), [])
        same(book.steps(now: start + PublishQueue.pause), [.publish(one)])
    }

    @Test func afterABreakEverythingGoesAgainInItsOrder() {
        var book = open()
        let lines = (1...5).map { line("\($0)") }
        for entry in lines { _ = book.add(entry, mustAsk: false, now: start) }
        _ = book.steps(now: start)
        _ = book.numbered(lines[0].id, now: start)
        book.close(now: start)
        same(book.steps(now: start), [])
        book.open()
        var sent: [ClusterRoomState.Action] = []
        for entry in lines {
            sent += book.steps(now: start)
            _ = book.numbered(entry.id, now: start)
        }
        #expect(sent == lines.map { .publish($0) })
    }

    @Test func whatWasFirstSentLongAgoIsLookedForFirst() {
        var book = open()
        let one = line("1")
        _ = book.add(one, mustAsk: false, now: start)
        same(book.steps(now: start), [.publish(one)])
        book.close(now: start)
        book.open()
        let later = start + PublishQueue.window
        same(book.steps(now: later), [.lookUp(one.id)])
        same(book.sendAnew(one.id, now: later), one.member)
        same(book.steps(now: later + PublishQueue.pause), [.publish(one, attempt: 2)])
    }

    @Test func aFullBookTakesNothingAndALineItHasTwiceCountsOnce() {
        var book = PublishQueue()
        let one = line("1")
        same(book.add(one, mustAsk: false, now: start), true)
        same(book.add(one, mustAsk: false, now: start), true)
        #expect(book.count == 1)
        for _ in 1..<PublishQueue.capacity { _ = book.add(line("x"), mustAsk: false, now: start) }
        same(book.add(line("y"), mustAsk: false, now: start), false)
    }
}
