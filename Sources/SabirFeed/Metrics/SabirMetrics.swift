import SabirTranslation
import Synchronization

/// The node's metrics with their labels, kept in memory. The same metric with the same labels is the same series.
///
/// At most ``maximumSeries`` series are kept; requests for more are counted in `sabir_metrics_refused_total`. The
/// members of rooms are not kept: each request for the text brings them, one series a room.
package final class SabirMetrics: Sendable {
    package enum Queue: String, CaseIterable, Sendable { case translation, pages, history }

    package enum SecondLook: String, CaseIterable, Sendable { case agrees, differs, none }

    package enum Drop: String, CaseIterable, Sendable { case tooSlow = "too_slow", full, closing, removed }

    package enum Server: String, CaseIterable, Sendable { case page, share }

    /// The value of the label `room` that all private rooms share.
    package static let privateRoom = "private"

    /// Bound for all kept series together; a node with 20 rooms and 5 engines needs about 150.
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
    ///
    /// - Parameter members: The number of members of each open room, by its name.
    package func text(members census: [String: Int] = [:]) -> String {
        var exported = exported.withLock { $0 }
        for (room, count) in census {
            let series = MetricSeries()
            series.set(count)
            exported.families[.roomMembers, default: [:]][PrometheusText.labels(["room": room])] = series
        }
        return PrometheusText.render(exported.families, refused: exported.refused)
    }

    // MARK: The metrics

    package func messages(_ room: String) -> MetricSeries { series(.messages, ["room": room]) }

    package func queueDepth(_ queue: Queue) -> MetricSeries { series(.queueDepth, ["queue": queue.rawValue]) }

    package var historyFailing: MetricSeries { series(.historyFailing) }

    package var certificateExpires: MetricSeries { series(.certificateExpires) }

    package func engineSeconds(_ engine: String) -> MetricSeries { series(.engineSeconds, ["engine": engine]) }

    package func engineRequests(_ engine: String, _ outcome: EngineOutcome) -> MetricSeries {
        series(.engineRequests, ["engine": engine, "outcome": outcome.rawValue])
    }

    package func engineBreaker(_ engine: String) -> MetricSeries { series(.engineBreaker, ["engine": engine]) }

    func removeEngine(_ engine: String) {
        let labels = PrometheusText.labels(["engine": engine])
        _ = exported.withLock { $0.families[.engineBreaker]?.removeValue(forKey: labels) }
    }

    package func cacheLookups(_ store: TranslationSource, hit: Bool) -> MetricSeries {
        series(.cacheLookups, ["store": store.rawValue, "result": hit ? "hit" : "miss"])
    }

    package func secondLooks(_ result: SecondLook) -> MetricSeries {
        series(.secondLooks, ["result": result.rawValue])
    }

    /// - Parameter limit: One of a few names that are known beforehand.
    package func refusals(_ limit: String) -> MetricSeries { series(.refusals, ["limit": limit]) }

    /// Counts staff's acts that the cluster refused or that could not be stored.
    package var actsFailed: MetricSeries { series(.actsFailed) }

    package var purgesFailed: MetricSeries { series(.purgesFailed) }

    package var helpCalls: MetricSeries { series(.helpCalls) }

    package var helpUnanswered: MetricSeries { series(.helpUnanswered) }

    package var relayBehind: MetricSeries { series(.relayBehind) }

    package var visitors: MetricSeries { series(.visitors) }

    package var ircClients: MetricSeries { series(.ircClients) }

    package func visitorsDropped(_ why: Drop) -> MetricSeries { series(.visitorsDropped, ["reason": why.rawValue]) }

    /// - Parameter status: An HTTP status code; its class, such as `2xx`, becomes the label.
    package func requests(_ server: Server, status: Int) -> MetricSeries {
        series(.requests, ["server": server.rawValue, "status": "\(min(max(status / 100, 1), 5))xx"])
    }

    package func requestSeconds(_ server: Server) -> MetricSeries {
        series(.requestSeconds, ["server": server.rawValue])
    }

    // MARK: Series

    /// Past the limit, the caller gets a series that works but is not exported.
    private func series(_ metric: SabirMetric, _ labels: [String: String] = [:]) -> MetricSeries {
        let labels = PrometheusText.labels(labels)
        return exported.withLock { exported in
            if let known = exported.families[metric]?[labels] { return known }
            let made = MetricSeries()
            if exported.families.values.reduce(0, { $0 + $1.count }) < Self.maximumSeries {
                exported.families[metric, default: [:]][labels] = made
            } else {
                exported.refused += 1
            }
            return made
        }
    }
}
