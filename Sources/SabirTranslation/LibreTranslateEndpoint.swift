import Foundation
import SabirWire

/// LibreTranslate's HTTP interface (docs.libretranslate.com), also spoken by other programs.
package struct LibreTranslateEndpoint: Endpoint {
    package let maximumHops = 1
    package let piecesPerRequest = 32
    private let key: String?

    package init(key: String? = nil) { self.key = key }

    package func codes(for tag: LanguageTag, among known: Set<String>) -> [String] {
        LibreTranslateCodes.candidates(for: tag, among: known)
    }

    package func tag(for code: String) -> LanguageTag? { LibreTranslateCodes.tag(for: code) }

    package func pairsRequest() -> EndpointRequest { EndpointRequest(path: "/languages") }

    package func pairs(in response: HTTPResponse) throws(EngineFailure) -> PairTable {
        try check(response)
        let languages = try response.decoded(as: [Language].self)
        let codes = languages.map(\.code)
        // Servers before 1.3 list no targets: each language then goes to every other.
        return PairTable(
            languages.flatMap { language in
                (language.targets ?? codes).map { (source: language.code, target: $0) }
            })
    }

    /// One piece goes as a string, as some servers of this interface take no list.
    package func translationRequest(_ pieces: [String], by route: Route) -> EndpointRequest {
        let q: Text = pieces.count == 1 ? .one(pieces[0]) : .many(pieces)
        let question = Question(q: q, source: route.source, target: route.target, format: "text", api_key: key)
        // Encoding strings alone cannot fail.
        let body = (try? JSONEncoder().encode(question)).map { [UInt8]($0) } ?? []
        return EndpointRequest(path: "/translate", body: body, contentType: "application/json")
    }

    package func translations(
        of pieces: [String], by route: Route, in response: HTTPResponse
    ) throws(EngineFailure) -> [TranslatedPiece] {
        try check(response)
        let texts: [String]
        switch (try response.decoded(as: Answer.self).translatedText, pieces.count) {
        case (.one(let text), 1): texts = [text]
        case (.many(let list), 2...) where list.count == pieces.count: texts = list
        default: throw .badAnswer("the number of translations is not that of the texts")
        }
        guard zip(pieces, texts).allSatisfy({ !$0.hasWords || $1.hasWords }) else {
            throw .badAnswer("a translation is empty")
        }
        return texts.map { TranslatedPiece(text: $0) }
    }

    private func check(_ response: HTTPResponse) throws(EngineFailure) {
        guard response.status != 200 else { return }
        let explanation = try? response.decoded(as: Refusal.self).error
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
        // Spelt as the interface has it.
        let api_key: String?
    }

    private struct Language: Decodable {
        let code: String
        let targets: [String]?
    }

    private struct Answer: Decodable { let translatedText: Text }
    private struct Refusal: Decodable { let error: String }
}

/// Between BCP 47 and LibreTranslate's codes, which changed over its versions.
enum LibreTranslateCodes {
    /// Codes that are no tag of the language they mean, or an outdated one.
    private static let aliases = [
        "zt": "zh-Hant", "zh": "zh-Hans", "pb": "pt-BR", "no": "nb", "iw": "he", "in": "id", "tl": "fil",
    ]

    /// Those listed codes that a reader of `tag` reads, the nearest first: the tag itself, then its plain language,
    /// then any other of the same language and script.
    static func candidates(for tag: LanguageTag, among known: Set<String>) -> [String] {
        let wanted = meaning(of: tag.description) ?? tag
        let readable = known.filter { meaning(of: $0)?.reads(wanted) ?? false }
        return readable.sorted { rank($0, tag, wanted) < rank($1, tag, wanted) }
    }

    static func tag(for code: String) -> LanguageTag? { meaning(of: code) }

    private static func meaning(of code: String) -> LanguageTag? { LanguageTag(aliases[code] ?? code) }

    private static func rank(_ code: String, _ tag: LanguageTag, _ wanted: LanguageTag) -> (Int, String) {
        if code == tag.description { return (0, code) }
        if meaning(of: code) == wanted { return (1, code) }
        return (code.contains("-") || aliases[code]?.contains("-") == true ? 3 : 2, code)
    }
}
