import SabirWire
import Testing

@testable import SabirRooms

/// Whatever the network does: what was acknowledged is there for everybody, once, in one order.
@Suite struct RoomSimulationTests {
    private func ran(_ seed: UInt64, _ plan: RoomSimulation.Plan) -> RoomSimulation {
        var simulation = RoomSimulation(seed: seed, plan: plan)
        simulation.run()
        return simulation
    }

    /// One of very many: other tests wait on real connections meanwhile, and have their turn between two schedules.
    private func running(_ seed: UInt64, _ plan: RoomSimulation.Plan) async -> RoomSimulation {
        await Task.yield()
        return ran(seed, plan)
    }

    /// What is wrong with how a schedule ended; empty where nothing is.
    private func findings(_ simulation: RoomSimulation) -> [String] {
        let log = simulation.host.room.log
        var findings: [String] = []
        let order = log.messages(after: 0).map(\.id)
        for (index, guest) in simulation.guests.enumerated() {
            func check(_ isRight: Bool, _ what: String) {
                if !isRight { findings.append("seed \(simulation.seed), guest \(index): \(what)") }
            }
            let seqs = guest.heard.map(\.seq)
            check(!guest.isOver && guest.state.phase == .member, "is not back in the room")
            check(guest.state.outbox.isEmpty, "has messages without an answer")
            check(guest.refused.isEmpty, "was refused \(guest.refused)")
            check(Set(seqs).count == seqs.count, "saw a number twice: \(seqs)")
            check(seqs == seqs.sorted(), "saw another order: \(seqs)")
            check(guest.gaps.isEmpty, "was told of a gap within the host's memory: \(guest.gaps)")
            check(seqs == Array((guest.entries.last?.seq ?? 0) + 1..<log.newest + 1), "missed something: \(seqs)")
            check(guest.heard.allSatisfy { log[$0.seq]?.id == $0.id }, "saw other messages than the host kept")
            check(guest.acknowledged == guest.said, "its messages were acknowledged in another order than said")
            let own = Set(guest.said)
            check(order.filter(own.contains) == guest.said, "its messages are lost, double or in another order")
        }
        return findings
    }

    @Test func over2000SchedulesNothingIsLostDoubleOrOutOfOrder() async {
        for seed in 0..<2_000 as Range<UInt64> {
            let findings = await findings(running(seed, RoomSimulation.Plan(guests: 3, steps: 120, drops: 40)))
            #expect(findings.isEmpty, "\(findings.joined(separator: "\n"))")
            if !findings.isEmpty { return }
        }
    }

    @Test func overSilentLossesNothingIsLostEither() async {
        for seed in 0..<300 as Range<UInt64> {
            let findings = await findings(
                running(seed, RoomSimulation.Plan(guests: 3, steps: 150, drops: 10, silentDrops: 15)))
            #expect(findings.isEmpty, "\(findings.joined(separator: "\n"))")
            if !findings.isEmpty { return }
        }
    }

    /// A sender's own order is not asked for here: the network holds packets back for longer than the host keeps the
    /// place of what it refused.
    @Test func underAFloodLimitNothingIsLostOrDouble() async {
        for seed in 0..<300 as Range<UInt64> {
            let settings = RoomSettings.test(rate: (perSecond: 5, burst: 3))
            let simulation = await running(
                seed, RoomSimulation.Plan(guests: 3, steps: 150, drops: 20, settings: settings))
            let order = simulation.host.room.log.messages(after: 0).map(\.id)
            for guest in simulation.guests {
                #expect(guest.heard.map(\.id) == Array(order.dropFirst(guest.entries.last?.seq ?? 0)), "seed \(seed)")
                #expect(order.filter(Set(guest.said).contains).count == guest.said.count, "seed \(seed)")
                #expect(Set(guest.acknowledged) == Set(guest.said), "seed \(seed)")
            }
        }
    }

    @Test func schedulesRepeatThemselves() {
        let plan = RoomSimulation.Plan()
        let runs = [ran(42, plan), ran(42, plan)]
        #expect(runs[0].host.room.log.messages(after: 0) == runs[1].host.room.log.messages(after: 0))
        #expect(runs[0].guests.map(\.heard) == runs[1].guests.map(\.heard))
    }

    /// So that the schedules above mean something.
    @Test func theNetworkDoesFail() {
        let plan = RoomSimulation.Plan(guests: 3, steps: 120, drops: 40)
        let runs = (0..<50 as Range<UInt64>).map { ran($0, plan) }
        #expect(runs.contains { $0.host.room.log.newest > 20 })
        #expect(runs.map(\.drops).reduce(0, +) > 50)
        #expect(runs.map(\.host.repeats).reduce(0, +) > 20)
    }

    @Test func withAShortMemoryEveryNumberIsSeenOrToldAsAGap() async {
        for seed in 0..<300 as Range<UInt64> {
            let plan = RoomSimulation.Plan(guests: 4, steps: 250, drops: 30, settings: .test(kept: 3))
            let simulation = await running(seed, plan)
            for guest in simulation.guests {
                #expect(guest.state.outbox.isEmpty, "seed \(seed)")
                let first = (guest.entries.last?.seq ?? 0) + 1
                let accounted = Set(guest.heard.map(\.seq)).union(guest.gaps.flatMap { Array($0) })
                #expect(accounted == Set(first..<simulation.host.room.log.newest + 1), "seed \(seed)")
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
            let plan = RoomSimulation.Plan(guests: 4, steps: 200, drops: 25, silentDrops: 5, calls: 40, acts: 60)
            let simulation = await running(seed, plan)
            let room = simulation.host.room
            seen.formUnion(simulation.acts)
            for guest in simulation.guests where !guest.isOver {
                #expect(guest.isAtRest, "seed \(seed)")
                #expect(guest.notice == room.moderation.notice, "seed \(seed)")
                #expect(guest.topic == room.info.topic, "seed \(seed)")
                #expect(guest.heard.allSatisfy { $0.seq > room.log.cleared }, "seed \(seed): a cleared line is shown")
                let kept = max(guest.entries.last?.seq ?? 0, room.log.cleared) + 1
                #expect(guest.heard.map(\.seq) == Array(kept..<room.log.newest + 1), "seed \(seed)")
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
            let simulation = await running(seed, RoomSimulation.Plan(guests: 3, steps: 150, drops: 0, calls: 100))
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
            let simulation = await running(seed, RoomSimulation.Plan(guests: 3, steps: 200, drops: 20, restarts: 10))
            let log = simulation.host.room.log
            for guest in simulation.guests {
                #expect(guest.isAtRest && !guest.isOver, "seed \(seed)")
                #expect(guest.entries.last?.epoch == simulation.host.room.epoch, "seed \(seed)")
                let first = (guest.entries.last?.seq ?? 0) + 1
                #expect(guest.heard.map(\.seq) == Array(first..<log.newest + 1), "seed \(seed)")
                #expect(Set(guest.acknowledged) == Set(guest.said), "seed \(seed): an answer is missing")
            }
        }
    }
}
