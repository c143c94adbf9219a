@testable import SabirCluster
import SabirWire
import Testing

struct KeptFollowerTests {
    let start = ContinuousClock.now

    @Test func whatTheBucketHeldBeforeIsNoNewsAndWhatIsPutLaterIs() {
        var follower = KeptFollower(comesOnce: true)
        let generation = follower.begin(now: start)
        follower.begun(newest: 7)
        same(
            follower.receive(StreamPosition(seq: 7, delivered: 1), of: generation, now: start), .next(isNews: false))
        same(
            follower.receive(StreamPosition(seq: 8, delivered: 2), of: generation, now: start), .next(isNews: true))
        same(follower.receive(StreamPosition(seq: 10, delivered: 4), of: generation, now: start), .broken)
    }

    @Test func anActComesOnceAndAnotherBucketBeginsAnew() {
        var follower = KeptFollower(comesOnce: true)
        let first = follower.begin(now: start)
        _ = follower.receive(StreamPosition(seq: 7, delivered: 1), of: first, now: start)
        let second = follower.begin(now: start)
        follower.begun(newest: 8)
        same(follower.receive(StreamPosition(seq: 7, delivered: 1), of: second, now: start), .stale)
        let third = follower.begin(now: start)
        follower.begun(newest: 2)
        same(
            follower.receive(StreamPosition(seq: 2, delivered: 1), of: third, now: start), .next(isNews: false))
    }

    @Test func presenceComesAgainFromEachConsumer() {
        var follower = KeptFollower(comesOnce: false)
        for generation in 1...2 {
            same(follower.begin(now: start), generation)
            follower.begun(newest: 7)
            same(
                follower.receive(StreamPosition(seq: 7, delivered: 1), of: generation, now: start),
                .next(isNews: false))
        }
    }

    @Test func whatIsOverIsSpentADayLater() {
        let day = 86_400_000
        let ban = ClusterAct(
            packet: .acted(Acted(.ban, on: MemberID(rawValue: "m1"), named: nil, minutes: 60)), ts: 0)
        #expect(!ban.isSpent(wall: 3_600_000) && ban.isSpent(wall: 3_600_001 + day))
        let mute = ClusterAct(packet: .acted(Acted(.mute, on: MemberID(rawValue: "m1"), named: nil)), ts: 0)
        #expect(!mute.isSpent(wall: 1_000 * day))
        let place = ClusterAct.Cleared(epoch: "n1", upTo: 9)
        #expect(ClusterAct.Cleared(place.description) == place && ClusterAct.Cleared("9") == nil)
    }
}
