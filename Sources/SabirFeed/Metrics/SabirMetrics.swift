import SabirTranslation
import Synchronization

/// The node's metrics with their labels, kept in memory. The same metric with the same labels is the same series.
///
/// At most ``maximumSeries`` series are exported; requests for more are counted in `sabir_metrics_refused_total`.
package final class SabirMetrics: Sendable {
    package enum Queue: String, CaseIterable, Sendable { case translation, pages, history }

    package enum Breaker: Int, CaseIterable, Sendable { case closed, halfOpen, open }

    package enum Store: String, CaseIterable, Sendable { case phrasebook, memory }

    package enum SecondLook: String, CaseIterable, Sendable { case agrees, differs, none }

    package enum Drop: String, CaseIterable, Sendable { case tooSlow = "too_slow", full, closing, removed }

    package enum Server: String, CaseIterable, Sendable { case page, share }

    /// The value of the label `room` that all private rooms share.
    package static let privateRoom = "private"

    /// Bound for all series together; a node with 20 rooms and 5 engines needs about 150.
    static let maximumSeries = 1_000

    private struct Exported {
        /// The series of each metric by their labels as text.
        var families: [SabirMetric: [String: MetricSeries]] = [:]
        /// How many requests got a series that is not exported, as the limit was reached.
        var refused = 0
    }

    // A lock, as metrics are asked for on any thread and nobody who counts may wait.
    private let exported = Mutex(Exported())

    package init() {}

    /// All series in Prometheus' text format, sorted by name and labels so that two scrapes can be compared.
    package func text() -> String {
        let exported = exported.withLock { $0 }
        return PrometheusText.render(exported.families, refused: exported.refused)
    }

    // MARK: The metrics

    /// Set the gauge at each scrape, and call `removeRoom` when the room closes.
    package func roomMembers(_ room: String) -> Gauge { gauge(.roomMembers, ["room": room]) }

    func removeRoom(_ room: String) { remove(.roomMembers, ["room": room]) }

    package func messages(_ room: String) -> Counter { counter(.messages, ["room": room]) }

    package func queueDepth(_ queue: Queue) -> Gauge { gauge(.queueDepth, ["queue": queue.rawValue]) }

    package var historyFailing: Gauge { gauge(.historyFailing) }

    package var certificateExpires: Gauge { gauge(.certificateExpires) }

    package func engineSeconds(_ engine: String) -> DurationHistogram { histogram(.engineSeconds, ["engine": engine]) }

    package func engineRequests(_ engine: String, _ outcome: EngineOutcome) -> Counter {
        counter(.engineRequests, ["engine": engine, "outcome": outcome.label])
    }

    /// Set the gauge to the raw value of a ``Breaker``.
    package func engineBreaker(_ engine: String) -> Gauge { gauge(.engineBreaker, ["engine": engine]) }

    func removeEngine(_ engine: String) { remove(.engineBreaker, ["engine": engine]) }

    package func cacheLookups(_ store: Store, hit: Bool) -> Counter {
        counter(.cacheLookups, ["store": store.rawValue, "result": hit ? "hit" : "miss"])
    }

    package func secondLooks(_ result: SecondLook) -> Counter {
        counter(.secondLooks, ["result": result.rawValue])
    }

    /// - Parameter limit: One of a few names that are known beforehand.
    package func refusals(_ limit: String) -> Counter { counter(.refusals, ["limit": limit]) }

    /// Counts staff's acts that the cluster refused or that could not be stored.
    package var actsFailed: Counter { counter(.actsFailed) }

    package var purgesFailed: Counter { counter(.purgesFailed) }

    package var helpCalls: Counter { counter(.helpCalls) }

    package var helpUnanswered: Gauge { gauge(.helpUnanswered) }

    package var relayBehind: Gauge { gauge(.relayBehind) }

    package var visitors: Gauge { gauge(.visitors) }

    package var ircClients: Gauge { gauge(.ircClients) }

    package func visitorsDropped(_ why: Drop) -> Counter { counter(.visitorsDropped, ["reason": why.rawValue]) }

    /// - Parameter status: An HTTP status code; its class, such as `2xx`, becomes the label.
    package func requests(_ server: Server, status: Int) -> Counter {
        counter(.requests, ["server": server.rawValue, "status": "\(min(max(status / 100, 1), 5))xx"])
    }

    package func requestSeconds(_ server: Server) -> DurationHistogram {
        histogram(.requestSeconds, ["server": server.rawValue])
    }

    // MARK: Series

    private func counter(_ metric: SabirMetric, _ labels: [String: String] = [:]) -> Counter {
        Counter(series: series(.counter, metric, labels))
    }

    private func gauge(_ metric: SabirMetric, _ labels: [String: String] = [:]) -> Gauge {
        Gauge(series: series(.gauge, metric, labels))
    }

    private func histogram(_ metric: SabirMetric, _ labels: [String: String]) -> DurationHistogram {
        DurationHistogram(series: series(.histogram, metric, labels))
    }

    /// Past the limit, the caller gets a series that works but is not exported.
    private func series(_ kind: MetricSeries.Kind, _ metric: SabirMetric, _ labels: [String: String]) -> MetricSeries {
        let labels = PrometheusText.labels(labels)
        return exported.withLock { exported in
            if let known = exported.families[metric]?[labels] { return known }
            let made = MetricSeries(kind)
            if exported.families.values.reduce(0, { $0 + $1.count }) < Self.maximumSeries {
                exported.families[metric, default: [:]][labels] = made
            } else {
                exported.refused += 1
            }
            return made
        }
    }

    private func remove(_ metric: SabirMetric, _ labels: [String: String]) {
        _ = exported.withLock { $0.families[metric]?.removeValue(forKey: PrometheusText.labels(labels)) }
    }
}

extension EngineOutcome {
    /// The value of the label `outcome`.
    fileprivate var label: String {
        switch self {
        case .answered: "answered"
        case .refused: "refused"
        case .timedOut: "timed_out"
        case .unreachable: "unreachable"
        case .badAnswer: "bad_answer"
        case .busy: "busy"
        case .dayUsedUp: "day_used_up"
        }
    }
}
