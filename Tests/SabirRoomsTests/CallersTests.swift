import Testing

@testable import SabirClient
@testable import SabirRoom

/// Who waits in this process, and for what.
@Suite struct CallersTests {
    private func ticket(_ number: Int) -> Ticket { Ticket(number: number) }

    @Test func allWhoAskedForTheSameAreTakenTogetherAndOnce() {
        var callers = Callers<String>()
        for (number, key) in [(1, "a"), (2, "a"), (3, "b")] { callers.add(ticket(number), for: key) }
        let (taken, again) = (callers.take("a"), callers.take("a"))
        #expect(taken == [ticket(1), ticket(2)] && again.isEmpty)
        #expect(!callers.isAwaited("a") && callers.isAwaited("b"))
    }

    @Test func allAreTakenInTheOrderInWhichTheyBeganToWait() {
        var callers = Callers<String>()
        for number in 1...9 { callers.add(ticket(number), for: "key \(number % 3)") }
        let all = callers.takeAll()
        #expect(all.map(\.caller.number) == Array(1...9))
        #expect(all.allSatisfy { $0.key == "key \($0.caller.number % 3)" })
        let rest = callers.takeAll()
        #expect(rest.isEmpty)
    }
}
