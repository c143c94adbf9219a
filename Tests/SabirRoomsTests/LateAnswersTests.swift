import SabirProtocol
import Synchronization
import Testing

@testable import SabirRoom

/// Who is answered when, of those whom a room cannot answer at once.
@Suite struct LateAnswersTests {
    private let done = LateAnswer.success(.done)

    @Test func whoIsForgottenIsNotCalled() {
        var answers = LateAnswers()
        let ticket = answers.wait { _ in Issue.record("It is not called.") }
        answers.forget(ticket)
        answers.answer(ticket, done)
        let due = answers.takeDue()
        #expect(due == nil)
    }

    @Test func whoWaitsIsDueInTheOrderOfTheAnswersAndOnce() {
        let called = Mutex<[Int]>([])
        var answers = LateAnswers()
        let tickets = (0..<3).map { number in answers.wait { _ in called.withLock { $0.append(number) } } }
        for ticket in [tickets[2], tickets[0], tickets[2]] { answers.answer(ticket, done) }
        #expect(called.withLock { $0 } == [], "Nobody is called while something is being done.")
        while let call = answers.takeDue() { call.then(call.answer) }
        #expect(called.withLock { $0 } == [2, 0])
    }
}
