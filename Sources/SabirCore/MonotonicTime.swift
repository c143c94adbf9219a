import NIOCore

/// A moment of a clock that nobody sets. NIO's type has no `InstantProtocol`, and Swift's own has no number.
package protocol MonotonicTime: Sendable {
    /// Nanoseconds since a moment that depends on the clock: only moments of one clock can be compared.
    var monotonicNanoseconds: Int64 { get }
}

extension NIODeadline: MonotonicTime {
    package var monotonicNanoseconds: Int64 { Int64(clamping: uptimeNanoseconds) }
}

extension ContinuousClock.Instant: MonotonicTime {
    package var monotonicNanoseconds: Int64 {
        let (seconds, attoseconds) = ContinuousClock().systemEpoch.duration(to: self).components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
