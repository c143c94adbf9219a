import SabirProtocol
import Testing

@testable import SabirTranslation

@Suite struct ObstacleTests {
    @Test func ofSeveralTheOneThatTellsMostIsShown() {
        let kinds: [Obstacle.Kind] = [.failed, .pairMissing, .resting, .none, .down, .neverSeen]
        let all = kinds.map { Obstacle(kind: $0, reason: .stopped) }
        #expect(all.sorted().map(\.kind) == [.none, .neverSeen, .pairMissing, .down, .resting, .failed])
    }
}
