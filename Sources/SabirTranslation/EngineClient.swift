import SabirWire

/// One endpoint as the translator talks to it: builds, sends and reads requests. Keeps no state.
struct EngineClient: Sendable {
    /// Pieces of one text at most, else `.tooLong`.
    static let maximumPieces = 256
    /// Unknown words that a warning names at most.
    static let maximumUnknownWords = 20

    let configuration: EndpointConfiguration
    let endpoint: any Endpoint
    /// Carries readers' lines.
    let traffic: any HTTPTransport
    /// Carries reachability checks, which must not queue behind lines that wait for a dead engine.
    let probes: any HTTPTransport

    var name: String { configuration.name }

    func close() async {
        await traffic.close()
        await probes.close()
    }

    /// Asks for the list of pairs.
    func pairs() async throws(EngineFailure) -> PairTable {
        let table = try endpoint.pairs(in: await send(endpoint.pairsRequest(), over: probes))
        guard !table.isEmpty else { throw .badAnswer("it lists no pair of languages") }
        return table
    }

    /// Translates a word for real, by the pair that readers used last: a list of pairs may come from a service
    /// whose models are gone.
    func prove(_ table: PairTable, preferring route: Route?) async throws(EngineFailure) {
        let known = route.map { zip($0.codes, $0.codes.dropFirst()).allSatisfy { table.contains($0, $1) } } ?? false
        guard let route = known ? route : table.first else { return }
        let canary = ["taxi"]
        let response = try await send(endpoint.translationRequest(canary, by: route), over: probes)
        _ = try endpoint.translations(of: canary, by: route, in: response)
    }

    /// Whether anybody still takes connections there. A service that is only slow does.
    func isReachable() async -> Bool {
        do {
            _ = try await send(endpoint.pairsRequest(), over: probes, fresh: true)
            return true
        } catch {
            if case .unreachable = error { return false }
            return true
        }
    }

    func translate(_ text: String, by route: Route) async throws(EngineFailure) -> Translation {
        let layout = TextLayout(text, limit: configuration.charactersPerRequest)
        let pieces = layout.pieces
        guard pieces.count <= Self.maximumPieces else { throw .tooLong }
        let answers = try await answers(to: pieces, by: route)
        return Translation(
            text: layout.filled(with: answers.map(\.text)), engine: name,
            pivots: route.pivots.compactMap(endpoint.tag), warnings: warnings(answers))
    }

    private func warnings(_ answers: [TranslatedPiece]) -> [TranslationWarning] {
        var seen: Set<String> = []
        let words = answers.flatMap(\.unknownWords).filter { seen.insert($0).inserted }
        return words.isEmpty
            ? [] : [TranslationWarning(kind: .unknownWords, words: Array(words.prefix(Self.maximumUnknownWords)))]
    }

    /// Batches go side by side; the transport bounds how many. The first failure ends the others.
    private func answers(to pieces: [String], by route: Route) async throws(EngineFailure) -> [TranslatedPiece] {
        let batches = batches(pieces)
        if batches.count == 1 { return try await answer(to: batches[0], by: route) }
        let result = await withTaskGroup(of: (Int, Result<[TranslatedPiece], EngineFailure>).self) { group in
            for (index, batch) in batches.enumerated() {
                group.addTask {
                    (
                        index,
                        await Result { () async throws(EngineFailure) in
                            try await answer(to: batch, by: route)
                        }
                    )
                }
            }
            return await Self.gather(&group, count: batches.count)
        }
        return try result.get()
    }

    private static func gather(
        _ group: inout TaskGroup<(Int, Result<[TranslatedPiece], EngineFailure>)>, count: Int
    ) async -> Result<[TranslatedPiece], EngineFailure> {
        var gathered = [[TranslatedPiece]](repeating: [], count: count)
        for await (index, result) in group {
            switch result {
            case .success(let pieces): gathered[index] = pieces
            case .failure(let failure):
                group.cancelAll()
                return .failure(failure)
            }
        }
        return .success(gathered.flatMap { $0 })
    }

    private func answer(to batch: [String], by route: Route) async throws(EngineFailure) -> [TranslatedPiece] {
        guard batch.contains(where: \.hasWords) else { return batch.map { TranslatedPiece(text: $0) } }
        let response = try await send(endpoint.translationRequest(batch, by: route), over: traffic)
        return try endpoint.translations(of: batch, by: route, in: response)
    }

    /// Neighbouring pieces, as many as the engine takes in one request and as the limit on its size allows.
    private func batches(_ pieces: [String]) -> [[String]] {
        var batches: [[String]] = []
        var size = 0
        for piece in pieces {
            let count = piece.unicodeScalars.count
            if let last = batches.last, last.count < endpoint.piecesPerRequest,
                size + count <= configuration.charactersPerRequest
            {
                batches[batches.count - 1].append(piece)
                size += count
            } else {
                batches.append([piece])
                size = count
            }
        }
        return batches
    }

    private func send(
        _ request: EndpointRequest, over transport: any HTTPTransport, fresh: Bool = false
    ) async throws(EngineFailure) -> HTTPResponse {
        var whole = HTTPRequest(
            url: configuration.url + request.path, body: request.body, contentType: request.contentType,
            connectTimeout: configuration.connectTimeout, totalTimeout: configuration.answerTimeout)
        whole.freshConnection = fresh
        whole.mayLeaveNetwork = configuration.allowInternet
        switch await transport.send(whole) {
        case .success(let response): return response
        case .failure(let failure): throw EngineFailure(failure)
        }
    }
}

extension Result {
    /// What `body` returns or throws, for a place that cannot throw.
    init(_ body: () async throws(Failure) -> Success) async {
        do {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
