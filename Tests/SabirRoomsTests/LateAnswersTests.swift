import SabirProtocol
import Synchronization
import Testing

@testable import SabirRoom

/// Who is answered when, of those whom a room cannot answer at once.
@Suite struct LateAnswersTests {
    private let done = LateAnswer.success(.done)

    @Test func anAnswerThatCameFirstIsThereForWhoeverWaits() {
        var answers = LateAnswers()
        let ticket = answers.newTicket()
        answers.answer(ticket, done)
        let early = answers.wait(for: ticket) { _ in Issue.record("It is not called as well.") }
        #expect(early != nil)
        let (due, again) = (answers.takeDue(), answers.takeEarly(ticket))
        #expect(due == nil && again == nil)
    }

    @Test func whoWaitsIsDueInTheOrderOfTheAnswersAndOnce() {
        let called = Mutex<[Int]>([])
        var answers = LateAnswers()
        let tickets = (0..<3).map { _ in answers.newTicket() }
        for ticket in tickets {
            let early = answers.wait(for: ticket) { _ in called.withLock { $0.append(ticket.number) } }
            #expect(early == nil)
        }
        for ticket in [tickets[2], tickets[0]] { answers.answer(ticket, done) }
        #expect(called.withLock { $0 } == [], "Nobody is called while something is being done.")
        while let call = answers.takeDue() { call.then(call.answer) }
        #expect(called.withLock { $0 } == [tickets[2].number, tickets[0].number])
    }
}
