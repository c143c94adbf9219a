import Testing

@testable import SabirTranslation

@Suite struct CircuitBreakerTests {
    let start = ContinuousClock.now

    private func closed() -> CircuitBreaker {
        var breaker = CircuitBreaker(now: start)
        _ = breaker.beginProbe(now: start)
        breaker.close()
        return breaker
    }

    @Test func itStartsOpenAndDueForAProbe() {
        var breaker = CircuitBreaker(now: start)
        #expect(!breaker.isClosed)
        #expect(breaker.probeDelay(now: start) == .zero)
        let mayProbe = breaker.beginProbe(now: start)
        #expect(mayProbe)
    }

    @Test func onlyOneProbeRunsAtATime() {
        var breaker = CircuitBreaker(now: start)
        let granted = [breaker.beginProbe(now: start), breaker.beginProbe(now: start + .seconds(100))]
        #expect(granted == [true, false])
    }

    @Test func failuresInARowOpenItAndASuccessBetweenForgivesThem() {
        var breaker = closed()
        for _ in 0..<2 {
            breaker.recordFailure(.passing, now: start, chance: 0)
            breaker.recordFailure(.passing, now: start, chance: 0)
            #expect(breaker.isClosed)
            breaker.recordSuccess()
        }
        for isClosed in [true, true, false] {
            breaker.recordFailure(.passing, now: start, chance: 0)
            #expect(breaker.isClosed == isClosed)
        }
    }

    @Test func nobodyThereOpensItAtOnce() {
        var breaker = closed()
        breaker.recordFailure(.decisive, now: start, chance: 0)
        #expect(breaker.state == .open(until: start + .milliseconds(500)))
    }

    @Test func aLateSuccessOfTrafficDoesNotCloseIt() {
        var breaker = closed()
        breaker.recordFailure(.decisive, now: start, chance: 0)
        breaker.recordSuccess()
        #expect(!breaker.isClosed)
    }

    @Test func failedProbesAreRepeatedEverMoreSlowlyUpToABound() {
        var breaker = closed()
        var now = start
        breaker.recordFailure(.decisive, now: now, chance: 0)
        var delays: [Duration] = []
        for _ in 0..<6 {
            let delay = breaker.probeDelay(now: now) ?? .zero
            delays.append(delay)
            let early = breaker.beginProbe(now: now + delay - .nanoseconds(1))
            now += delay
            let due = breaker.beginProbe(now: now)
            breaker.recordFailure(.decisive, now: now, chance: 0)
            #expect(!early && due)
        }
        #expect(delays == [.milliseconds(500), .seconds(1)] + Array(repeating: .seconds(2), count: 4))
    }

    @Test(arguments: [0.0, 0.25, 1.0]) func chanceShortensADelayByHalfAtMost(chance: Double) {
        var breaker = closed()
        breaker.recordFailure(.decisive, now: start, chance: chance)
        #expect(breaker.probeDelay(now: start) == .milliseconds(500) * (1 - chance / 2))
    }

    @Test func anEngineIsLeftAloneAsLongAsItAsksWithinABound() {
        var breaker = closed()
        breaker.recordFailure(.rest(.seconds(20)), now: start, chance: 1)
        #expect(breaker.probeDelay(now: start) == .seconds(20))
        var greedy = closed()
        greedy.recordFailure(.rest(.seconds(86_400)), now: start, chance: 1)
        #expect(greedy.probeDelay(now: start) == .seconds(60))
    }

    @Test func aGoodProbeClosesItAndTheNextBackOffStartsSmall() {
        var breaker = closed()
        for _ in 0..<4 {
            breaker.recordFailure(.decisive, now: start, chance: 0)
            _ = breaker.beginProbe(now: start + .seconds(9))
        }
        breaker.close()
        breaker.recordFailure(.decisive, now: start, chance: 0)
        #expect(breaker.probeDelay(now: start) == .milliseconds(500))
    }

    @Test func whereEachProbeCostsSomethingAnUnwellEngineIsProbedEverMoreSeldom() {
        var breaker = CircuitBreaker(.sparing, now: start)
        var now = start
        var delays: [Duration] = []
        for _ in 0..<9 {
            _ = breaker.beginProbe(now: now)
            breaker.recordFailure(.unwell, now: now, chance: 0)
            let delay = breaker.probeDelay(now: now) ?? .zero
            delays.append(delay)
            now += delay
        }
        #expect(delays == [5, 10, 20, 40, 80, 160, 300, 300, 300].map { .seconds($0) })
        // One that is not there costs nothing to look for.
        _ = breaker.beginProbe(now: now)
        breaker.recordFailure(.decisive, now: now, chance: 0)
        #expect(breaker.probeDelay(now: now) == .seconds(2))
    }

    @Test func anEngineSeenToAnswerIsProbedAtOnce() {
        var breaker = closed()
        breaker.recordFailure(.unwell, now: start, chance: 0)
        breaker.expediteProbe(now: start)
        #expect(!breaker.isClosed && breaker.probeDelay(now: start) == .zero)
        breaker.close()
        breaker.expediteProbe(now: start)
        #expect(breaker.isClosed)
    }
}
