import CoreMetrics
import Synchronization

/// The metrics of a process, kept in memory and shown in Prometheus' text format 0.0.4.
///
/// Asked for the same label and dimensions, it gives the same series. It holds at most ``maximumSeries`` of them: what
/// comes after counts nowhere, and `sabir_metrics_refused_total` says how many that were. So does a label that is
/// already of another kind.
package final class PrometheusMetrics: MetricsFactory {
    /// Bound for all series together; the node's own names need about 150 with 20 rooms and 5 engines.
    package static let maximumSeries = 1_000

    // swift-metrics calls from any thread and takes no `await`: this is one of the few places for a lock.
    private let families = Mutex(MetricFamilies(maximumSeries: PrometheusMetrics.maximumSeries))

    package init() {}

    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(.counter, label, dimensions)
    }

    package func makeFloatingPointCounter(
        label: String, dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
        series(.counter, label, dimensions)
    }

    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(.gauge, label, dimensions)
    }

    /// One that aggregates is a histogram, the other a gauge.
    package func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        series(aggregate ? .histogram : .gauge, label, dimensions)
    }

    /// A histogram in seconds.
    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series(.histogram, label, dimensions)
    }

    package func destroyCounter(_ handler: any CounterHandler) { forget(handler) }
    package func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) { forget(handler) }
    package func destroyMeter(_ handler: any MeterHandler) { forget(handler) }
    package func destroyRecorder(_ handler: any RecorderHandler) { forget(handler) }
    package func destroyTimer(_ handler: any TimerHandler) { forget(handler) }

    /// Everything, for `text/plain; version=0.0.4`, by name and then by labels, so that two looks can be compared.
    package func text() -> String {
        let (shown, refused) = families.withLock { ($0.byName, $0.refused) }
        return PrometheusText.render(shown, refused: refused)
    }

    private func series(_ kind: MetricKind, _ label: String, _ dimensions: [(String, String)]) -> MetricSeries {
        families.withLock { $0.series(kind, name: label, labels: dimensions) }
    }

    private func forget(_ handler: AnyObject) {
        guard let series = handler as? MetricSeries else { return }
        families.withLock { $0.forget(series) }
    }
}
