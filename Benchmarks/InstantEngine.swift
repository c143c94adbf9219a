import SabirTranslation

/// An engine that answers at once, so that what is timed is all but the engine.
struct InstantEngine: HTTPTransport {
    func send(_ request: HTTPRequest) async -> Result<HTTPResponse, EngineFailure> {
        let body =
            request.url.hasSuffix("/listPairs")
            ? #"{"responseData":[{"sourceLanguage":"spa","targetLanguage":"cat"}]}"#
            : #"{"responseData":{"translatedText":"Bon dia, si us plau segui a la sala d'espera; el metge la cridarà."}}"#
        return .success(HTTPResponse(status: 200, body: Array(body.utf8)))
    }

    func close() async {}
}
