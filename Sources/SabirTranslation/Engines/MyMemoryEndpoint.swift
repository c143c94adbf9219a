import Foundation
import SabirProtocol

/// MyMemory (mymemory.translated.net/doc/spec.php): one text of at most 500 bytes in a request. The service lists no
/// languages, and reports errors in the body, mostly under status 200.
struct MyMemoryEndpoint: Endpoint {
    let capacity = RequestCapacity(pieces: 1, bytes: 500)
    private let key: Secret?
    /// Raises the daily share from 5,000 characters to 50,000.
    private let email: String?
    let assumedLanguages: AssumedLanguages?

    init(key: Secret?, email: String? = nil, languages: [LanguageTag] = []) {
        self.key = key
        self.email = email
        assumedLanguages = AssumedLanguages(languages, code: Self.code)
    }

    func translationRequest(_ pieces: [String], by route: Route) -> EndpointRequest {
        let pair = "\(route.source)|\(route.target)".percentEncoded
        let ofKey = key.map { "&key=\($0.text.percentEncoded)" } ?? ""
        let ofEmail = email.map { "&de=\($0.percentEncoded)" } ?? ""
        return EndpointRequest(
            path: "/get?q=\(pieces.joined(separator: "\n").percentEncoded)&langpair=\(pair)&mt=1\(ofKey)\(ofEmail)")
    }

    /// Leaves all answers to `translations`, because most refusals come under status 200.
    func refusal(in response: HTTPResponse) -> EngineFailure? { nil }

    func translations(of pieces: [String], in response: HTTPResponse) throws(EngineFailure) -> [TranslatedPiece] {
        // A number after success, mostly a string after failure.
        let told = response.value(at: "/responseStatus")
        let status = told as? Int ?? (told as? String).flatMap(Int.init) ?? response.status
        let (spent, details) = (response.value(at: "/quotaFinished"), response.value(at: "/responseDetails"))
        // An answer of another form may hold a refusal where the translation would be.
        guard told is Int || told is String, spent == nil || spent is NSNull || spent is Bool,
            details == nil || details is NSNull || details is String
        else { throw .badAnswer("it is not the JSON that this kind of engine answers with") }
        let isSpent = spent as? Bool == true
        guard response.status == 200, status == 200, !isSpent else {
            let details = details as? String ?? response.text(at: "/responseData/translatedText")
            let refusal = HTTPResponse(status: status, body: [], retryAfter: response.retryAfter)
            throw failure(refusal, details, isSpent: isSpent)
        }
        let text = try response.required(String.self, at: "/responseData/translatedText")
        let source = pieces.joined(separator: "\n")
        return try paired([HTMLEntities.decoded(text, of: source)], with: [source])
    }

    private func failure(_ response: HTTPResponse, _ details: String?, isSpent: Bool) -> EngineFailure {
        let text = details ?? "no explanation"
        let upper = text.uppercased()
        if isSpent || upper.contains("ALL AVAILABLE FREE TRANSLATIONS") {
            return .quotaUsedUp(String(text.prefix(200)))
        }
        if upper.contains("INVALID LANGUAGE PAIR") || upper.contains("INVALID SOURCE LANGUAGE")
            || upper.contains("INVALID TARGET LANGUAGE") || upper.contains("TWO DISTINCT LANGUAGES")
        {
            return .pairNotOffered
        }
        // The service answers 403 to any fault of a request.
        let isAboutText = upper.contains("QUERY") || upper.contains("LENGTH")
        return isAboutText ? .refused(400, text) : response.failure(explanation: details)
    }

    /// The service's codes: regions for languages that differ between them, RFC 3066 tags for the rest.
    private static func code(_ tag: LanguageTag) -> String {
        switch tag.description {
        case "zh", "zh-Hans": "zh-CN"
        case "zh-Hant": "zh-TW"
        case "nb", "no": "nb-NO"
        case "pt": "pt-PT"
        case "sr-Latn": "sr-Latn-RS"
        default: tag.description
        }
    }
}
