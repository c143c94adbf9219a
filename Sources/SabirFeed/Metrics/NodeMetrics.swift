import SabirProtocol
import SabirRoom
import SabirTranslation
import Synchronization

/// What this node measures: counted where it happens, and written as Prometheus reads it.
package final class NodeMetrics: Sendable {
    /// Names of the rooms in the last scrape.
    private let rooms = Mutex<Set<String>>([])
    package let sabir = SabirMetrics()

    package init() {
        // Create these series at 0 before anything happens: an alarm on a missing series never fires.
        for drop in SabirMetrics.Drop.allCases { _ = sabir.visitorsDropped(drop) }
        for server in SabirMetrics.Server.allCases { _ = sabir.requestSeconds(server) }
        sabir.ircClients.set(0)
        sabir.certificateExpires.set(0)
    }

    /// The translator's meter. Counters of cache look-ups are made once, as finding a counter costs more than a cache
    /// hit.
    ///
    /// - Parameter expected: Whether engines are configured. An engine that the node only looks for at the usual
    ///   addresses gets a breaker metric once it was in use; its absence before that is no reason for an alarm.
    package func translation(expected: Bool) -> any TranslationMeter { EngineMeter(sabir, expectsEngines: expected) }

    /// All metrics in the text format 0.0.4, after setting each room's number of members from `census`, by room name.
    package func text(_ census: [String: Int]) -> String {
        updateMembers(census)
        return sabir.text()
    }

    /// Sets the number of members of each room, and removes the metric of rooms that have closed.
    private func updateMembers(_ census: [String: Int]) {
        let gone = rooms.withLock { known in
            defer { known = Set(census.keys) }
            return known.subtracting(census.keys)
        }
        for name in gone { sabir.removeRoom(name) }
        for (name, count) in census { sabir.roomMembers(name).set(count) }
    }
}

/// Counts the messages that rooms accept, by room, and those that they refuse, by limit. The counters are made once.
package struct LimitMeter: RoomMeter {
    private let metrics: SabirMetrics
    private let counters: [RoomLimit: Counter]
    private let actsFailed: Counter
    private let helpCalls: Counter
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
    private let lookups: [TranslationSource: (hit: Counter, miss: Counter)]
    /// Engines that have a breaker metric; nil where all have one.
    private let known: Mutex<Set<String>>?

    init(_ metrics: SabirMetrics, expectsEngines: Bool) {
        self.metrics = metrics
        known = expectsEngines ? nil : Mutex([])
        func both(_ store: SabirMetrics.Store) -> (hit: Counter, miss: Counter) {
            (metrics.cacheLookups(store, hit: true), metrics.cacheLookups(store, hit: false))
        }
        lookups = [.phrasebook: both(.phrasebook), .memory: both(.memory)]
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
        metrics.engineBreaker(engine).set(Self.label(state).rawValue)
    }

    func removeEngine(_ engine: String) {
        known?.withLock { _ = $0.remove(engine) }
        metrics.removeEngine(engine)
    }

    private static func label(_ state: EngineStanding) -> SabirMetrics.Breaker {
        switch state {
        case .inUse: .closed
        case .onTrial: .halfOpen
        case .resting: .open
        }
    }
}
