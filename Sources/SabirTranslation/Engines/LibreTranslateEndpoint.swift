import SabirCore
import SabirProtocol

/// LibreTranslate's HTTP API (docs.libretranslate.com), which other programs speak too.
struct LibreTranslateEndpoint: Endpoint {
    /// The server does not report its batch limit; 32 is below common values.
    let capacity = RequestCapacity(pieces: 32)
    private let key: Secret?

    init(key: String? = nil) { self.key = key.map(Secret.init) }

    func pairsRequest() -> EndpointRequest? { EndpointRequest(path: "/languages") }

    func pairs(in response: HTTPResponse) throws(EngineFailure) -> PairTable {
        let languages = try response.decoded(as: [Language].self)
        let codes = languages.map(\.code)
        // Servers before 1.3 list no targets, and translate each language into every other.
        return PairTable(
            languages.flatMap { language in
                (language.targets ?? codes).map { (source: language.code, target: $0) }
            })
    }

    /// A single piece is sent as a string, because some servers of this API accept no list.
    func translationRequest(_ pieces: [String], by route: Route) -> EndpointRequest {
        let text: any Encodable = if pieces.count == 1 { pieces[0] } else { pieces }
        var question: JSONFields = ["q": text, "source": route.source, "target": route.target, "format": "text"]
        question["api_key"] = key?.text
        return EndpointRequest(path: "/translate", json: question)
    }

    func translations(of pieces: [String], in response: HTTPResponse) throws(EngineFailure) -> [TranslatedPiece] {
        let texts =
            pieces.count == 1
            ? [try response.required(String.self, at: "/translatedText")]
            : try response.required([String].self, at: "/translatedText")
        let warnings = Self.warnings(in: response, of: pieces.count)
        return zip(try paired(texts, with: pieces), warnings).map { piece, warnings in
            TranslatedPiece(text: piece.text, warnings: warnings + piece.warnings)
        }
    }

    func refusal(in response: HTTPResponse) -> EngineFailure? {
        let explanation = response.text(at: "/error")
        if response.status == 400,
            explanation?.contains("not supported") == true || explanation?.contains("not available") == true
        {
            return .pairNotOffered
        }
        return response.failure(explanation: explanation)
    }

    private struct Language: Decodable {
        let code: String
        let targets: [String]?
    }

    /// Warnings of another Sabir node: one list for each text, or a single list for a single text. Other servers'
    /// values in this field are ignored.
    private static func warnings(in response: HTTPResponse, of count: Int) -> [[TranslationWarning]] {
        let told = response.value(at: "/warnings")
        let lists = told as? [[[String: Any]]] ?? (told as? [[String: Any]]).map { [$0] } ?? []
        guard lists.count == count else { return Array(repeating: [], count: count) }
        return lists.map { $0.prefix(mostWarnings).compactMap(warning) }
    }

    private static let mostWarnings = 8

    private static func warning(_ told: [String: Any]) -> TranslationWarning? {
        guard let kind = (told["kind"] as? String).flatMap(TranslationWarning.Kind.init) else { return nil }
        func words(_ key: String) -> [String] {
            (told[key] as? [String] ?? []).prefix(TranslationWarning.maximumWords).map { String($0.prefix(64)) }
        }
        return TranslationWarning(kind: kind, words: words("words"), counterparts: words("counterparts"))
    }
}
