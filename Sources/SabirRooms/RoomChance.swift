/// Chance for a room's ids and epochs: the system's generator, from whose numbers nobody can tell the next; repeatable
/// where a test gives a seed. Members see the epoch, so that a small generator's later ids could be worked out from it.
struct RoomChance: RandomNumberGenerator, Sendable {
    private var repeatable: SplitMix64?

    init(seed: UInt64?) { repeatable = seed.map(SplitMix64.init) }

    mutating func next() -> UInt64 { repeatable?.next() ?? UInt64.random(in: .min ... .max) }
}
