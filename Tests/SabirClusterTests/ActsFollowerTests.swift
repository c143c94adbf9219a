@testable import SabirCluster
import SabirProtocol
import Testing

struct ActsFollowerTests {
    let start = ContinuousClock.now

    func at(_ seq: Int, _ delivered: Int) -> StreamPosition { StreamPosition(seq: seq, delivered: delivered) }

    @Test func whatTheBucketHeldWhenItWasAskedIsReadAndWhatComesIsNews() {
        var follower = ActsFollower()
        let (first, after) = follower.begin(now: start)
        #expect(after == nil)
        same(follower.begun(newest: 7), true)
        same(follower.receive(at(8, 1), of: first, now: start), .next)
        #expect(follower.isNews(8))
        same(follower.receive(at(10, 3), of: first, now: start), .broken)
    }

    @Test func theNextConsumerBeginsBehindWhatHasCome() {
        var follower = ActsFollower()
        let first = follower.begin(now: start).generation
        _ = follower.begun(newest: 7)
        _ = follower.receive(at(8, 1), of: first, now: start)
        let (second, after) = follower.begin(now: start)
        #expect(after == 8)
        same(follower.begun(newest: 10), false)
        same(follower.receive(at(9, 2), of: first, now: start), .stale)
        same(follower.receive(at(9, 1), of: second, now: start), .next)
        #expect(!follower.isNews(9))
        same(follower.receive(at(11, 2), of: second, now: start), .next)
        #expect(follower.isNews(11))
    }

    @Test func anotherBucketIsReadAnew() {
        var follower = ActsFollower()
        _ = follower.begin(now: start)
        _ = follower.begun(newest: 7)
        let second = follower.begin(now: start).generation
        same(follower.begun(newest: 2), true)
        same(follower.receive(at(3, 1), of: second, now: start), .next)
        #expect(follower.isNews(3))
    }

    @Test func silenceCountsFromTheAnswer() {
        var follower = ActsFollower()
        #expect(follower.isDue(start))
        _ = follower.begin(now: start)
        let late = start + StreamFollower.patience * 3
        #expect(!follower.isDue(late))
        follower.answered(now: late)
        #expect(!follower.isDue(late + StreamFollower.heartbeat))
        #expect(follower.isDue(late + StreamFollower.patience + .seconds(1)))
    }

    @Test func ofAKeyOnlyWhatIsNewerCounts() {
        var acts = KnownActs()
        same(acts.note(5, of: "topic"), true)
        same(acts.note(4, of: "topic"), false)
        same(acts.note(4, of: "lock"), true)
        acts.forget()
        same(acts.note(1, of: "topic"), true)
    }

    @Test func whatFailsIsReadAgainAWhileLaterAndWhatIsWantedMeanwhileToo() {
        var reading = KeptReading()
        same(reading.begin(start), false)
        reading.requestReading()
        same(reading.begin(start), true)
        same(reading.begin(start), false)
        reading.ended(well: false)
        same(reading.begin(start), false)
        same(reading.begin(start + KeptReading.pause), true)
        reading.requestReading()
        reading.ended(well: true)
        same(reading.begin(start + KeptReading.pause), true)
        reading.ended(well: true)
        same(reading.begin(start + KeptReading.pause * 2), false)
    }

    @Test func whatIsOverIsSpentADayLater() {
        let day = 86_400_000
        let ban = ModerationRecord(
            .acted(ModerationEvent(.ban, on: MemberID(rawValue: "m1"), named: nil, minutes: 60)), ts: 0,
            isNews: true)
        #expect(!ban.isSpent(wall: 3_600_000) && ban.isSpent(wall: 3_600_001 + day))
        let mute = ModerationRecord(ModerationAction.mute(MemberID(rawValue: "m1")).told(), ts: 0, isNews: true)
        #expect(!mute.isSpent(wall: 1_000 * day))
        let place = ModerationRecord.Cleared(epoch: "n1", upTo: 9)
        #expect(ModerationRecord.Cleared(header: place.header) == place && ModerationRecord.Cleared(header: "9") == nil)
        #expect(
            ModerationRecord.Cleared(header: "n1 \(Int.min)") == nil
                && ModerationRecord.Cleared(header: "n1 \(Int.max)") == nil)
    }
}
