import NIOCore
import SabirProtocol
import Testing

@testable import SabirClient

@Suite struct ConnectionAttemptTests {
    @Test func whatComesOfAnEarlierOneNoLongerCounts() {
        var attempt = ConnectionAttempt()
        let first = attempt.begin()
        #expect(first == attempt.number)
        let channel = HandChannel(on: HandLoop(now: at(0)), from: nil)
        channel.connect()
        attempt.channel = channel
        let closed = attempt.end()
        #expect(closed === channel)
        #expect(attempt.number != first && attempt.channel == nil)
        let second = attempt.begin()
        #expect(second != first && second == attempt.number)
        // There is nothing to close twice.
        let again = attempt.end()
        #expect(again == nil)
    }

    @Test func whereItTriedIsTheLatestAlone() {
        var attempt = ConnectionAttempt()
        let places = [1, 2].map { Destination(NodeAddress(host: "10.0.0.\($0)", port: 8_273)) }
        attempt.tried = places
        attempt.tried = [places[1]]
        #expect(attempt.tried == [places[1]])
    }

    @Test func itLooksElsewhereOnce() {
        var attempt = ConnectionAttempt()
        let first = attempt.takeChanceToLookElsewhere()
        _ = attempt.begin()
        let second = attempt.takeChanceToLookElsewhere()
        #expect(first && !second)
    }
}
