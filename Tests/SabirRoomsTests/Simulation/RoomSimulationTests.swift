import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

/// What a room promises where something is allowed to be missing: under a flood limit, with a short memory, when staff
/// act, when a host without a disk starts again. What may never be missing is for `ScheduleTests`.
@Suite struct RoomSimulationTests {
    private func ran(_ seed: UInt64, _ plan: SimulationPlan) -> RoomSimulation {
        var simulation = RoomSimulation(Schedule(seed: seed, plan: plan))
        simulation.run()
        return simulation
    }

    /// One of very many: other tests wait on real connections meanwhile, and have their turn between two schedules.
    private func running(_ seed: UInt64, _ plan: SimulationPlan) async -> RoomSimulation {
        await Task.yield()
        return ran(seed, plan)
    }

    /// A sender's own order is not asked for here: the network holds packets back for longer than the host keeps the
    /// place of what it refused.
    @Test func underAFloodLimitNothingIsLostOrDouble() async {
        for seed in 0..<300 as Range<UInt64> {
            let settings = RoomSettings.test(rate: (perSecond: 5, burst: 3))
            let simulation = await running(
                seed, SimulationPlan(guests: 3, steps: 150, drops: 20, settings: settings))
            let order = simulation.host.kept.map(\.id)
            for guest in simulation.guests {
                let seen = guest.entries.last?.seq ?? 0
                #expect(guest.heard.map(\.id) == Array(order.dropFirst(seen)), "seed \(seed)")
                #expect(order.filter(Set(guest.said).contains).count == guest.said.count, "seed \(seed)")
                #expect(Set(guest.acknowledged) == Set(guest.said), "seed \(seed)")
            }
        }
    }

    /// So that the schedules above mean something.
    @Test func theNetworkDoesFail() {
        let plan = SimulationPlan(guests: 3, steps: 120, drops: 40)
        let runs = (0..<50 as Range<UInt64>).map { ran($0, plan) }
        #expect(runs.contains { $0.host.room.timeline.newest > 20 })
        #expect(runs.map(\.drops).reduce(0, +) > 50)
        #expect(runs.map(\.host.repeats).reduce(0, +) > 20)
    }

    /// As no TCP does it, but a careless relay might.
    @Test func whatIsLostOnAConnectionThatStaysIsToldAsAGap() async {
        var gaps = 0
        for seed in 0..<200 as Range<UInt64> {
            let plan = SimulationPlan(guests: 3, steps: 120, drops: 10, doubles: 20, losses: 30)
            let simulation = await running(seed, plan)
            for guest in simulation.guests {
                let first = (guest.entries.last?.seq ?? 0) + 1
                let seen = guest.heard.map(\.seq)
                let accounted = Set(seen).union(guest.gaps.flatMap { Array($0) })
                #expect(accounted.isSuperset(of: first..<simulation.host.kept.count + 1), "seed \(seed)")
                #expect(Set(seen).count == seen.count, "seed \(seed)")
                #expect(Set(guest.acknowledged) == Set(guest.said), "seed \(seed)")
                gaps += guest.gaps.count
            }
            #expect(Set(simulation.host.kept.map(\.id)).count == simulation.host.kept.count, "seed \(seed)")
        }
        #expect(gaps > 100)
    }

    @Test func withAShortMemoryEveryNumberIsSeenOrToldAsAGap() async {
        for seed in 0..<300 as Range<UInt64> {
            let plan = SimulationPlan(guests: 4, steps: 250, drops: 30, settings: .test(kept: 3))
            let simulation = await running(seed, plan)
            for guest in simulation.guests {
                #expect(guest.state.outbox.isEmpty, "seed \(seed)")
                let first = (guest.entries.last?.seq ?? 0) + 1
                let accounted = Set(guest.heard.map(\.seq)).union(guest.gaps.flatMap { Array($0) })
                #expect(accounted == Set(first..<simulation.host.room.timeline.newest + 1), "seed \(seed)")
                #expect(Set(guest.heard.map(\.seq)).count == guest.heard.count, "seed \(seed)")
                #expect(Set(guest.acknowledged) == Set(guest.said), "seed \(seed)")
            }
        }
    }

    /// Whatever staff do and whatever the network does meanwhile: nobody who may stay is lost, everything said has one
    /// answer, everybody sees the same notice and topic, and nobody keeps a line that was cleared away.
    @Test func underActsOfStaffEverybodyEndsWithTheSameRoom() async {
        var seen: Set<ActName> = []
        var clearings = 0
        for seed in 0..<250 as Range<UInt64> {
            let plan = SimulationPlan(guests: 4, steps: 200, drops: 25, silentDrops: 5, calls: 40, acts: 60)
            let simulation = await running(seed, plan)
            let room = simulation.host.room
            seen.formUnion(simulation.acts)
            for guest in simulation.guests where !guest.isOver {
                #expect(guest.isAtRest, "seed \(seed)")
                #expect(guest.notice == room.moderation.notice, "seed \(seed)")
                #expect(guest.topic == room.info.topic, "seed \(seed)")
                #expect(
                    guest.heard.allSatisfy { $0.seq > room.timeline.cleared }, "seed \(seed): a cleared line is shown")
                let kept = max(guest.entries.last?.seq ?? 0, room.timeline.cleared) + 1
                #expect(guest.heard.map(\.seq) == Array(kept..<room.timeline.newest + 1), "seed \(seed)")
                let refused = guest.refused.filter { [.muted, .duplicateID].contains($0.code) }.compactMap(\.id)
                #expect(Set(guest.acknowledged).union(refused) == Set(guest.said), "seed \(seed)")
                #expect(Set(guest.acknowledged).isDisjoint(with: refused), "seed \(seed)")
                clearings += guest.clearings
            }
            for guest in simulation.guests {
                let own = Set(guest.said)
                #expect(guest.unclear.allSatisfy { own.contains($0.id) != ($0.asker.id == guest.me) }, "seed \(seed)")
            }
        }
        let all: Set<ActName> = [.mute, .unmute, .remove, .ban, .lock, .unlock, .topic, .notice, .clear, .close]
        #expect(seen == all, "Every act was told to somebody.")
        #expect(clearings > 250)
    }

    @Test func callsReachWhomTheyConcern() async {
        var calls = 0
        for seed in 0..<50 as Range<UInt64> {
            let simulation = await running(seed, SimulationPlan(guests: 3, steps: 150, drops: 0, calls: 100))
            let told = simulation.guests.flatMap(\.unclear)
            for (unclear, times) in Dictionary(grouping: told, by: { $0 }).mapValues(\.count) {
                #expect(times % 2 == 0, "seed \(seed): the author and who asked are told, \(unclear)")
            }
            #expect(Set(simulation.guests.map(\.calls)).count == 1, "seed \(seed)")
            calls += told.count
        }
        #expect(calls > 250)
    }

    @Test func afterARestartOfTheHostEverybodyIsBackWithOneOrder() async {
        for seed in 0..<200 as Range<UInt64> {
            let simulation = await running(seed, SimulationPlan(guests: 3, steps: 200, drops: 20, restarts: 10))
            let log = simulation.host.room.timeline
            for guest in simulation.guests {
                #expect(guest.isAtRest && !guest.isOver, "seed \(seed)")
                #expect(guest.entries.last?.epoch == simulation.host.room.timeline.epoch, "seed \(seed)")
                let first = (guest.entries.last?.seq ?? 0) + 1
                #expect(guest.heard.map(\.seq) == Array(first..<log.newest + 1), "seed \(seed)")
                #expect(Set(guest.acknowledged) == Set(guest.said), "seed \(seed): an answer is missing")
            }
        }
    }
}
