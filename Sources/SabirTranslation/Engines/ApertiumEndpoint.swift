import Foundation
import SabirProtocol

/// Apertium APy (wiki.apertium.org/wiki/Apertium-apy), as Debian ships it (0.11).
///
/// Asked for plain text, because the service's default is HTML. APy trims texts, silently cuts a text after ten chunks
/// of 1,000 characters, and marks words (`ApertiumMarks`).
struct ApertiumEndpoint: Endpoint {
    let maximumHops = 3
    let capacity = RequestCapacity(pieces: 1, characters: 4_900)

    func codes(for tag: LanguageTag, among known: Set<String>) -> [String] {
        ApertiumCodes.candidates(for: tag, among: known)
    }

    func tag(for code: String) -> LanguageTag? { ApertiumCodes.tag(for: code) }

    func pairsRequest() -> EndpointRequest? { EndpointRequest(path: "/listPairs") }

    func pairs(in response: HTTPResponse) throws(EngineFailure) -> PairTable {
        let list = try response.decoded(as: PairList.self)
        return PairTable(list.responseData.lazy.map { (source: $0.sourceLanguage, target: $0.targetLanguage) })
    }

    func translationRequest(_ pieces: [String], by route: Route) -> EndpointRequest {
        let chained = !route.pivots.isEmpty
        let pairs = (chained ? "langpairs=" : "langpair=") + route.codes.joined(separator: "|").percentEncoded
        let text = ApertiumMarks(source: pieces.joined(separator: "\n")).text
        return EndpointRequest(
            path: chained ? "/translateChain" : "/translate",
            body: Array("\(pairs)&markUnknown=yes&format=txt&q=\(text.formEncoded)".utf8),
            contentType: "application/x-www-form-urlencoded")
    }

    func translations(of pieces: [String], in response: HTTPResponse) throws(EngineFailure) -> [TranslatedPiece] {
        let answer = try response.required(String.self, at: "/responseData/translatedText")
        let source = pieces.joined(separator: "\n")
        guard answer.hasWords || !source.hasWords else { throw .badAnswer("the translation is empty") }
        guard answer.newlineCount == source.newlineCount else { throw .badAnswer("lines are missing") }
        // A tagger that crashes on a line returns a blank line for it.
        guard zip(Self.lines(source), Self.lines(answer)).allSatisfy({ !String($0).hasWords || String($1).hasWords })
        else {
            throw .badAnswer("a line of the translation is empty")
        }
        return [ApertiumMarks(source: source).read(answer)]
    }

    private static func lines(_ text: String) -> [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    func refusal(in response: HTTPResponse) -> EngineFailure? {
        let explanation = response.text(at: "/explanation")
        if response.status == 400, explanation?.contains("not installed") == true { return .pairNotOffered }
        return response.failure(explanation: explanation)
    }

    private struct PairList: Decodable {
        struct Pair: Decodable {
            let sourceLanguage: String
            let targetLanguage: String
        }
        let responseData: [Pair]
    }
}
