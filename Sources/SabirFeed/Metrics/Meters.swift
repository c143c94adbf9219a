import SabirProtocol
import SabirRoom
import SabirTranslation
import Synchronization

extension SabirMetrics {
    /// The metrics of a node. Some series are at 0 before anything happens: an alarm on a missing series never fires.
    package static func ofNode() -> SabirMetrics {
        let metrics = SabirMetrics()
        for drop in Drop.allCases { _ = metrics.visitorsDropped(drop) }
        for server in Server.allCases { _ = metrics.requestSeconds(server) }
        metrics.ircClients.set(0)
        metrics.certificateExpires.set(0)
        return metrics
    }

    /// The translator's meter. Counters of cache look-ups are made once, as finding a counter costs more than a cache
    /// hit.
    ///
    /// - Parameter expected: Whether engines are configured. An engine that the node only looks for at the usual
    ///   addresses gets a breaker metric once it was in use; its absence before that is no reason for an alarm.
    package func translation(expected: Bool) -> any TranslationMeter { EngineMeter(self, expectsEngines: expected) }
}

/// Counts the messages that rooms accept, by room, and those that they refuse, by limit. The counters are made once.
package struct LimitMeter: RoomMeter {
    private let metrics: SabirMetrics
    private let counters: [RoomLimit: MetricSeries]
    private let actsFailed: MetricSeries
    private let helpCalls: MetricSeries
    private let languages: ChosenLanguages?

    package init(_ metrics: SabirMetrics, languages: ChosenLanguages? = nil) {
        self.metrics = metrics
        self.languages = languages
        actsFailed = metrics.actsFailed
        helpCalls = metrics.helpCalls
        counters = Dictionary(uniqueKeysWithValues: RoomLimit.allCases.map { ($0, metrics.refusals($0.rawValue)) })
    }

    package func refused(_ limit: RoomLimit, times: Int) { counters[limit]?.increment(by: times) }

    package func messages(of room: RoomSettings) -> MessageCounter {
        let counter = metrics.messages(room.isPrivate ? SabirMetrics.privateRoom : room.info.name)
        return { counter.increment() }
    }

    package func actFailed() { actsFailed.increment() }

    package func helpWasCalled() { helpCalls.increment() }

    package func chose(_ language: LanguageTag) { languages?.count(language) }
}

/// Counts the translator's requests, cache look-ups and second looks.
private final class EngineMeter: TranslationMeter {
    private let metrics: SabirMetrics
    private let lookups: [TranslationSource: (hit: MetricSeries, miss: MetricSeries)]
    /// Engines that have a breaker metric; nil where all have one.
    private let known: Mutex<Set<String>>?

    init(_ metrics: SabirMetrics, expectsEngines: Bool) {
        self.metrics = metrics
        known = expectsEngines ? nil : Mutex([])
        lookups = Dictionary(
            uniqueKeysWithValues: TranslationSource.allCases.map {
                ($0, (metrics.cacheLookups($0, hit: true), metrics.cacheLookups($0, hit: false)))
            })
    }

    func countAnswer(of engine: String, _ outcome: EngineOutcome, took: Duration) {
        metrics.engineRequests(engine, outcome).increment()
        metrics.engineSeconds(engine).record(took)
    }

    func countLookup(in store: TranslationSource, found: Bool) {
        guard let counters = lookups[store] else { return }
        (found ? counters.hit : counters.miss).increment()
    }

    func countSecondLook(agrees: Bool?) {
        let result: SabirMetrics.SecondLook = agrees.map { $0 ? .agrees : .differs } ?? .none
        metrics.secondLooks(result).increment()
    }

    func setStanding(_ state: EngineStanding, of engine: String) {
        if state == .inUse { known?.withLock { _ = $0.insert(engine) } }
        guard known?.withLock({ $0.contains(engine) }) ?? true else { return }
        metrics.engineBreaker(engine).set(state.rawValue)
    }

    func removeEngine(_ engine: String) {
        known?.withLock { _ = $0.remove(engine) }
        metrics.removeEngine(engine)
    }
}
