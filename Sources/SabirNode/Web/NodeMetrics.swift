import CoreMetrics
import SabirRooms
import SabirTranslation
import SabirWeb

/// What this node measures: counted where it happens, through swift-metrics, and written as Prometheus reads it.
package struct NodeMetrics: Sendable {
    private let registry = PrometheusMetrics()
    package let sabir: SabirMetrics

    package init() { sabir = SabirMetrics(registry) }

    /// For the translator. Its counters are made once: looking one up costs more than a cache hit may.
    package var translation: any TranslationMeter { EngineMeter(sabir) }

    /// In the text format 0.0.4, with what is measured only when somebody asks brought up to date.
    func text(_ house: House, _ page: WebStatistics) async -> String {
        for (name, count) in await house.census() { sabir.roomMembers(name).set(count) }
        sabir.visitors.set(page.visitors)
        sabir.queueDepth(.translation).set(page.waiting)
        return registry.text()
    }
}

/// Counts what the rooms refuse, by limit. Its counters are made once.
struct LimitMeter: RoomMeter {
    private let counters: [RoomLimit: Counter]

    init(_ metrics: SabirMetrics) {
        counters = Dictionary(uniqueKeysWithValues: RoomLimit.allCases.map { ($0, metrics.refusals($0.rawValue)) })
    }

    func refused(_ limit: RoomLimit, times: Int) { counters[limit]?.increment(by: times) }
}

/// Counts for the translator what it does.
private struct EngineMeter: TranslationMeter {
    private let metrics: SabirMetrics
    private let lookups: [TranslationSource: (hit: Counter, miss: Counter)]

    init(_ metrics: SabirMetrics) {
        self.metrics = metrics
        func both(_ store: SabirMetrics.Store) -> (hit: Counter, miss: Counter) {
            (metrics.cacheLookups(store, hit: true), metrics.cacheLookups(store, hit: false))
        }
        lookups = [.phrasebook: both(.phrasebook), .memory: both(.memory), .disk: both(.disk)]
    }

    func asked(_ engine: String, _ outcome: EngineOutcome, took: Duration) {
        metrics.engineRequests(engine, Self.label(outcome)).increment()
        metrics.engineSeconds(engine).record(duration: took)
    }

    func lookedUp(_ store: TranslationSource, found: Bool) {
        guard let counters = lookups[store] else { return }
        (found ? counters.hit : counters.miss).increment()
    }

    func breaker(of engine: String, isOpen: Bool) {
        metrics.engineBreaker(engine).set((isOpen ? SabirMetrics.Breaker.open : .closed).rawValue)
    }

    private static func label(_ outcome: EngineOutcome) -> SabirMetrics.EngineOutcome {
        switch outcome {
        case .answered: .answered
        case .refused: .refused
        case .timedOut: .timedOut
        case .unreachable: .unreachable
        case .badAnswer: .badAnswer
        case .busy: .busy
        }
    }
}
