import SabirCore
import SabirProtocol

/// DeepL's API, version 2 (developers.deepl.com/docs): at most 50 texts and 128 KiB in a request.
///
/// A source is a plain language; a target may be a variant: `EN` and `PT` are sources, `EN-GB` and `PT-BR` targets.
/// This type writes sources in lower case, to keep the two apart.
struct DeepLEndpoint: Endpoint {
    /// The body's limit minus the overhead of JSON.
    let capacity = RequestCapacity(pieces: 50, bytes: 96 << 10)
    let key: Secret?

    func codes(for tag: LanguageTag, among known: Set<String>) -> [String] {
        let primary = (LanguageCodes.meaning(of: tag.description) ?? tag).primary.lowercased()
        let targets = known.filter { $0 == $0.uppercased() }
        return LanguageCodes.candidates(for: tag, among: targets) + (known.contains(primary) ? [primary] : [])
    }

    func pairsRequest() -> EndpointRequest? {
        EndpointRequest(path: "/v2/languages?type=target", headers: headers)
    }

    func pairs(in response: HTTPResponse) throws(EngineFailure) -> PairTable {
        let targets = try response.texts("language", at: "").map { $0.uppercased() }
        let sources = Set(targets.map(Self.plain))
        return PairTable(
            sources.flatMap { source in
                targets.filter { Self.plain($0) != source }.map { (source: source, target: $0) }
            })
    }

    func translationRequest(_ pieces: [String], by route: Route) -> EndpointRequest {
        let question: JSONFields = [
            "text": pieces, "source_lang": route.source.uppercased(), "target_lang": route.target,
            "preserve_formatting": true,
        ]
        return EndpointRequest(path: "/v2/translate", headers: headers, json: question)
    }

    func translations(of pieces: [String], in response: HTTPResponse) throws(EngineFailure) -> [TranslatedPiece] {
        return try paired(response.texts("text", at: "/translations"), with: pieces)
    }

    private var headers: [HTTPHeader] {
        key.map { [HTTPHeader("Authorization", "DeepL-Auth-Key \($0.text)")] } ?? []
    }

    func refusal(in response: HTTPResponse) -> EngineFailure? {
        let explanation = response.text(at: "/message")
        if response.status == 400, explanation?.contains("_lang' not supported") == true { return .pairNotOffered }
        return response.failure(explanation: explanation)
    }

    private static func plain(_ target: String) -> String { target.prefix { $0 != "-" }.lowercased() }
}
