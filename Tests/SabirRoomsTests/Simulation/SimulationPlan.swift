import SabirCore

@testable import SabirClient
@testable import SabirRoom

/// How many guests and steps a schedule has, and what may go wrong: chances in a thousand, at each step.
struct SimulationPlan {
    /// Where the host keeps its messages.
    enum Keeping { case memory, disk }

    var guests = 4
    var steps = 250
    var keeps = Keeping.memory
    /// A connection breaks and its guest knows; it breaks and nobody is told; it carries nothing any more, one way.
    var drops = 25
    var silentDrops = 0
    var stalls = 0
    /// A message arrives twice, or not at all.
    var doubles = 0
    var losses = 0
    /// The host, or a guest's client, is killed and starts anew.
    var restarts = 0
    var clientRestarts = 0
    var clockSteps = 0
    /// Somebody does not understand a message or calls for a person; staff act.
    var calls = 0
    var acts = 0
    /// The host's disk gets on.
    var commits = 0
    var settings = RoomSettings.test(kept: 1_000)

    /// A plan of its own for each seed, small, with some kinds of fault and not others: what one kind hides, another
    /// schedule shows (Groce et al., "Swarm Testing", 2012). Nothing in it excuses a lost message.
    static func swarm(_ seed: UInt64) -> SimulationPlan {
        var random = SplitMix64(state: ~seed)
        func some(_ chances: ClosedRange<Int>) -> Int {
            Bool.random(using: &random) ? 0 : Int.random(in: chances, using: &random)
        }
        let keeps = Bool.random(using: &random) ? Keeping.disk : .memory
        return SimulationPlan(
            guests: Int.random(in: 1...3, using: &random), steps: Int.random(in: 10...70, using: &random), keeps: keeps,
            drops: some(10...60), silentDrops: some(5...30), stalls: some(5...30), doubles: some(10...80),
            restarts: keeps == .disk ? some(10...60) : 0, clientRestarts: some(10...40), clockSteps: some(5...20),
            commits: keeps == .disk ? Int.random(in: 50...400, using: &random) : 0,
            settings: .test(kept: keeps == .disk ? [2, 1_000].randomElement(using: &random) ?? 2 : 1_000))
    }
}
