import CoreMetrics
import SabirTranslation

/// The node's metrics with their labels, made by the given swift-metrics factory.
package struct SabirMetrics: Sendable {
    package enum Queue: String, CaseIterable, Sendable { case translation, pages, history }

    package enum Breaker: Int, CaseIterable, Sendable { case closed, halfOpen, open }

    package enum Store: String, CaseIterable, Sendable { case phrasebook, memory }

    package enum SecondLook: String, CaseIterable, Sendable { case agrees, differs, none }

    package enum Drop: String, CaseIterable, Sendable { case tooSlow = "too_slow", full, closing, removed }

    package enum Server: String, CaseIterable, Sendable { case page, share }

    /// The value of the label `room` that all private rooms share.
    package static let privateRoom = "private"

    private let factory: any MetricsFactory

    package init(_ factory: any MetricsFactory) { self.factory = factory }

    /// Set the meter at each scrape; call its `destroy()` when the room closes.
    package func roomMembers(_ room: String) -> Meter { meter(.roomMembers, ("room", room)) }

    package func messages(_ room: String) -> Counter { counter(.messages, ("room", room)) }

    package func queueDepth(_ queue: Queue) -> Meter { meter(.queueDepth, ("queue", queue.rawValue)) }

    package var historyFailing: Meter { meter(.historyFailing) }

    package var certificateExpires: Meter { meter(.certificateExpires) }

    package func engineSeconds(_ engine: String) -> Timer { timer(.engineSeconds, ("engine", engine)) }

    package func engineRequests(_ engine: String, _ outcome: EngineOutcome) -> Counter {
        counter(.engineRequests, ("engine", engine), ("outcome", outcome.label))
    }

    /// Set the meter to the raw value of a ``Breaker``.
    package func engineBreaker(_ engine: String) -> Meter { meter(.engineBreaker, ("engine", engine)) }

    package func cacheLookups(_ store: Store, hit: Bool) -> Counter {
        counter(.cacheLookups, ("store", store.rawValue), ("result", hit ? "hit" : "miss"))
    }

    package func secondLooks(_ result: SecondLook) -> Counter {
        counter(.secondLooks, ("result", result.rawValue))
    }

    /// - Parameter limit: One of a few names that are known beforehand.
    package func refusals(_ limit: String) -> Counter { counter(.refusals, ("limit", limit)) }

    /// Counts staff's acts that the cluster refused or that could not be stored.
    package var actsFailed: Counter { counter(.actsFailed) }

    package var purgesFailed: Counter { counter(.purgesFailed) }

    package var helpCalls: Counter { counter(.helpCalls) }

    package var helpUnanswered: Meter { meter(.helpUnanswered) }

    package var relayBehind: Meter { meter(.relayBehind) }

    package var visitors: Meter { meter(.visitors) }

    package var ircClients: Meter { meter(.ircClients) }

    package func visitorsDropped(_ why: Drop) -> Counter { counter(.visitorsDropped, ("reason", why.rawValue)) }

    /// - Parameter status: An HTTP status code; its class, such as `2xx`, becomes the label.
    package func requests(_ server: Server, status: Int) -> Counter {
        counter(.requests, ("server", server.rawValue), ("status", "\(min(max(status / 100, 1), 5))xx"))
    }

    package func requestSeconds(_ server: Server) -> Timer { timer(.requestSeconds, ("server", server.rawValue)) }

    private func counter(_ metric: SabirMetric, _ labels: (String, String)...) -> Counter {
        Counter(label: metric.rawValue, dimensions: labels, factory: factory)
    }

    private func meter(_ metric: SabirMetric, _ labels: (String, String)...) -> Meter {
        Meter(label: metric.rawValue, dimensions: labels, factory: factory)
    }

    private func timer(_ metric: SabirMetric, _ labels: (String, String)...) -> Timer {
        Timer(label: metric.rawValue, dimensions: labels, factory: factory)
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
