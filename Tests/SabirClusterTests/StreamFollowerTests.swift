@testable import SabirCluster
import Testing

struct StreamFollowerTests {
    let start = ContinuousClock.now

    @Test func aHoleInTheDeliveriesIsNoticedAndOneInTheStreamIsNone() {
        var follower = StreamFollower()
        let generation = follower.begin(from: 5, now: start)
        same(follower.receive(StreamPosition(seq: 5, delivered: 1), of: generation, now: start), .next)
        same(follower.receive(StreamPosition(seq: 9, delivered: 2), of: generation, now: start), .next)
        same(follower.receive(StreamPosition(seq: 11, delivered: 4), of: generation, now: start), .broken)
        #expect(follower.next == 10)
    }

    @Test func anEarlierConsumersDeliveriesAreStale() {
        var follower = StreamFollower()
        let old = follower.begin(from: 1, now: start)
        let new = follower.begin(from: 1, now: start)
        same(follower.receive(StreamPosition(seq: 1, delivered: 1), of: old, now: start), .stale)
        same(follower.receive(StreamPosition(seq: 1, delivered: 1), of: new, now: start), .next)
    }

    @Test func aHeartbeatTellsOfALostLastDeliveryAndSilenceOfALostConsumer() {
        var follower = StreamFollower()
        let generation = follower.begin(from: 1, now: start)
        same(follower.heartbeat(lastDelivered: 0, of: generation, now: start), .next)
        same(follower.heartbeat(lastDelivered: 1, of: generation, now: start), .broken)
        same(follower.isSilent(start + StreamFollower.patience), false)
        #expect(follower.isSilent(start + StreamFollower.patience + .milliseconds(1)))
    }

    @Test func placesAreReadFromBothFormsOfTheReplySubject() {
        let old = StreamPosition(reply: "$JS.ACK.sabir_log_x.c0ns.1.42.7.1700000000123456789.3")
        #expect(old == StreamPosition(seq: 42, delivered: 7, ts: 1_700_000_000_123, pending: 3))
        let new = StreamPosition(reply: "$JS.ACK.hub.acc.sabir_log_x.c0ns.1.42.7.1700000000123456789.3.tok")
        #expect(new == old)
        #expect(StreamPosition(reply: "_INBOX.x") == nil)
        #expect(StreamPosition(reply: "$JS.ACK.a.b.c.d.e.f.g") == nil)
    }
}
