import Foundation
import SabirWire

/// What one kind of engine is asked and how its answers read. Pure: no sockets, no clock, no state.
package protocol Endpoint: Sendable {
    /// Pairs that one request may chain: 1 where only listed pairs can be asked for.
    var maximumHops: Int { get }
    /// Pieces of text that one request may carry.
    var piecesPerRequest: Int { get }

    /// The engine's names for a language out of `known`, best first; empty where it has none.
    func codes(for tag: LanguageTag, among known: Set<String>) -> [String]
    /// The language behind an engine's code; nil where the code is no language tag.
    func tag(for code: String) -> LanguageTag?

    func pairsRequest() -> EndpointRequest
    func pairs(in response: HTTPResponse) throws(EngineFailure) -> PairTable

    func translationRequest(_ pieces: [String], by route: Route) -> EndpointRequest
    /// As many pieces as were sent, none of them blank.
    func translations(of pieces: [String], by route: Route, in response: HTTPResponse) throws(EngineFailure)
        -> [TranslatedPiece]
}

/// A request below an endpoint's base URL; by POST where it has a body.
package struct EndpointRequest: Sendable, Equatable {
    package var path: String
    package var body: [UInt8]?
    package var contentType: String?

    package init(path: String, body: [UInt8]? = nil, contentType: String? = nil) {
        self.path = path
        self.body = body
        self.contentType = contentType
    }
}

package struct TranslatedPiece: Sendable, Equatable {
    package var text: String
    /// Words that the engine said it does not know, in order, as they stand in the source.
    package var unknownWords: [String] = []

    package init(text: String, unknownWords: [String] = []) {
        self.text = text
        self.unknownWords = unknownWords
    }
}

extension EndpointConfiguration {
    /// Whichever answers of the two engines that people run at home, at their usual ports.
    package static let defaults = [
        EndpointConfiguration(kind: .apertium, url: "http://127.0.0.1:2737"),
        EndpointConfiguration(kind: .libretranslate, url: "http://127.0.0.1:5000"),
    ]

    var endpoint: any Endpoint {
        switch kind {
        case .apertium: ApertiumEndpoint()
        case .libretranslate: LibreTranslateEndpoint(key: key)
        }
    }
}

extension HTTPResponse {
    /// The body read as `type`, types checked strictly.
    func decoded<Value: Decodable>(as type: Value.Type) throws(EngineFailure) -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(body))
        } catch {
            throw .badAnswer("it is not the JSON that this kind of engine answers with")
        }
    }

    /// What a status other than 200 means, the same for both kinds; `explanation` is the engine's own.
    func failure(explanation: String?) -> EngineFailure {
        let text = String((explanation ?? "no explanation").prefix(200))
        switch status {
        case 429: return .resting(retryAfter ?? .seconds(1))
        case 503: return retryAfter.map { .resting($0) } ?? .serverError(status, text)
        case 400..<500: return .refused(status, text)
        case 500...: return .serverError(status, text)
        default: return .badAnswer("HTTP status \(status)")
        }
    }
}
