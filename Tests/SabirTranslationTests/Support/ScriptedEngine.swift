import Foundation

@testable import SabirTranslation

/// Servers that answer as each kind of engine documents it: they shout what they are asked, if the key is right.
enum ScriptedEngine {
    static let key = "s3cret/key+9:x"

    /// Kinds whose documents are followed here; the other two have servers of their own.
    static let kinds: [EndpointConfiguration.Kind] = [.deepl, .google, .azure, .openai, .mymemory, .custom]

    static func configuration(
        _ kind: EndpointConfiguration.Kind, _ url: String, answerTimeout: Duration = .seconds(20)
    ) -> EndpointConfiguration {
        EndpointConfiguration(
            kind: kind, url: url, key: key, connectTimeout: .seconds(5), answerTimeout: answerTimeout, model: "m-1",
            region: "westeurope", custom: kind == .custom ? customInterface : nil)
    }

    static var customInterface: CustomInterface {
        var interface = CustomInterface()
        interface.path = template("/mt?from={source}&to={target}", .url)
        interface.headers = [CustomInterface.Header(name: "X-Key", value: template("Key {key}", .plain))]
        interface.body = template(#"{"in": {"t": "{text}"}}"#, .json)
        interface.result = JSONPointer("/out/0")
        return interface
    }

    static func template(_ text: String, _ format: RequestTemplate.Format) -> RequestTemplate {
        guard let template = try? RequestTemplate(text, format: format) else { preconditionFailure("\(text)") }
        return template
    }

    /// `reply` for what readers wrote, the documented shape for all else.
    static func failing(
        _ kind: EndpointConfiguration.Kind, with reply: FaultServer.Reply
    ) -> FaultServer.Behaviour {
        { request in isFromReader(request, kind) ? reply : behaviour(kind)(request) }
    }

    /// Lists its languages, and knows no key.
    static func locked(_ kind: EndpointConfiguration.Kind) -> FaultServer.Behaviour {
        { request in texts(kind, request).isEmpty ? behaviour(kind)(request) : refusal(kind) }
    }

    static func isFromReader(_ request: FaultServer.Request, _ kind: EndpointConfiguration.Kind) -> Bool {
        request.method != "HEAD" && !texts(kind, request).isEmpty && texts(kind, request) != ["taxi"]
    }

    static func behaviour(_ kind: EndpointConfiguration.Kind) -> FaultServer.Behaviour {
        { request in
            if request.method == "HEAD" { return .json("") }
            if let list = languages(kind, request.path) { return .json(list) }
            guard isAuthorised(kind, request) else { return refusal(kind) }
            return .json(answer(kind, texts(kind, request).map { $0.uppercased() }))
        }
    }

    static func answer(_ kind: EndpointConfiguration.Kind, _ texts: [String]) -> String {
        switch kind {
        case .deepl: json(["translations": texts.map { ["detected_source_language": "ES", "text": $0] }])
        case .google: json(["data": ["translations": texts.map { ["translatedText": $0] }]])
        case .azure: json(texts.map { ["translations": [["text": $0, "to": "ca"]]] })
        case .openai:
            json([
                "id": "c", "object": "chat.completion", "usage": ["total_tokens": 9],
                "choices": texts.map {
                    ["index": 0, "finish_reason": "stop", "message": ["role": "assistant", "content": $0]]
                },
            ])
        case .mymemory:
            json([
                "responseData": ["translatedText": texts.first ?? "", "match": 0.85], "quotaFinished": false,
                "responseDetails": "", "responseStatus": 200, "matches": [],
            ])
        default: json(["out": texts])
        }
    }

    /// The texts of a request to translate; empty for any other.
    static func texts(_ kind: EndpointConfiguration.Kind, _ request: FaultServer.Request) -> [String] {
        if kind == .mymemory { return query(request.path)["q"].map { [$0] } ?? [] }
        let body = try? JSONSerialization.jsonObject(with: Data(request.body.utf8))
        let fields = body as? [String: Any] ?? [:]
        switch kind {
        case .deepl: return fields["text"] as? [String] ?? []
        case .google: return fields["q"] as? [String] ?? []
        case .azure: return (body as? [[String: String]] ?? []).compactMap { $0["Text"] }
        case .openai:
            let messages = fields["messages"] as? [[String: String]] ?? []
            return messages.filter { $0["role"] == "user" }.compactMap { $0["content"] }
        default: return (fields["in"] as? [String: String])?["t"].map { [$0] } ?? []
        }
    }

    static func query(_ path: String) -> [String: String] {
        let items = URLComponents(string: "http://x" + path)?.queryItems ?? []
        return Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
    }

    private static func languages(_ kind: EndpointConfiguration.Kind, _ path: String) -> String? {
        switch (kind, path) {
        case (.deepl, "/v2/languages?type=target"):
            json(["ES", "CA", "EN-GB", "EN-US", "PT-BR", "PT-PT", "ZH-HANS"].map { ["language": $0, "name": $0] })
        case (.google, "/language/translate/v2/languages"):
            json(["data": ["languages": ["ca", "en", "es", "zh-CN", "zh-TW", "no"].map { ["language": $0] }]])
        case (.azure, "/languages?api-version=3.0&scope=translation"):
            json(["translation": ["ca": ["name": "Catalan"], "es": ["name": "Spanish"], "en": ["name": "English"]]])
        default: nil
        }
    }

    private static func isAuthorised(_ kind: EndpointConfiguration.Kind, _ request: FaultServer.Request) -> Bool {
        switch kind {
        case .deepl: request.headers["authorization"] == "DeepL-Auth-Key \(key)"
        case .google: request.headers["x-goog-api-key"] == key
        case .azure:
            request.headers["ocp-apim-subscription-key"] == key
                && request.headers["ocp-apim-subscription-region"] == "westeurope"
        case .openai: request.headers["authorization"] == "Bearer \(key)"
        case .mymemory: query(request.path)["key"] == key
        default: request.headers["x-key"] == "Key \(key)"
        }
    }

    /// As the kind says that it does not know the key, which each here quotes.
    static func refusal(_ kind: EndpointConfiguration.Kind) -> FaultServer.Reply {
        switch kind {
        case .deepl: .status(403, json(["message": "Authorization failure, \(key)"]))
        case .google:
            .status(
                400,
                json(["error": ["code": 400, "message": "API key not valid: \(key)", "status": "INVALID_ARGUMENT"]]))
        case .azure: .status(401, json(["error": ["code": 401_000, "message": "\(key) is not authorized"]]))
        case .openai:
            .status(
                401,
                json([
                    "error": ["message": "Incorrect API key provided: \(key)", "code": "invalid_api_key"]
                ]))
        case .mymemory:
            .json(
                json([
                    "responseData": ["translatedText": "INVALID KEY \(key)"], "quotaFinished": NSNull(),
                    "responseDetails": "INVALID KEY \(key)", "responseStatus": "403",
                ]))
        default: .status(403, "no")
        }
    }

    static func json(_ value: Any) -> String {
        guard let data = try? JSONSerialization.data(withJSONObject: value) else { preconditionFailure("no JSON") }
        return String(decoding: data, as: UTF8.self)
    }
}
