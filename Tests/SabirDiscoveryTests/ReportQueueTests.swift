import Synchronization
import Testing

@testable import SabirDiscovery

@Suite struct ReportQueueTests {
    private final class Owner: Sendable {
        let overflows = Atomic(0)
    }

    private func number(_ signal: AvahiSignal) -> Int? {
        if case .group(let token, .established) = signal { token } else { nil }
    }

    @Test func nothingIsLeftOutOfTheMiddleAndTheOwnerIsToldOnceToBeginAnew() async {
        let owner = Owner()
        let bound = 200
        let queue = ReportQueue(bound: bound) { owner.overflows.add(1, ordering: .relaxed) }
        for token in 1...1_000 { queue.report(.group(token: token, .established)) }
        #expect(owner.overflows.load(ordering: .relaxed) == 1)
        // What the client has to say gets through all the same, behind the reports.
        queue.add(.unavailable(reason: "begun anew"))
        queue.add(.running)
        queue.beginAnew()
        queue.report(.group(token: 2_000, .established))
        queue.finish()
        var tokens: [Int] = []
        var statuses: [AvahiStatus] = []
        for await signal in queue.signals {
            if let token = number(signal) { tokens.append(token) }
            if case .status(let status) = signal { statuses.append(status) }
        }
        #expect(statuses == [.unavailable(reason: "begun anew"), .running])
        #expect(tokens == Array(1...tokens.count - 1) + [2_000], "a beginning without holes, then the next life")
    }
}
