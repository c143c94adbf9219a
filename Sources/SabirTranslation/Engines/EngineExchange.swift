import Foundation

/// Sends requests to one endpoint and reads the answers, as far as its account allows.
struct EngineExchange: Sendable {
    let configuration: EndpointConfiguration
    let endpoint: any Endpoint
    let account: EngineAccount

    init(_ configuration: EndpointConfiguration, _ ledger: EngineDays?) {
        self.configuration = configuration
        endpoint = configuration.endpoint
        account = EngineAccount(
            proofLasts: configuration.isMetered ? EngineAccount.meteredProof : .zero,
            charactersPerDay: configuration.charactersPerDay, name: configuration.name, ledger: ledger)
    }

    func pairs(over transport: any HTTPTransport) async throws(EngineFailure) -> PairTable {
        if let known = await account.provenPairs(now: .now) { return known }
        guard let request = endpoint.pairsRequest() else { return endpoint.assumedPairs }
        return try await perform(request, over: transport, isCheck: true) { response throws(EngineFailure) in
            try endpoint.pairs(in: response)
        }
    }

    func prove(_ table: PairTable, by route: Route, over transport: any HTTPTransport) async throws(EngineFailure) {
        guard await account.provenPairs(now: .now) == nil else { return }
        _ = try await translate(["taxi"], by: route, over: transport, isCheck: true)
        await account.recordProof(table, now: .now)
    }

    func translate(
        _ texts: [String], by route: Route, over transport: any HTTPTransport, isCheck: Bool = false
    ) async throws(EngineFailure) -> [TranslatedPiece] {
        try await spend(texts)
        let request = endpoint.translationRequest(texts, by: route)
        let pieces = try await perform(request, over: transport, isCheck: isCheck) {
            response throws(EngineFailure) in
            try endpoint.translations(of: texts, in: response)
        }
        await account.recordAnswer(now: .now)
        return pieces
    }

    /// Refuses a text that exceeds the day's remainder. The engine rests once nothing is left.
    private func spend(_ texts: [String]) async throws(EngineFailure) {
        try await account.admit(now: .now)
        do throws(EngineFailure) {
            try await account.spend(texts.reduce(0) { $0 + $1.unicodeScalars.count }, at: Date())
        } catch {
            await account.recordFailure(error, isCheck: false, now: .now)
            throw error
        }
    }

    /// Tries a new connection. Does not request a translation if answers cost something.
    func checkLiveness(over transport: any HTTPTransport) async -> Liveness {
        let list = configuration.isMetered ? nil : endpoint.pairsRequest()
        do {
            _ = try await send(list ?? EndpointRequest(path: "/", method: "HEAD"), over: transport, fresh: true)
            return .answered
        } catch {
            if case .unreachable = error { await account.recordFailure(error, isCheck: true, now: .now) }
            return Liveness(error)
        }
    }

    private func perform<Answer>(
        _ request: EndpointRequest, over transport: any HTTPTransport, isCheck: Bool,
        read: (HTTPResponse) throws(EngineFailure) -> Answer
    ) async throws(EngineFailure) -> Answer {
        try await account.admit(now: .now)
        do throws(EngineFailure) {
            let response = try await send(request, over: transport)
            if response.status != 200, let refusal = endpoint.refusal(in: response) { throw refusal }
            return try read(response)
        } catch {
            let failure = error.spoken(without: configuration.key)
            await account.recordFailure(failure, isCheck: isCheck, now: .now)
            throw failure
        }
    }

    private func send(
        _ request: EndpointRequest, over transport: any HTTPTransport, fresh: Bool = false
    ) async throws(EngineFailure) -> HTTPResponse {
        let whole = HTTPRequest(
            url: configuration.url + request.path, method: request.method, headers: request.headers,
            body: request.body, contentType: request.contentType, connectTimeout: configuration.connectTimeout,
            totalTimeout: configuration.answerTimeout, freshConnection: fresh,
            mayLeaveNetwork: configuration.allowInternet)
        return try await transport.send(whole).get()
    }
}
