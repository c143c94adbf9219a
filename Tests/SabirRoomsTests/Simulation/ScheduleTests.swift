import Foundation
import Testing

@testable import SabirClient
@testable import SabirRoom

/// Very many schedules of all kinds of fault: SABIR_SCHEDULES of them, 5,000 where that is not set, from the seed
/// SABIR_SEED on.
@Suite struct ScheduleTests {
    private static func number(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }

    private static func findings(_ schedule: Schedule, _ mistake: Mistake? = nil) -> [String] {
        var simulation = RoomSimulation(schedule, mistake: mistake)
        simulation.run()
        return Findings(simulation).all
    }

    /// The shortest schedule found that fails as well.
    private static func shortest(_ schedule: Schedule, _ mistake: Mistake? = nil) -> Schedule {
        Shrinking(schedule) { !findings($0, mistake).isEmpty }.schedule
    }

    /// What to print of a failure: how it fails, its seed and steps.
    private static func report(_ schedule: Schedule, _ mistake: Mistake? = nil) -> String {
        (findings(schedule, mistake) + [schedule.description]).joined(separator: "\n")
    }

    /// What very many schedules were: it shows whether they meant anything.
    private struct Volume {
        var lines = 0
        var repeats = 0
        var lives = 0
        var failure: String?
    }

    /// Runs these seeds up to the first that fails.
    private static func run(_ seeds: StrideTo<UInt64>) async -> Volume {
        var volume = Volume()
        for seed in seeds where volume.failure == nil {
            let schedule = Schedule(seed: seed, plan: .swarm(seed))
            var simulation = RoomSimulation(schedule)
            simulation.run()
            if !Findings(simulation).all.isEmpty { volume.failure = report(shortest(schedule)) }
            volume.lines += simulation.host.kept.count
            volume.repeats += simulation.repeats
            volume.lives += simulation.guests.map(\.lives).reduce(simulation.restarts, +)
            await Task.yield()
        }
        return volume
    }

    @Test func whateverFailsNothingAcknowledgedIsMissingDoubleOrInAnotherOrder() async {
        let first = Self.number("SABIR_SEED") ?? 0
        let end = first + (Self.number("SABIR_SCHEDULES") ?? 5_000)
        async let even = Self.run(stride(from: first, to: end, by: 2))
        async let odd = Self.run(stride(from: first + 1, to: end, by: 2))
        let volumes = await [even, odd]
        for failure in volumes.compactMap(\.failure) { Issue.record("\(failure)") }
        let (lines, repeats) = (volumes.map(\.lines).reduce(0, +), volumes.map(\.repeats).reduce(0, +))
        let lives = volumes.map(\.lives).reduce(0, +)
        print("\(end - first) schedules: \(lines) lines, \(repeats) repeats, \(lives) lives of hosts and clients")
        #expect(lines > 0 && repeats > 0, "The schedules have to mean something.")
    }

    @Test(arguments: Mistake.allCases) func aMistakeIsFoundAndShrunk(_ mistake: Mistake) throws {
        let schedules = (0..<500 as Range<UInt64>).lazy.map { Schedule(seed: $0, plan: .swarm($0)) }
        let failing = try #require(schedules.first { !Self.findings($0, mistake).isEmpty }, "\(mistake) is not found")
        let short = Self.shortest(failing, mistake)
        #expect(short.steps.count <= 12, "\(Self.report(short, mistake))")
        #expect(short.steps.count < failing.steps.count)
    }

    @Test func aScheduleRepeatsItself() {
        let runs = (0..<2).map { _ in
            var simulation = RoomSimulation(Schedule(seed: 42, plan: .swarm(42)))
            simulation.run()
            return simulation
        }
        #expect(runs[0].host.kept == runs[1].host.kept)
        #expect(runs[0].guests.map(\.shown) == runs[1].guests.map(\.shown))
    }
}
