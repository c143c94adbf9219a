import Foundation
import SabirProtocol

/// The requests and answers of one kind of engine. Pure: no sockets, no clock, no state.
protocol Endpoint: Sendable {
    /// The most pairs that one request may chain; 1 if only listed pairs can be requested.
    var maximumHops: Int { get }
    var capacity: RequestCapacity { get }

    /// The engine's codes for a language, out of `known`, best first; empty if there are none.
    func codes(for tag: LanguageTag, among known: Set<String>) -> [String]
    /// The language of an engine's code; nil if the code is not a language tag.
    func tag(for code: String) -> LanguageTag?

    /// The request for the list of pairs; nil if the engine has none: then `assumedLanguages` apply.
    func pairsRequest() -> EndpointRequest?
    func pairs(in response: HTTPResponse) throws(EngineFailure) -> PairTable
    /// The languages assumed of an engine without a list; nil if the engine lists its pairs itself.
    var assumedLanguages: AssumedLanguages? { get }

    func translationRequest(_ pieces: [String], by route: Route) -> EndpointRequest
    /// Reads the translations: as many as pieces were sent, none of which is blank.
    func translations(of pieces: [String], in response: HTTPResponse) throws(EngineFailure) -> [TranslatedPiece]
    /// Why the engine refused, for an answer whose status is not 200; nil if the answer is to be read all the same.
    func refusal(in response: HTTPResponse) -> EngineFailure?
}

extension Endpoint {
    var maximumHops: Int { 1 }
    var assumedLanguages: AssumedLanguages? { nil }
    var assumedPairs: PairTable { assumedLanguages?.pairs ?? PairTable([]) }

    func codes(for tag: LanguageTag, among known: Set<String>) -> [String] {
        assumedLanguages?.codes(for: tag, among: known) ?? LanguageCodes.candidates(for: tag, among: known)
    }

    func tag(for code: String) -> LanguageTag? {
        if let assumedLanguages { assumedLanguages.tag(for: code) } else { LanguageCodes.meaning(of: code) }
    }

    func pairsRequest() -> EndpointRequest? { nil }

    func pairs(in response: HTTPResponse) throws(EngineFailure) -> PairTable { assumedPairs }

    /// The answer's texts as pieces without tokenizer marks. Throws unless they are as many as were sent and none is
    /// blank.
    func paired(_ texts: [String], with pieces: [String]) throws(EngineFailure) -> [TranslatedPiece] {
        guard texts.count == pieces.count else {
            throw .badAnswer("the number of translations is not that of the texts")
        }
        guard zip(pieces, texts).allSatisfy({ !$0.hasWords || $1.hasWords }) else {
            throw .badAnswer("a translation is empty")
        }
        return zip(pieces, texts).map { TokenizerMarks.read($1, of: $0) }
    }
}

/// A request below an endpoint's base URL; a POST if it has a body and no method of its own.
struct EndpointRequest: Sendable, Equatable {
    /// Path and query, already encoded.
    var path: String
    var method: String?
    var headers: [HTTPHeader] = []
    var body: [UInt8]?
    var contentType: String?
}

extension EndpointRequest {
    /// A POST of `value` as JSON. Encoding fails only for floats and nesting depth, which requests do not have.
    init(path: String, headers: [HTTPHeader] = [], json value: some Encodable) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let body = (try? encoder.encode(value)).map { [UInt8]($0) } ?? []
        self.init(path: path, headers: headers, body: body, contentType: "application/json")
    }
}

struct TranslatedPiece: Sendable, Equatable {
    var text: String
    /// What the engine reported: marks in its answer or, from another node, warnings.
    var warnings: [TranslationWarning] = []
    /// The engine that another node used, if it says so.
    var engine: String?
}

extension HTTPResponse {
    /// The body decoded as `type`, with strict types.
    func decoded<Value: Decodable>(as type: Value.Type) throws(EngineFailure) -> Value {
        do { return try JSONDecoder().decode(type, from: Data(body)) } catch { throw Self.otherJSON }
    }

    private static let otherJSON = EngineFailure.badAnswer("it is not the JSON that this kind of engine answers with")

    /// The value at `path` (RFC 6901) of the JSON body, which must be of this type.
    func required<Value>(_ type: Value.Type, at path: String) throws(EngineFailure) -> Value {
        guard let value = value(at: path) as? Value else { throw Self.otherJSON }
        return value
    }

    /// The value at `path` (RFC 6901) of the JSON body; nil if there is none.
    func value(at path: String) -> Any? { JSONPointer(path)?.value(in: body) }

    /// The text at `path`, such as the explanation of a refusal; nil if there is none.
    func text(at path: String) -> String? { value(at: path) as? String }

    /// The texts under `key` of the objects listed at `path`, all of which must have one.
    func texts(_ key: String, at path: String) throws(EngineFailure) -> [String] {
        let objects = try required([[String: Any]].self, at: path)
        let texts = objects.compactMap { $0[key] as? String }
        guard texts.count == objects.count else { throw Self.otherJSON }
        return texts
    }

    /// The meaning of a status other than 200 if the engine's documents define nothing else; `explanation` is the
    /// engine's. Many services use 402 for "pay first"; 456 and 529 are DeepL's "quota" and "too many".
    func failure(explanation: String?) -> EngineFailure {
        // The text goes to logs and terminals.
        let text = WireText.cleanName(String((explanation ?? "no explanation").unicodeScalars.prefix(200)))
        switch status {
        case 429, 529: return .resting(retryAfter ?? .seconds(1))
        case 503: return retryAfter.map { .resting($0) } ?? .serverError(status, text)
        case 402, 456: return .quotaUsedUp(text)
        case 400..<500: return .refused(status, text)
        case 500...: return .serverError(status, text)
        default: return .badAnswer("HTTP status \(status)")
        }
    }
}

extension String {
    /// Every byte except unreserved ones as `%XX` (RFC 3986 §2.1 and §2.3), for path segments and queries.
    var percentEncoded: String {
        let unreserved = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        // Nil only for lone surrogates, which a Swift string cannot contain.
        return addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    /// A value of `application/x-www-form-urlencoded` (WHATWG URL, §5.2).
    var formEncoded: String { percentEncoded.replacing("%20", with: "+") }
}
