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

    /// The connection goes on with what it sent behind its act once that is judged, in its order, for everybody alike.
    @Test func whatWaitedBehindAnActGoesOnInItsOrder() async {
        let told = await HandLoop.onItsThread {
            var scene = HandParties(LifeHost(.memory, settings: .test(), limits: ConnectionLimits(), seed: 1))
            defer { scene.host.end() }
            for name in ["anna", "boris"] { scene.joins(name) }
            scene.joins("nurse", device: LifeHost.staffKey)
            scene.host.office.isFast = false
            scene.sends(
                "nurse", .staff(.lock), .message(Draft(text: "locked")), .staff(.unlock),
                .message(Draft(text: "open")))
            for _ in 0..<4 { scene.host.getOn() }
            scene.read()
            return ["nurse", "anna", "boris"].map { scene[$0].course }
        }
        #expect(told == Array(repeating: ["lock", "locked", "unlock", "open"], count: 3))
    }
}
