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
        pieces.count == 1 ? request(pieces[0], by: route) : request(pieces, by: route)
    }

    private func request(_ q: some Encodable, by route: Route) -> EndpointRequest {
        let question = Question(q: q, source: route.source, target: route.target, format: "text", api_key: key?.text)
        return EndpointRequest(path: "/translate", json: question)
    }

    func translations(of pieces: [String], in response: HTTPResponse) throws(EngineFailure) -> [TranslatedPiece] {
        let texts =
            pieces.count == 1
            ? [try response.decoded(as: Answer<String>.self).translatedText]
            : try response.decoded(as: Answer<[String]>.self).translatedText
        let warnings = try response.decoded(as: Warnings.self).lists(of: pieces.count)
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

    private struct Question<Text: Encodable>: Encodable {
        let q: Text
        let source: String
        let target: String
        let format: String
        // Named as in the API.
        let api_key: String?
    }

    private struct Language: Decodable {
        let code: String
        let targets: [String]?
    }

    private struct Answer<Text: Decodable>: Decodable { let translatedText: Text }

    /// Warnings of another Sabir node: one list for each text, or a single list for a single text. Other servers'
    /// values in this field are ignored.
    private struct Warnings: Decodable {
        private let found: [[Warning]]

        private enum CodingKeys: CodingKey { case warnings }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            found =
                (try? container.decode([[Warning]].self, forKey: .warnings))
                ?? (try? container.decode([Warning].self, forKey: .warnings)).map { [$0] } ?? []
        }

        func lists(of count: Int) -> [[TranslationWarning]] {
            guard found.count == count else { return Array(repeating: [], count: count) }
            return found.map { $0.prefix(Warning.most).compactMap(\.warning) }
        }
    }

    private struct Warning: Decodable {
        static let most = 8

        let kind: String
        let words: [String]?
        let counterparts: [String]?

        var warning: TranslationWarning? {
            TranslationWarning.Kind(rawValue: kind).map {
                TranslationWarning(
                    kind: $0, words: Self.bounded(words), counterparts: Self.bounded(counterparts))
            }
        }

        private static func bounded(_ words: [String]?) -> [String] {
            (words ?? []).prefix(TranslationWarning.maximumWords).map { String($0.prefix(64)) }
        }
    }
}
