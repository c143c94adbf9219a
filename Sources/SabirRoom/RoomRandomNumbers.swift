import Glibc
import SabirCore

/// Random numbers for a room's ids and epochs: from the system's generator, whose next numbers nobody can predict, or
/// repeatable from a test's seed. Members see the epoch, so a small generator would give away later ids.
struct RoomRandomNumbers: RandomNumberGenerator, Sendable {
    /// Numbers taken from the system at a time: 256 bytes, the most that getentropy(3) gives. A call for each number
    /// would be an eighth of the cost of a message.
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
