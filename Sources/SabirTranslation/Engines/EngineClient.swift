import SabirCore
import SabirProtocol

/// One endpoint as the translator uses it: a text is split, sent in pieces, and put together again.
struct EngineClient: Engine {
    /// The most pieces of one text; beyond that `.tooLong` is thrown.
    static let maximumPieces = 256
    /// Carries readers' lines.
    let traffic: any HTTPTransport
    /// Carries reachability checks, which must not wait behind lines for a dead engine.
    let probes: any HTTPTransport
    private let exchange: EngineExchange
    private let capacity: RequestCapacity
    /// Nil if a request carries a single text, so that nothing can be batched.
    let batcher: SegmentBatcher?

    init(
        _ configuration: EndpointConfiguration, traffic: any HTTPTransport, probes: any HTTPTransport,
        ledger: EngineDays? = nil
    ) {
        self.traffic = traffic
        self.probes = probes
        let exchange = EngineExchange(configuration, ledger)
        let capacity = exchange.endpoint.capacity.limited(toCharacters: configuration.charactersPerRequest)
        self.exchange = exchange
        self.capacity = capacity
        batcher =
            capacity.pieces == 1
            ? nil
            : SegmentBatcher(capacity: capacity) { texts, route in
                await Result(awaiting: { () async throws(EngineFailure) in
                    try await exchange.translate(texts, by: route, over: traffic)
                })
            }
    }

    private var configuration: EndpointConfiguration { exchange.configuration }
    private var endpoint: any Endpoint { exchange.endpoint }
    var name: String { configuration.name }
    var languages: [LanguageTag] { configuration.languages }
    var isMetered: Bool { configuration.isMetered }
    var maximumHops: Int { endpoint.maximumHops }

    func codes(for tag: LanguageTag, among known: Set<String>) -> [String] { endpoint.codes(for: tag, among: known) }
    func tag(for code: String) -> LanguageTag? { endpoint.tag(for: code) }

    func close() async {
        await traffic.close()
        await probes.close()
    }

    /// Requests the list of pairs.
    func pairs() async throws(EngineFailure) -> PairTable {
        let table = try await exchange.pairs(over: probes)
        guard !table.isEmpty else { throw .badAnswer("it lists no pair of languages") }
        return table
    }

    /// Translates a test word, over the pair that readers used last: a service may list pairs whose models are gone.
    func prove(_ table: PairTable, preferring route: Route?) async throws(EngineFailure) {
        let known = route.map { zip($0.codes, $0.codes.dropFirst()).allSatisfy { table.contains($0, $1) } } ?? false
        guard let route = known ? route : usualRoute(table) else { return }
        try await exchange.prove(table, by: route, over: probes)
    }

    /// The route to test if the engine did not list its pairs itself: the first in the alphabet may be one that nobody
    /// supports.
    private func usualRoute(_ table: PairTable) -> Route? {
        let codes = ["en", "es"].compactMap(LanguageTag.init).map { endpoint.codes(for: $0, among: table.codes) }
        guard endpoint.pairsRequest() == nil, codes.count == 2 else { return table.first }
        return table.route(from: codes[0], to: codes[1], maximumHops: 1) ?? table.first
    }

    func checkLiveness() async -> Liveness { await exchange.checkLiveness(over: probes) }

    func discardProof() async { await exchange.account.recordFailure(.timedOut, isCheck: true, now: .now) }

    /// Sends placeholders for protected text. A piece that loses one is sent again as it is, with a warning.
    func translate(
        _ text: String, by route: Route, protecting protector: Protector
    ) async throws(EngineFailure) -> Translation {
        guard let layout = capacity.layout(of: text) else { throw .tooLong }
        let pieces = layout.pieces
        guard pieces.count <= Self.maximumPieces else { throw .tooLong }
        let shielded = pieces.map { protector.protect($0, as: configuration.kind.placeholders) }
        var answers = try await answers(to: shielded.map(\.text), by: route)
        let lost = restore(&answers, shielded)
        if !lost.isEmpty {
            let again = try await self.answers(to: lost.map { pieces[$0] }, by: route)
            for (index, answer) in zip(lost, again) { answers[index] = answer }
        }
        return Translation(
            text: layout.filled(with: answers.map(\.text)), engine: name,
            pivots: route.pivots.compactMap(endpoint.tag),
            warnings: TranslationWarning.merged(answers.flatMap(\.warnings)) + lost.map { shielded[$0].lost })
    }

    /// Puts protected text back, and returns the indices of the answers in which that failed.
    private func restore(_ answers: inout [TranslatedPiece], _ shielded: [ProtectedText]) -> [Int] {
        answers.indices.filter { index in
            guard let text = shielded[index].restored(from: answers[index].text) else { return true }
            answers[index].text = text
            return false
        }
    }

    /// Sends batches concurrently, as far as the transport allows. The first failure cancels the others.
    private func answers(to pieces: [String], by route: Route) async throws(EngineFailure) -> [TranslatedPiece] {
        let batches = capacity.batches(of: pieces)
        if batches.count == 1 { return try await answer(to: batches[0], by: route) }
        do {
            return try await withThrowingTaskGroup(of: (Int, [TranslatedPiece]).self) { group in
                for (index, batch) in batches.enumerated() {
                    group.addTask { (index, try await answer(to: batch, by: route)) }
                }
                var answers = [[TranslatedPiece]](repeating: [], count: batches.count)
                for try await (index, pieces) in group { answers[index] = pieces }
                return answers.flatMap { $0 }
            }
        } catch {
            // The tasks throw nothing else.
            throw error as? EngineFailure ?? .cancelled
        }
    }

    private func answer(to batch: [String], by route: Route) async throws(EngineFailure) -> [TranslatedPiece] {
        guard batch.contains(where: \.hasWords) else { return batch.map { TranslatedPiece(text: $0) } }
        guard let batcher else { return try await exchange.translate(batch, by: route, over: traffic) }
        return try await batcher.translate(batch, by: route)
    }
}
