import Testing

@testable import SabirClient
@testable import SabirRoom

/// Two tiers under all kinds of fault: what was acknowledged is there for everybody, once, in one order.
@Suite struct TierSimulationTests {
    @Test func whateverFailsTwoTiersHaveOneConversation() async {
        var (lines, cuts, restarts) = (0, 0, 0)
        for seed in 0..<400 as Range<UInt64> {
            var simulation = TierSimulation(seed: seed)
            simulation.run()
            let findings = simulation.findings
            #expect(findings.isEmpty, "seed \(seed): \(findings.prefix(5))")
            if !findings.isEmpty { break }
            lines += simulation.host.timeline.newest
            cuts += simulation.cuts
            restarts += simulation.restarts
            await Task.yield()
        }
        print("400 schedules of two tiers: \(lines) lines, \(cuts) broken links, \(restarts) lives")
        #expect(lines > 0 && cuts > 0 && restarts > 0, "The schedules have to mean something.")
    }

    @Test func aRelayThatForgetsWhatItHoldsIsFound() {
        let found = (0..<200 as Range<UInt64>).contains { seed in
            var simulation = TierSimulation(seed: seed, forgetsHeld: true)
            simulation.run()
            return !simulation.findings.isEmpty
        }
        #expect(found)
    }
}
