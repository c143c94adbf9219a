import SabirCore

@testable import SabirClient
@testable import SabirRoom

/// What happens in a simulated room, in order: all that chance decides, so that a schedule can be repeated, shortened
/// and printed.
struct Schedule {
    /// One thing that happens. A `pick` chooses among whatever there is then, by its remainder; a step for which there
    /// is nothing to do does nothing, so that any part of a schedule is a schedule.
    enum Step: Hashable {
        case say(guest: Int)
        /// One packet of a connection arrives.
        case deliverToHost(pick: Int)
        case deliverToGuest(pick: Int)
        /// Time passes; every clock is looked at, and the host learns of one broken connection.
        case pass(milliseconds: Int, pick: Int)
        /// The connection breaks with all that is under way, and its guest knows.
        case cut(guest: Int)
        /// It breaks, and both ends learn of it by silence.
        case cutSilently(guest: Int)
        /// One way of it carries nothing any more.
        case stall(guest: Int, toHost: Bool)
        /// A message under way arrives twice: the second time behind everything else.
        case double(pick: Int, toHost: Bool)
        /// A message under way is lost though its connection stays, as no TCP does.
        case lose(pick: Int, toHost: Bool)
        /// The host's process is killed and started again; `pick` says whether what was being written was.
        case restartHost(pick: Int)
        /// The client is killed and started again with the messages it had kept; `pick` says whether the last one
        /// that was answered is still among them.
        case restartGuest(guest: Int, pick: Int)
        /// The host's disk ends what it is doing and begins with what has come since.
        case commit
        /// The host's wall clock is set to another time.
        case setClock(hours: Int)
        case call(guest: Int, pick: Int)
        case act(guest: Int, pick: Int)
    }

    let seed: UInt64
    let plan: SimulationPlan
    var steps: [Step]

    init(seed: UInt64, plan: SimulationPlan = SimulationPlan()) {
        self.seed = seed
        self.plan = plan
        var random = SplitMix64(state: seed)
        steps = (0..<plan.steps).flatMap { _ in Self.steps(plan, &random) }
    }

    /// What goes wrong at one moment, and then what goes right.
    private static func steps(_ plan: SimulationPlan, _ random: inout SplitMix64) -> [Step] {
        let guest = Int.random(in: 0..<plan.guests, using: &random)
        var pick: Int { Int.random(in: 0..<1_000_000, using: &random) }
        func chance(_ thousandths: Int) -> Bool { thousandths > 0 && pick % 1_000 < thousandths }
        var steps: [Step] = []
        if chance(plan.drops) { steps.append(.cut(guest: guest)) }
        if chance(plan.silentDrops) { steps.append(.cutSilently(guest: guest)) }
        if chance(plan.stalls) { steps.append(.stall(guest: guest, toHost: pick % 2 == 0)) }
        if chance(plan.doubles) { steps.append(.double(pick: pick, toHost: pick % 2 == 0)) }
        if chance(plan.losses) { steps.append(.lose(pick: pick, toHost: pick % 2 == 0)) }
        if chance(plan.restarts) { steps.append(.restartHost(pick: pick)) }
        if chance(plan.clientRestarts) { steps.append(.restartGuest(guest: guest, pick: pick)) }
        if chance(plan.clockSteps) { steps.append(.setClock(hours: pick % 97 - 48)) }
        if chance(plan.calls) { steps.append(.call(guest: guest, pick: pick)) }
        if chance(plan.acts) { steps.append(.act(guest: guest, pick: pick)) }
        if chance(plan.commits) { steps.append(.commit) }
        switch pick % 10 {
        case 0...2: steps.append(.say(guest: guest))
        case 3...5: steps.append(.deliverToHost(pick: pick))
        case 6...8: steps.append(.deliverToGuest(pick: pick))
        default: steps.append(.pass(milliseconds: 10 + pick % 391, pick: pick))
        }
        return steps
    }
}

extension Schedule: CustomStringConvertible {
    var description: String {
        let head = "seed \(seed), \(plan.guests) guests, \(plan.keeps), \(steps.count) steps:"
        return ([head] + steps.map { "  \($0)" }).joined(separator: "\n")
    }
}
