import Testing

@testable import SabirClient
@testable import SabirRoom

/// What is being asked for relays.
@Suite struct RelayRequestsTests {
    private let floor = MemberNumber(value: 1)
    private let ward = MemberNumber(value: 2)

    @Test func anAnswerGoesToTheLastWhoAsked() {
        var requests = RelayRequests()
        let taken = [requests.ask(for: "a", by: floor), requests.ask(for: "a", by: ward)]
        #expect(taken == [true, true])
        let told = [requests.takeAsker(for: "a"), requests.takeAsker(for: "a")]
        #expect(told == [ward, nil])
    }

    @Test func whoHasLeftIsToldNothing() {
        var requests = RelayRequests()
        _ = requests.ask(for: "a", by: floor)
        _ = requests.ask(for: "b", by: ward)
        requests.remove(floor)
        let told = [requests.takeAsker(for: "a"), requests.takeAsker(for: "b")]
        #expect(told == [nil, ward])
    }

    @Test func aRelayThatAsksForEverMoreIsNotAnswered() {
        var requests = RelayRequests()
        for number in 0..<RelayRequests.capacity { _ = requests.ask(for: "\(number)", by: floor) }
        let (more, again) = (requests.ask(for: "more", by: floor), requests.ask(for: "0", by: floor))
        #expect(!more && again)
    }
}
