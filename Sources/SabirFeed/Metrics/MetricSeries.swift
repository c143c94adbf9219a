import CoreMetrics
import Synchronization

/// One counter, gauge or histogram with its labels.
final class MetricSeries: Sendable {
    /// Upper bounds of the buckets in seconds: a line takes a millisecond without an engine, 10 seconds at most with
    /// one.
    static let bounds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    let kind: MetricKind
    let name: String
    /// The labels as written between the braces; empty where there are none.
    let labels: String
    private let values: Mutex<Values>

    struct Values: Sendable {
        /// A counter's count, a gauge's value, or a histogram's sum.
        var value = 0.0
        /// A histogram's observations in each bucket; the last bucket counts those above every bound.
        var buckets: [Int] = []
    }

    init(kind: MetricKind, name: String, labels: String) {
        self.kind = kind
        self.name = name
        self.labels = labels
        let buckets = kind == .histogram ? Array(repeating: 0, count: Self.bounds.count + 1) : []
        values = Mutex(Values(buckets: buckets))
    }

    var snapshot: Values { values.withLock { $0 } }

    private func add(_ amount: Double) { values.withLock { $0.value += amount } }

    private func observe(_ value: Double) {
        let bucket = Self.bounds.firstIndex { value <= $0 } ?? Self.bounds.count
        values.withLock {
            $0.value += value
            $0.buckets[bucket] += 1
        }
    }
}

extension MetricSeries: CounterHandler, FloatingPointCounterHandler {
    func increment(by amount: Int64) { increment(by: Double(amount)) }

    /// A counter never falls: negative amounts and those that are not finite are ignored.
    func increment(by amount: Double) {
        if kind == .gauge || (amount >= 0 && amount.isFinite) { add(amount) }
    }

    func reset() { set(0.0) }
}

extension MetricSeries: RecorderHandler {
    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        if kind == .histogram { observe(value) } else { set(value) }
    }
}

extension MetricSeries: TimerHandler {
    func recordNanoseconds(_ duration: Int64) { observe(Double(duration) / 1e9) }
}

extension MetricSeries: MeterHandler {
    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { values.withLock { $0.value = value } }
    func decrement(by amount: Double) { add(-amount) }
}
