import Synchronization

/// The values of one counter, gauge or histogram with its labels. `SabirMetric.kind` says which of them it is, and so
/// whether it is incremented, set or records durations.
package final class MetricSeries: Sendable {
    enum Kind: String { case counter, gauge, histogram }

    /// Upper bounds of the buckets in seconds: a line takes a millisecond without an engine, 10 seconds at most with
    /// one.
    static let bounds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    struct Values {
        /// A counter's count, a gauge's value, or a histogram's sum.
        var value = 0.0
        /// A histogram's observations in each bucket; the last bucket counts those above every bound.
        var buckets = Array(repeating: 0, count: MetricSeries.bounds.count + 1)
    }

    // A lock, as values change on any thread and nobody who counts may wait.
    private let values = Mutex(Values())

    var snapshot: Values { values.withLock { $0 } }

    package func increment(by amount: Int = 1) { values.withLock { $0.value += Double(amount) } }

    package func set(_ value: Int) { values.withLock { $0.value = Double(value) } }

    package func record(_ duration: Duration) {
        let seconds = duration / .seconds(1)
        let bucket = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
        values.withLock {
            $0.value += seconds
            $0.buckets[bucket] += 1
        }
    }
}
