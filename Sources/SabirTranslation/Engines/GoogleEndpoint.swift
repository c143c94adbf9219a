import SabirCore
import SabirProtocol

/// Google Cloud Translation, Basic, version 2 (cloud.google.com/translate/docs/reference/rest/v2): at most 128 texts in
/// a request. The service's default format is HTML. The key is sent in a header, so that no URL contains it.
struct GoogleEndpoint: Endpoint {
    /// The service recommends no more than 5,000 characters and refuses more than 30,000.
    let capacity = RequestCapacity(pieces: 128, characters: 30_000)
    let key: Secret?

    func pairsRequest() -> EndpointRequest? {
        EndpointRequest(path: "/language/translate/v2/languages", headers: headers)
    }

    func pairs(in response: HTTPResponse) throws(EngineFailure) -> PairTable {
        let codes = try response.texts("language", at: "/data/languages")
        return PairTable(codes.flatMap { source in codes.map { (source: source, target: $0) } })
    }

    func translationRequest(_ pieces: [String], by route: Route) -> EndpointRequest {
        let question: JSONFields = [
            "q": pieces, "source": route.source, "target": route.target, "format": "text",
        ]
        return EndpointRequest(path: "/language/translate/v2", headers: headers, json: question)
    }

    func translations(of pieces: [String], in response: HTTPResponse) throws(EngineFailure) -> [TranslatedPiece] {
        let texts = try response.texts("translatedText", at: "/data/translations")
        let plain = zip(pieces, texts).map { HTMLEntities.decoded($1, of: $0) }
        return try paired(plain.count == texts.count ? plain : texts, with: pieces)
    }

    private var headers: [HTTPHeader] { key.map { [HTTPHeader("X-Goog-Api-Key", $0.text)] } ?? [] }

    func refusal(in response: HTTPResponse) -> EngineFailure? {
        let explanation = response.text(at: "/error/message")
        let message = explanation ?? ""
        let reason = response.text(at: "/error/errors/0/reason") ?? ""
        switch response.status {
        case 400 where message.contains("API key"): return .keyRefused(message)
        case 400 where message.contains("language pair"): return .pairNotOffered
        case 403 where reason == "dailyLimitExceeded" || message.contains("Daily Limit Exceeded"):
            return .quotaUsedUp(message)
        case 403 where reason.hasSuffix("ateLimitExceeded") || message.contains("Rate Limit Exceeded"):
            return .resting(response.retryAfter ?? .seconds(10))
        default: return response.failure(explanation: explanation)
        }
    }
}
