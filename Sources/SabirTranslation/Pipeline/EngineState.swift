import Foundation
import SabirProtocol

/// What the translator knows about one engine.
struct EngineState {
    /// Pairs of tags remembered at most.
    private static let maximumRoutes = 4_096
    /// Languages that are told as offered, and targets of each, at most.
    private static let maximumOffered = 250

    struct Direction: Hashable {
        let from: LanguageTag
        let to: LanguageTag
    }

    let client: any Engine
    /// Nil of a room's host.
    let configuration: EndpointConfiguration?
    var breaker: CircuitBreaker
    /// Calls under way, to be given up when the breaker opens.
    var calls: [UInt64: Task<Result<Translation, EngineFailure>, Never>] = [:]
    /// It is no longer configured: what is under way ends, and nothing more is asked of it or told of it.
    var isRetired = false
    /// The way readers' last line went; the canary goes the same.
    var lastRoute: Route?
    /// When a reader's line was last answered, in whatever way.
    var lastAnswer: ContinuousClock.Instant?
    var figures = EngineFigures()
    /// Looks whether a slow engine is there, one at a time.
    var look: Task<Void, Never>?
    /// It was silent to a look for so long that it was given up.
    var isGivenUp = false
    /// It was given up and answered that look in the end: it does one thing at a time, and until then its silence says
    /// nothing.
    var answersLateUntil: ContinuousClock.Instant?
    /// Until when it asked to be left alone, in whole seconds; nil unless it rests.
    var restsUntil: Date?
    /// Until when nothing more may be sent to it today.
    var isSpentUntil: Date?
    /// When it may be asked again, as far as is known. It is looked at more often, as the clock may be set.
    var isBackAt: Date? { restsUntil.map { max($0, isSpentUntil ?? $0) } }
    /// What subscribers were told last; nil before the first verdict.
    var lastEvent: EngineEvent?
    /// A line went without it since the last check, and nobody was told that it is down.
    var hasFailedALine = false
    /// Ends with the first verdict, good or bad.
    var firstVerdict: Task<Void, Never>?
    var watch: Task<Void, Never>?
    /// Yields when the next check is due; replaced each time.
    var timer: Task<Void, Never>?
    let wake: AsyncStream<Void>.Continuation
    let wakes: AsyncStream<Void>

    /// The list last learnt, also while the engine is down.
    private(set) var pairs: PairTable?
    private var routes: [Direction: Route?] = [:]
    private var offeredPairs: [LanguageTag: [LanguageTag]]?

    init(client: any Engine, _ configuration: EndpointConfiguration? = nil, breaker: CircuitBreaker) {
        self.client = client
        self.configuration = configuration
        self.breaker = breaker
        (wakes, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    var name: String { client.name }

    /// Nobody is watched any more; what is under way goes on.
    func stopChecks() {
        wake.finish()
        watch?.cancel()
        firstVerdict?.cancel()
        timer?.cancel()
    }

    /// Keeps a new list and says whether it differs from the last.
    mutating func learn(_ table: PairTable) -> Bool {
        guard table != pairs else { return false }
        pairs = table
        routes.removeAll()
        offeredPairs = nil
        return true
    }

    mutating func route(from: LanguageTag, to: LanguageTag) -> Route? {
        let direction = Direction(from: from, to: to)
        if let known = routes[direction] { return known }
        if routes.count >= Self.maximumRoutes { routes.removeAll() }
        let route = search(direction)
        routes[direction] = .some(route)
        return route
    }

    private func search(_ direction: Direction) -> Route? {
        guard let pairs, allows(direction.from), allows(direction.to) else { return nil }
        return pairs.route(
            from: client.codes(for: direction.from, among: pairs.codes),
            to: client.codes(for: direction.to, among: pairs.codes), maximumHops: client.maximumHops)
    }

    private func allows(_ tag: LanguageTag) -> Bool {
        let allowed = client.languages
        return allowed.isEmpty || allowed.contains { $0.reads(tag) }
    }

    /// Every pair of languages that it translates, chains included.
    mutating func offered() -> [LanguageTag: [LanguageTag]] {
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
        let known = offered.mapValues { targets in
            Array(targets.sorted { $0.description < $1.description }.prefix(Self.maximumOffered))
        }
        offeredPairs = known
        return known
    }
}
