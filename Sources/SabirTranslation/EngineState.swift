import SabirWire

/// What the translator knows about one endpoint.
struct EngineState {
    /// Pairs of tags remembered at most.
    private static let maximumRoutes = 4_096

    struct Direction: Hashable {
        let from: LanguageTag
        let to: LanguageTag
    }

    let client: EngineClient
    var breaker: CircuitBreaker
    /// Calls under way, to be given up when the breaker opens.
    var calls: [UInt64: Task<Result<Translation, EngineFailure>, Never>] = [:]
    /// The way readers' last line went; the canary goes the same.
    var lastRoute: Route?
    /// Whether a look at a slow engine is under way.
    var isLooking = false
    /// What subscribers were told last; nil before the first verdict.
    var lastEvent: EngineEvent?
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

    init(client: EngineClient, breaker: CircuitBreaker) {
        self.client = client
        self.breaker = breaker
        (wakes, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    var name: String { client.name }

    /// Keeps a new list and says whether it differs from the last.
    mutating func learn(_ table: PairTable) -> Bool {
        guard table != pairs else { return false }
        pairs = table
        routes.removeAll()
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
        let endpoint = client.endpoint
        return pairs.route(
            from: endpoint.codes(for: direction.from, among: pairs.codes),
            to: endpoint.codes(for: direction.to, among: pairs.codes), maximumHops: endpoint.maximumHops)
    }

    private func allows(_ tag: LanguageTag) -> Bool {
        let allowed = client.configuration.languages
        return allowed.isEmpty || allowed.contains { $0.reads(tag) }
    }
}
