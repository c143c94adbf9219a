@testable import SabirTranslation
import SabirProtocol
import Testing

@testable import SabirIRC

@Suite struct ReadingQueueTests {
    private static func line(_ seq: Int) -> Message {
        Message(
            seq: seq, id: MessageID(), ts: 0, member: MemberID(rawValue: "m1"), from: "Anna", lang: LanguageTag("es")!,
            text: "hola", reply: nil)
    }

    @Test func aTranslationOfALineThatNobodyElseKnowsAnyMoreIsShown() {
        let (now, line) = (ContinuousClock.now, Self.line(7))
        let reading = TranslationOutcome(text: "hello", state: .translated)
        var queue = ReadingQueue()
        queue.add(.line(line, nick: "anna", nil), waitingUntil: now + .seconds(3))
        #expect(queue.takeDue(now: now).isEmpty)
        queue.setTranslation(of: line.id, seq: 7, reading)
        #expect(queue.takeDue(now: now) == [.line(line, nick: "anna", reading)])
        var late = ReadingQueue()
        late.add(.line(line, nick: "anna", nil), waitingUntil: now)
        #expect(late.takeDue(now: now) == [.line(line, nick: "anna", nil)])
        late.setTranslation(of: line.id, seq: 7, reading)
        #expect(late.takeDue(now: now) == [.late(line, nick: "anna", reading)])
    }

    @Test func whatASecondLookFoundAfterwardsIsShownOnceAndNotOfWhatIsGone() {
        let (now, line, gone) = (ContinuousClock.now, Self.line(7), Self.line(8))
        let difference = TranslationWarning(kind: .secondLook, words: ["2"], counterparts: ["3"])
        let reading = TranslationOutcome(text: "hello", state: .translated)
        let doubted = reading.with(
            SecondReading(way: .back, text: "hola", language: LanguageTag("es")!, engine: "e", difference: difference))
        var queue = ReadingQueue()
        for one in [line, gone] { queue.add(.line(one, nick: "anna", reading)) }
        #expect(queue.takeDue(now: now).count == 2)
        queue.retract(gone.id)
        for one in [line, line, gone] { queue.setTranslation(of: one.id, seq: one.seq, doubted) }
        #expect(queue.takeDue(now: now) == [.doubt(line, nick: "anna", difference)])
        var late = ReadingQueue()
        late.add(.line(line, nick: "anna", nil), waitingUntil: now)
        _ = late.takeDue(now: now)
        late.setTranslation(of: line.id, seq: 7, reading)
        #expect(late.takeDue(now: now) == [.late(line, nick: "anna", reading)])
        late.setTranslation(of: line.id, seq: 7, doubted)
        #expect(late.takeDue(now: now) == [.doubt(line, nick: "anna", difference)])
    }

    @Test func aTranslationOfALineOfThatNumberInAnotherEpochIsNotShown() {
        let (now, before, line) = (ContinuousClock.now, Self.line(7), Self.line(7))
        var queue = ReadingQueue()
        queue.add(.line(line, nick: "anna", nil), waitingUntil: now)
        queue.setTranslation(of: before.id, seq: 7, TranslationOutcome(text: "of before", state: .translated))
        #expect(queue.takeDue(now: now) == [.line(line, nick: "anna", nil)])
        queue.setTranslation(of: before.id, seq: 7, TranslationOutcome(text: "of before", state: .translated))
        #expect(queue.takeDue(now: now).isEmpty)
    }
}
