import SabirProtocol

/// LibreTranslate's HTTP API (docs.libretranslate.com), which other programs speak too.
struct LibreTranslateEndpoint: Endpoint {
    /// The server does not report its batch limit; 32 is below common values.
    let capacity = RequestCapacity(pieces: 32)
    private let key: Secret?

    init(key: String? = nil) { self.key = key.map(Secret.init) }

    func pairsRequest() -> EndpointRequest? { EndpointRequest(path: "/languages") }

    func pairs(in response: HTTPResponse) throws(EngineFailure) -> PairTable {
        try check(response)
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
        let q: Text = pieces.count == 1 ? .one(pieces[0]) : .many(pieces)
        let question = Question(q: q, source: route.source, target: route.target, format: "text", api_key: key?.text)
        return EndpointRequest(path: "/translate", json: question)
    }

    func translations(
        of pieces: [String], by route: Route, in response: HTTPResponse
    ) throws(EngineFailure) -> [TranslatedPiece] {
        try check(response)
        let texts: [String]
        let answer = try response.decoded(as: Answer.self)
        switch (answer.translatedText, pieces.count) {
        case (.one(let text), 1): texts = [text]
        case (.many(let list), 2...) where list.count == pieces.count: texts = list
        default: throw .badAnswer("the number of translations is not that of the texts")
        }
        return zip(try paired(texts, with: pieces), answer.warnings(of: pieces.count)).map { piece, warnings in
            TranslatedPiece(text: piece.text, warnings: warnings + piece.warnings, engine: piece.engine)
        }
    }

    private func check(_ response: HTTPResponse) throws(EngineFailure) {
        guard response.status != 200 else { return }
        let explanation = response.text(at: "/error")
        if response.status == 400,
            explanation?.contains("not supported") == true || explanation?.contains("not available") == true
        {
            throw .pairNotOffered
        }
        throw response.failure(explanation: explanation)
    }

    private enum Text: Codable {
        case one(String)
        case many([String])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                self = .one(text)
            } else {
                self = .many(try container.decode([String].self))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .one(let text): try container.encode(text)
            case .many(let texts): try container.encode(texts)
            }
        }
    }

    private struct Question: Encodable {
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

    private struct Answer: Decodable {
        let translatedText: Text
        /// Warnings of another Sabir node: one list for each text, or a single list for a single text. Other servers'
        /// values in this field are ignored.
        private let found: [[Warning]]

        private enum CodingKeys: CodingKey {
            case translatedText
            case warnings
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            translatedText = try container.decode(Text.self, forKey: .translatedText)
            found =
                (try? container.decode([[Warning]].self, forKey: .warnings))
                ?? (try? container.decode([Warning].self, forKey: .warnings)).map { [$0] } ?? []
        }

        func warnings(of count: Int) -> [[TranslationWarning]] {
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
