import Foundation
import SabirProtocol

/// What the translator knows about one engine.
struct EngineState {
    /// The most directions whose routes are remembered.
    private static let maximumRoutes = 4_096
    /// The most languages reported as offered.
    private static let maximumOffered = 250

    let client: any Engine
    /// The engine's configuration; nil for a room's host.
    let configuration: EndpointConfiguration?
    var breaker: CircuitBreaker
    /// Calls under way, cancelled when the breaker opens.
    var calls: [UInt64: Task<Result<Translation, EngineFailure>, Never>] = [:]
    /// Whether the engine is no longer configured: calls under way finish, but nothing more is sent or reported.
    var isRetired = false
    /// The route of the readers' last line, which the probe takes too.
    var lastRoute: Route?
    /// When a reader's line was last answered, successfully or not.
    var lastAnswer: ContinuousClock.Instant?
    var figures = EngineFigures()
    /// Checks whether a slow engine is running, once at a time.
    var livenessCheck: Task<Void, Never>?
    /// Whether the engine was given up because it was silent to a liveness check for too long.
    var isGivenUp = false
    /// The time until which silence does not count against the engine. Set when it answered a check after being given
    /// up: it does one thing at a time.
    var answersLateUntil: ContinuousClock.Instant?
    /// The end of the requested rest, in whole seconds; nil unless the engine rests.
    var restsUntil: Date?
    /// Until when the day's ceiling is used up.
    var isSpentUntil: Date?
    /// When the engine may be asked again, as far as is known. Checks run more often, because the clock may be changed.
    var isBackAt: Date? { restsUntil.map { max($0, isSpentUntil ?? $0) } }
    /// The last event sent to subscribers; nil before the first verdict.
    var lastEvent: EngineEvent?
    /// Whether a line failed since the last check without the engine being reported as down.
    var hasFailedALine = false
    /// Ends with the first verdict, good or bad.
    var firstVerdict: Task<Void, Never>?
    var watch: Task<Void, Never>?
    /// Wakes the watch when the next check is due; replaced each time.
    var timer: Task<Void, Never>?
    let wake: AsyncStream<Void>.Continuation
    let wakes: AsyncStream<Void>

    /// The last list of pairs, kept while the engine is down.
    private(set) var pairs: PairTable?
    private var routes: [LanguagePair: Route?] = [:]
    private var offeredPairs: [LanguageTag: Set<LanguageTag>]?

    init(client: any Engine, _ configuration: EndpointConfiguration? = nil, breaker: CircuitBreaker) {
        self.client = client
        self.configuration = configuration
        self.breaker = breaker
        (wakes, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    var name: String { client.name }

    /// Stops the background checks; calls under way go on.
    func stopChecks() {
        wake.finish()
        watch?.cancel()
        firstVerdict?.cancel()
        timer?.cancel()
    }

    /// Keeps a new list of pairs, and returns whether it differs from the last.
    mutating func learn(_ table: PairTable) -> Bool {
        guard table != pairs else { return false }
        pairs = table
        routes.removeAll()
        offeredPairs = nil
        return true
    }

    mutating func route(from: LanguageTag, to: LanguageTag) -> Route? {
        let direction = LanguagePair(from: from, to: to)
        if let known = routes[direction] { return known }
        if routes.count >= Self.maximumRoutes { routes.removeAll() }
        let route = search(direction)
        routes[direction] = .some(route)
        return route
    }

    private func search(_ direction: LanguagePair) -> Route? {
        guard let pairs, allows(direction.from), allows(direction.to) else { return nil }
        return pairs.route(
            from: client.codes(for: direction.from, among: pairs.codes),
            to: client.codes(for: direction.to, among: pairs.codes), maximumHops: client.maximumHops)
    }

    private func allows(_ tag: LanguageTag) -> Bool {
        let allowed = client.languages
        return allowed.isEmpty || allowed.contains { $0.reads(tag) }
    }

    /// Every direction that the engine translates, chains included.
    mutating func offered() -> [LanguageTag: Set<LanguageTag>] {
        if let offeredPairs { return offeredPairs }
        guard let pairs else { return [:] }
        let tags = Dictionary(
            pairs.codes.compactMap { code in client.tag(for: code).map { (code, $0) } }, uniquingKeysWith: { $1 }
        ).filter { allows($0.value) }
        let keys = Dictionary(tags.values.map { ($0, $0.readingKey) }) { $1 }
        var offered: [LanguageTag: Set<LanguageTag>] = [:]
        for code in pairs.sources.prefix(Self.maximumOffered) {
            guard let from = tags[code] else { continue }
            let targets = pairs.reachable(from: code, maximumHops: client.maximumHops).compactMap { tags[$0] }
            offered[from, default: []].formUnion(targets.filter { keys[$0] != keys[from] })
        }
        let kept = offered.mapValues { targets in
            Set(targets.sorted { $0.description < $1.description }.prefix(Self.maximumOffered))
        }
        offeredPairs = kept
        return kept
    }
}
