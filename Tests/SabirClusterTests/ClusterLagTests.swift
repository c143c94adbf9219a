import SabirProtocol
import Testing

@testable import SabirCluster

@Suite("How far a node is behind its stream")
struct ClusterLagTests {
    @Test("the follower knows what its consumer still had to deliver")
    func follower() {
        let now = ContinuousClock.now
        var follower = StreamFollower()
        let generation = follower.begin(from: 1, now: now)
        #expect(follower.behind == 0)
        let position = StreamPosition(seq: 1, delivered: 1, pending: 41)
        #expect(follower.receive(position, of: generation, now: now) == .next)
        #expect(follower.behind == 41)
        _ = follower.begin(from: 2, now: now)
        #expect(follower.behind == 0)
    }
}
