import NIOCore

/// A moment of a clock that nobody sets. NIO's has no `InstantProtocol`, and Swift's own has no number.
package protocol MonotonicTime: Sendable {
    /// Since a moment that is the clock's own: two of one clock can be compared, two of different clocks cannot.
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
