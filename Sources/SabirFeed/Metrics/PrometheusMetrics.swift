import CoreMetrics
import Synchronization

/// The metrics of a process, kept in memory and exported in Prometheus' text format 0.0.4.
///
/// The same label and dimensions give the same series. At most ``maximumSeries`` series are exported; requests for
/// more, or for a label that already has another kind, are counted in `sabir_metrics_refused_total`.
package final class PrometheusMetrics: MetricsFactory {
    /// Bound for all series together; a node with 20 rooms and 5 engines needs about 150.
    package static let maximumSeries = 1_000

    // A lock, as swift-metrics calls from any thread and cannot await an actor.
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

    /// A histogram if the recorder aggregates, otherwise a gauge.
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

    /// All series in the format `text/plain; version=0.0.4`, sorted by name and labels so that two scrapes can be
    /// compared.
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
