import SabirProtocol
import Testing

@testable import SabirTranslation

@Suite struct ObstacleTests {
    @Test func ofSeveralTheOneThatTellsMostIsShown() {
        let all: [Obstacle] = [
            .failed(.badAnswer(engine: "f")), .pairMissing, .resting(.refused(engine: "r")), .none, .down("d"),
            .neverSeen("n"),
        ]
        #expect(
            all.sorted().map { $0.reason(english, catalan).code } == [
                "no-engine", "unreachable", "pair-not-offered", "unreachable", "refused", "bad-answer",
            ])
        #expect(Obstacle.down("d").reason(english, catalan) == .unreachable(engine: "d"))
        #expect(Obstacle.pairMissing.reason(english, catalan) == .pairNotOffered(from: english, to: catalan))
    }
}
