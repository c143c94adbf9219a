import SabirProtocol

/// Azure AI Translator, version 3.0 (learn.microsoft.com/azure/ai-services/translator/text-translation/reference/v3). A
/// request takes at most 1,000 texts and 50,000 characters, for one target.
struct AzureEndpoint: Endpoint {
    let capacity = RequestCapacity(pieces: 1_000, characters: 50_000)
    let key: Secret?
    var region: String?

    /// The list of languages needs no key.
    func pairsRequest() -> EndpointRequest? {
        EndpointRequest(path: "/languages?api-version=3.0&scope=translation")
    }

    func pairs(in response: HTTPResponse) throws(EngineFailure) -> PairTable {
        let codes = try response.required([String: Any].self, at: "/translation").keys.sorted()
        return PairTable(codes.flatMap { source in codes.map { (source: source, target: $0) } })
    }

    func translationRequest(_ pieces: [String], by route: Route) -> EndpointRequest {
        let languages = "from=\(route.source.percentEncoded)&to=\(route.target.percentEncoded)"
        return EndpointRequest(
            path: "/translate?api-version=3.0&\(languages)&textType=plain", headers: headers,
            json: pieces.map(Question.init))
    }

    func translations(of pieces: [String], in response: HTTPResponse) throws(EngineFailure) -> [TranslatedPiece] {
        let answers = try response.decoded(as: [Answer].self)
        guard answers.allSatisfy({ $0.translations.count == 1 }) else {
            throw .badAnswer("a text has not exactly one translation")
        }
        return try paired(answers.flatMap { $0.translations.map(\.text) }, with: pieces)
    }

    private var headers: [HTTPHeader] {
        let ofKey = key.map { HTTPHeader("Ocp-Apim-Subscription-Key", $0.text) }
        let ofRegion = region.map { HTTPHeader("Ocp-Apim-Subscription-Region", $0) }
        return [ofKey, ofRegion].compactMap { $0 }
    }

    /// Azure's error codes are the HTTP status followed by three digits.
    func refusal(in response: HTTPResponse) -> EngineFailure? {
        let message = response.text(at: "/error/message")
        switch response.value(at: "/error/code") as? Int {
        case 403_001: return .quotaUsedUp(message ?? "no free quota is left")
        case 400_023, 400_035, 400_036: return .pairNotOffered
        case let code? where (429_000...429_999).contains(code): return .resting(response.retryAfter ?? .seconds(1))
        default: return response.failure(explanation: message)
        }
    }

    private struct Question: Encodable {
        let text: String
        enum CodingKeys: String, CodingKey { case text = "Text" }
    }

    private struct Answer: Decodable {
        struct Text: Decodable { let text: String }
        let translations: [Text]
    }
}
