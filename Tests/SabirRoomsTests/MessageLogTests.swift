import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

private func message(_ seq: Int) -> Message {
    Message(
        seq: seq, id: .numbered(UInt64(seq)), ts: seq, member: MemberID(rawValue: "m1"), from: "anna", lang: "es",
        text: "line \(seq)")
}

@Suite struct MessageLogTests {
    private func log(capacity: Int, messages: Int) -> MessageLog {
        var log = MessageLog(capacity: capacity)
        for seq in 0..<messages { log.append(message(seq + 1)) }
        return log
    }

    @Test func anEmptyLogAnswersWithNothing() {
        let log = log(capacity: 3, messages: 0)
        #expect(log.newest == 0)
        #expect(log.oldest == 1)
        #expect(log[0] == nil)
        #expect(log[1] == nil)
        #expect(log.messages(after: 0).isEmpty)
    }

    @Test(arguments: 1...12)
    func itKeepsTheNewestAndKnowsWhatIsGone(count: Int) {
        let log = log(capacity: 5, messages: count)
        let oldest = max(1, count - 4)
        #expect(log.oldest == oldest)
        for seq in 0...count + 1 {
            #expect(log[seq]?.seq == ((oldest...count).contains(seq) ? seq : nil), "[\(seq)]")
            let kept = log.messages(after: seq).map(\.seq)
            #expect(kept == Array(max(seq + 1, oldest)..<max(count + 1, max(seq + 1, oldest))), "after \(seq)")
        }
    }

    @Test(arguments: [1, 4, 5, 7], 0...12)
    func whatIsForgottenIsGoneAndTheRestIsKeptInOrder(before: Int, after: Int) {
        var log = log(capacity: 5, messages: before)
        log.clear(upTo: log.newest)
        #expect(log.cleared == before)
        #expect(log.messages(after: 0).isEmpty)
        for seq in before + 1..<before + 1 + after { log.append(message(seq)) }
        let kept = Array(max(before, before + after - 5) + 1..<before + after + 1)
        #expect(log.messages(after: 0).map(\.seq) == kept)
        for seq in 0...before + after + 1 { #expect(log[seq]?.seq == (kept.contains(seq) ? seq : nil), "[\(seq)]") }
    }

    @Test func itKeepsFewerOrMoreFromThenOn() {
        var kept = log(capacity: 5, messages: 8)
        kept.keep(2)
        #expect(kept.messages.map(\.seq) == [7, 8] && kept.newest == 8)
        kept.keep(3)
        kept.append(message(9))
        kept.append(message(10))
        #expect(kept.messages.map(\.seq) == [8, 9, 10])
        kept.keep(0)
        #expect(kept.messages.map(\.seq) == [] && kept.newest == 10)
    }

    @Test func aLogThatKeepsNothingStillNumbers() {
        let log = log(capacity: 0, messages: 4)
        #expect(log.newest == 4)
        #expect(log[4] == nil)
        #expect(log.messages(after: 0).isEmpty)
    }
}

@Suite struct MessageLogHolesTests {
    @Test func itGoesOnFromAnEarlierLifeWithItsHoles() {
        var log = MessageLog(capacity: 5, newest: 12, lines: [3, 7, 9, 10].map(message))
        #expect(log.newest == 12)
        #expect(log.oldest == 8)
        #expect(log.messages(after: 0).map(\.seq) == [9, 10])
        log.append(message(13))
        #expect(log.messages(after: 9).map(\.seq) == [10, 13])
        #expect(log[11] == nil)
        #expect(log.messages(from: 1, before: 13, limit: 1).map(\.seq) == [10])
        #expect(log.messages(from: 10, before: 99, limit: 9).map(\.seq) == [10, 13])
    }

    @Test func whatIsErasedLeavesAHoleAndTheRestItsNumbers() {
        var log = MessageLog(capacity: 5)
        for seq in 1...7 { log.append(message(seq)) }
        let erased = log.forget { $0.seq % 2 == 0 }
        #expect(erased == [4, 6])
        #expect(log.messages(after: 0).map(\.seq) == [3, 5, 7])
        log.forget(upTo: 3)
        #expect(log.oldest == 4)
        #expect(log.messages(after: 0).map(\.seq) == [5, 7])
        log.forget(upTo: 99)
        #expect(log.oldest == 8)
        log.append(message(8))
        #expect(log.messages(after: 0).map(\.seq) == [8])
    }
}
