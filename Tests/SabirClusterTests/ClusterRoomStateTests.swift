@testable import SabirCluster
import SabirProtocol
import Testing

struct ClusterRoomStateTests {
    let start = ContinuousClock.now
    let facts = StreamFacts(epoch: "e1", first: 1, newest: 0)

    func up(_ facts: StreamFacts? = nil) -> ClusterRoomState {
        var state = ClusterRoomState(now: start)
        same(state.connected(), [.open])
        _ = find(facts ?? self.facts, &state)
        _ = state.beginFollowing(generation: 1, now: start)
        return state
    }

    /// Found, and after the pause found so again.
    func find(_ facts: StreamFacts, _ state: inout ClusterRoomState) -> [ClusterRoomState.Action] {
        same(state.opened(facts, now: start), [])
        same(state.tick(now: start + ClusterRoomState.pause), [.open])
        return state.opened(facts, now: start)
    }

    func stored(_ line: ClusterLine, _ seq: Int, author: String? = nil) -> ClusterLine {
        let message = Message(
            seq: seq, id: line.id, ts: 1, member: line.member, from: line.from, lang: line.lang, text: line.text)
        return ClusterLine(message: message, author: author ?? line.author)
    }

    @Test func aRoomIsUpOnceTheStreamHasBeenReadAndWhatItReadIsItsPast() {
        var state = ClusterRoomState(now: start)
        _ = state.connected()
        let old = line("old")
        same(
            state.opened(StreamFacts(epoch: "e1", first: 1, newest: 1), now: start),
            [.follow(from: 1, generation: 1)])
        same(state.beginFollowing(generation: 1, now: start), [])
        same(
            state.received(stored(old, 1), at: StreamPosition(seq: 1, delivered: 1), of: 1, now: start),
            [.tell(.up(epoch: "e1", newest: 1, past: [stored(old, 1)]))])
    }

    /// A thousand rooms ask at once after a break: whoever is answered last must not ask again for that.
    @Test func silenceCountsFromTheConsumersAnswerAndNotFromTheQuestion() {
        var state = ClusterRoomState(now: start)
        _ = state.connected()
        _ = find(facts, &state)
        let late = start + .seconds(30)
        #expect(state.beginFollowing(generation: 1, now: late).count == 1)
        same(state.tick(now: late + .seconds(1)), [.tell(.behind(0))])
        same(state.tick(now: late + .seconds(6)), [.open])
    }

    @Test func aLineOfThisNodeIsToldWhenItComesOutOfTheStreamAndOnce() {
        var state = up()
        let said = line("1")
        same(state.offer(said, now: start), [.publish(said)])
        same(state.published(said.id, .stored(seq: 1), now: start), [])
        let place = StreamPosition(seq: 1, delivered: 1)
        same(state.received(stored(said, 1), at: place, of: 1, now: start), [.tell(.lines([stored(said, 1)]))])
        same(state.received(stored(said, 1), at: place, of: 1, now: start), [])
        #expect(state.waiting == 0)
    }

    /// Its leader kept the id when most of the servers went away, and not the line.
    @Test func whatTheStreamTakesForADuplicateAndDoesNotHaveGoesAgainAsAnotherAttempt() {
        var state = up()
        let said = line("1")
        same(state.offer(said, now: start), [.publish(said)])
        same(state.published(said.id, .duplicate, now: start), [.lookUp(said.id)])
        same(state.lookedUp(said.id, nil, now: start), [])
        let next = start + PublishQueue.pause
        same(state.tick(now: next), [.publish(said, attempt: 2), .tell(.behind(0))])
        // The first attempt came after all, and short before the second: the line is there once.
        let place = StreamPosition(seq: 1, delivered: 1)
        same(state.received(stored(said, 1), at: place, of: 1, now: next), [.tell(.lines([stored(said, 1)]))])
        same(state.published(said.id, .duplicate, now: next), [])
        #expect(state.waiting == 0)
    }

    @Test func whatWasErasedBeforeItCameOutIsNotWaitedForForEver() {
        var state = up()
        let said = line("1")
        _ = state.offer(said, now: start)
        same(state.published(said.id, .stored(seq: 1), now: start), [])
        let later = start + PublishQueue.patience + .seconds(1)
        same(state.heartbeat(lastDelivered: 0, of: 1, now: later), [])
        #expect(state.tick(now: later).contains(.lookUp(said.id)))
        same(state.lookedUp(said.id, nil, now: later), [.tell(.taken(said.id))])
        #expect(state.waiting == 0)
    }

    @Test func aRepeatIsLookedUpAndAnsweredByItsAuthorAlone() {
        var state = up()
        let said = line("1")
        let place = StreamPosition(seq: 1, delivered: 1)
        _ = state.received(stored(said, 1), at: place, of: 1, now: start)
        same(state.offer(said, now: start), [.lookUp(said.id)])
        same(state.lookedUp(said.id, stored(said, 1), now: start), [.tell(.known(stored(said, 1)))])
        same(state.offer(said, now: start), [.lookUp(said.id)])
        let others = stored(said, 1, author: "somebody else")
        same(state.lookedUp(said.id, others, now: start), [.tell(.taken(said.id))])
        same(state.offer(said, now: start), [.lookUp(said.id)])
        same(state.lookedUp(said.id, nil, now: start), [.tell(.taken(said.id))])
    }

    @Test func aHoleInTheDeliveriesLeadsToANewConsumerBehindTheLastLine() {
        var state = up()
        _ = state.received(stored(line("1"), 1), at: StreamPosition(seq: 1, delivered: 1), of: 1, now: start)
        same(state.received(stored(line("3"), 3), at: StreamPosition(seq: 3, delivered: 3), of: 1, now: start), [.open])
        same(
            state.opened(StreamFacts(epoch: "e1", first: 1, newest: 3), now: start),
            [.follow(from: 2, generation: 2)])
    }

    @Test func aShortBreakIsNotToldAndALongOneOnce() {
        var state = up()
        _ = state.disconnected(now: start)
        same(state.tick(now: start + .seconds(1)), [])
        let down = state.tick(now: start + ClusterRoomState.grace)
        same(down.map { if case .tell(.down) = $0 { true } else { false } }, [true])
        same(state.tick(now: start + .seconds(9)), [])
    }

    @Test func whatWasUnderWayAtABreakGoesAgainAfterIt() {
        var state = up()
        let said = line("1")
        _ = state.offer(said, now: start)
        _ = state.disconnected(now: start)
        same(state.connected(), [.open])
        _ = state.opened(facts, now: start)
        same(
            state.beginFollowing(generation: 2, now: start),
            [.tell(.up(epoch: "e1", newest: 0, past: [])), .publish(said)])
    }

    @Test func anotherStreamOfTheSameNameIsAnotherNumbering() {
        var state = up(StreamFacts(epoch: "e1", first: 1, newest: 0))
        _ = state.disconnected(now: start)
        _ = state.connected()
        same(find(StreamFacts(epoch: "e2", first: 1, newest: 0), &state), [.follow(from: 1, generation: 2)])
        same(state.beginFollowing(generation: 2, now: start), [.tell(.up(epoch: "e2", newest: 0, past: []))])
    }

    /// As where three nodes begin a room at the same time: each asks the servers for its stream, and of what they say the
    /// last counts.
    @Test func aStreamThatIsBeingMadeIsFollowedOnceItIsFoundTheSameTwice() {
        var state = ClusterRoomState(now: start)
        _ = state.connected()
        let own = StreamFacts(epoch: "e1", first: 1, newest: 0, founder: "f1")
        same(state.opened(own, now: start), [])
        same(state.tick(now: start), [])
        #expect(state.facts == nil)
        same(state.tick(now: start + ClusterRoomState.pause), [.open])
        var others = StreamFacts(epoch: "e2", first: 1, newest: 0, founder: "f1")
        for founder in ["f1", "f2"] {
            others.founder = founder
            same(state.opened(others, now: start), [])
            same(state.tick(now: start + ClusterRoomState.pause), [.open])
        }
        same(state.opened(others, now: start), [.follow(from: 1, generation: 1)])
        #expect(state.facts == others)
        same(state.beginFollowing(generation: 1, now: start), [.tell(.up(epoch: "e2", newest: 0, past: []))])
    }

    @Test func anotherNumberingThatIsFoundOnceAloneIsNone() {
        var state = up()
        let said = stored(line("1"), 1)
        _ = state.received(said, at: StreamPosition(seq: 1, delivered: 1), of: 1, now: start)
        _ = state.disconnected(now: start)
        _ = state.connected()
        same(state.opened(StreamFacts(epoch: "e2", first: 1, newest: 1), now: start), [])
        same(state.tick(now: start + ClusterRoomState.pause), [.open])
        same(
            state.opened(StreamFacts(epoch: "e1", first: 1, newest: 1), now: start),
            [.follow(from: 2, generation: 2)])
        same(state.beginFollowing(generation: 2, now: start), [.tell(.up(epoch: "e1", newest: 1, past: []))])
    }

    /// What was found before a break says nothing of what is found after it.
    @Test func aBreakBeginsTheFindingAnew() {
        var state = ClusterRoomState(now: start)
        _ = state.connected()
        same(state.opened(facts, now: start), [])
        _ = state.disconnected(now: start)
        _ = state.connected()
        same(find(facts, &state), [.follow(from: 1, generation: 1)])
    }
}
