import SabirProtocol

/// The operator's description of a `custom` endpoint's requests and answers, already checked for form.
package struct CustomInterface: Sendable, Hashable {
    package struct Header: Sendable, Hashable {
        package var name: String
        /// A header's value. Without `{text}`, because headers take neither line ends nor most letters.
        package var value: RequestTemplate

        package init(name: String, value: RequestTemplate) {
            self.name = name
            self.value = value
        }
    }

    /// Path and query below the endpoint's base URL.
    package var path = RequestTemplate()
    package var method = "POST"
    package var headers: [Header] = []
    package var body: RequestTemplate?
    package var contentType = "application/json"
    /// The place of the translation in the answer's JSON.
    package var result = JSONPointer("")
    /// The engine's codes for languages, where they differ from the tags.
    package var codes: [LanguageTag: String] = [:]

    package init() {}
}

/// An engine of any other kind: requests are made from templates, and a JSON pointer finds the translation. One text
/// for each request.
struct CustomEndpoint: Endpoint {
    let capacity = RequestCapacity()
    private let interface: CustomInterface
    private let key: Secret?
    let assumedLanguages: AssumedLanguages?

    init(_ interface: CustomInterface, key: Secret? = nil, languages: [LanguageTag] = []) {
        self.interface = interface
        self.key = key
        let named = languages.isEmpty ? [] : languages + interface.codes.keys.filter { !languages.contains($0) }
        assumedLanguages = AssumedLanguages(named) { interface.codes[$0] ?? $0.description }
    }

    func translationRequest(_ pieces: [String], by route: Route) -> EndpointRequest {
        var values: [RequestTemplate.Field: String] = [.source: route.source, .target: route.target]
        values[.key] = key?.text
        let headers = interface.headers.map { HTTPHeader($0.name, $0.value.filled(with: values)) }
        values[.text] = pieces.joined(separator: "\n")
        return EndpointRequest(
            path: interface.path.filled(with: values), method: interface.method, headers: headers,
            body: interface.body.map { Array($0.filled(with: values).utf8) }, contentType: interface.contentType)
    }

    func refusal(in response: HTTPResponse) -> EngineFailure? {
        (200..<300).contains(response.status) ? nil : response.failure(explanation: nil)
    }

    func translations(of pieces: [String], in response: HTTPResponse) throws(EngineFailure) -> [TranslatedPiece] {
        guard let text = interface.result?.value(in: response.body) as? String else {
            throw .badAnswer("where \"result\" points in it stands no text")
        }
        return try paired([text], with: [pieces.joined(separator: "\n")])
    }
}
