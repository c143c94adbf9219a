import Glibc
import SabirCore

/// Chance for a room's ids and epochs: the system's generator, from whose numbers nobody can tell the next; repeatable
/// where a test gives a seed. Members see the epoch, so that a small generator's later ids could be worked out from it.
struct RoomRandomNumbers: RandomNumberGenerator, Sendable {
    /// Numbers asked of the system at a time, 256 bytes: the most that getentropy(3) gives. A call
    /// for each number would be an eighth of what a message costs.
    private static let batch = 32

    private var repeatable: SplitMix64?
    private var drawn: [UInt64] = []

    init(seed: UInt64?) { repeatable = seed.map(SplitMix64.init) }

    mutating func next() -> UInt64 {
        if let number = repeatable?.next() ?? drawn.popLast() { return number }
        draw()
        return drawn.popLast() ?? .random(in: .min ... .max)
    }

    private mutating func draw() {
        drawn = Array(repeating: 0, count: Self.batch)
        let isWhole = drawn.withUnsafeMutableBytes { getentropy($0.baseAddress, $0.count) == 0 }
        if !isWhole { drawn.removeAll() }
    }
}
