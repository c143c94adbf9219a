import Synchronization
import Testing

@testable import SabirTranslation

/// Answers in the order given, and remembers what was asked.
private final class PlayedTransport: HTTPTransport {
    private let answers: Mutex<[Result<HTTPResponse, EngineFailure>]>
    private let requests = Mutex<[HTTPRequest]>([])

    init(_ answers: Result<HTTPResponse, EngineFailure>...) { self.answers = Mutex(answers) }

    var asked: [HTTPRequest] { requests.withLock { $0 } }

    func send(_ request: HTTPRequest) async -> Result<HTTPResponse, EngineFailure> {
        requests.withLock { $0.append(request) }
        return answers.withLock { $0.isEmpty ? .failure(.brokenOff("nothing is left to play")) : $0.removeFirst() }
    }

    func close() async {}
}

@Suite struct EngineExchangeTests {
    private static let list = answer(#"[{"code":"es","targets":["ca"]},{"code":"ca","targets":["es"]}]"#)
    private let route = Route(["es", "ca"])

    private static func answer(_ body: String, status: Int = 200) -> Result<HTTPResponse, EngineFailure> {
        .success(HTTPResponse(status: status, body: Array(body.utf8)))
    }

    private static func said(_ text: String) -> Result<HTTPResponse, EngineFailure> {
        answer(#"{"translatedText":"\#(text)"}"#)
    }

    private func exchange(perDay: Int? = nil, key: String? = nil, isMetered: Bool = false) -> EngineExchange {
        var configuration = EndpointConfiguration(
            kind: .libretranslate, url: "http://127.0.0.1:5000", key: key, allowInternet: isMetered)
        configuration.charactersPerDay = perDay
        return EngineExchange(configuration, nil)
    }

    private func failure<Value>(_ ask: () async throws(EngineFailure) -> Value) async -> EngineFailure? {
        do throws(EngineFailure) {
            _ = try await ask()
            return nil
        } catch {
            return error
        }
    }

    @Test func aRequestIsSentAsTheConfigurationSays() async throws {
        let transport = PlayedTransport(Self.list, Self.said("bon dia"))
        let exchange = exchange(isMetered: true)
        #expect(try await exchange.pairs(over: transport).codes == ["ca", "es"])
        #expect(try await exchange.translate(["hola"], by: route, over: transport).map(\.text) == ["bon dia"])
        #expect(transport.asked.map(\.url) == ["http://127.0.0.1:5000/languages", "http://127.0.0.1:5000/translate"])
        #expect(transport.asked.allSatisfy { $0.mayLeaveNetwork && !$0.freshConnection })
        #expect(transport.asked[0].totalTimeout == exchange.configuration.answerTimeout)
    }

    /// Where each answer costs something, one that came is proof for a while.
    @Test func aProvenEngineIsNotAskedAgain() async throws {
        let transport = PlayedTransport(Self.list, Self.said("taxi"))
        let metered = exchange(isMetered: true)
        let table = try await metered.pairs(over: transport)
        try await metered.prove(table, by: route, over: transport)
        try await metered.prove(table, by: route, over: transport)
        #expect(try await metered.pairs(over: transport).codes == ["ca", "es"])
        #expect(transport.asked.count == 2)
    }

    @Test func whatDoesNotFitIntoTheDayIsNotSent() async throws {
        let transport = PlayedTransport(Self.said("u"), Self.said("dos"))
        let exchange = exchange(perDay: 6)
        _ = try await exchange.translate(["uno"], by: route, over: transport)
        let tooLong = await failure { () async throws(EngineFailure) in
            try await exchange.translate(["cuatro"], by: route, over: transport)
        }
        guard case .dayTooShort = tooLong else { return #expect(Bool(false), "\(String(describing: tooLong))") }
        // A shorter one goes, and is the last.
        _ = try await exchange.translate(["dos"], by: route, over: transport)
        #expect(transport.asked.count == 2)
        for expected in ["dayUsedUp", "resting"] {
            let ended = await failure { () async throws(EngineFailure) in
                try await exchange.translate(["x"], by: route, over: transport)
            }
            #expect("\(ended!)".hasPrefix(expected), "\(String(describing: ended))")
        }
        #expect(transport.asked.count == 2)
    }

    @Test func anEnginesRefusalIsToldWithoutTheKey() async {
        let refused = Self.answer(#"{"error":"Bad key s3cret-key!"}"#, status: 403)
        let exchange = exchange(key: "s3cret-key")
        let told = await failure { () async throws(EngineFailure) in
            try await exchange.translate(["hola"], by: route, over: PlayedTransport(refused))
        }
        guard case .keyRefused(let text) = told else { return #expect(Bool(false), "\(String(describing: told))") }
        #expect(!text.contains("s3cret"))
    }

    @Test func aLookAsksForNothingThatCosts() async {
        let transport = PlayedTransport(Self.answer("", status: 404), Self.list)
        for isMetered in [true, false] {
            guard case .answered = await exchange(isMetered: isMetered).checkLiveness(over: transport) else {
                return #expect(Bool(false), "whatever it answers, it is there")
            }
        }
        #expect(transport.asked.map(\.method) == ["HEAD", nil] && transport.asked.allSatisfy(\.freshConnection))
        guard case .absent = await exchange().checkLiveness(over: PlayedTransport(.failure(.unreachable("refused")))),
            case .silent = await exchange().checkLiveness(over: PlayedTransport(.failure(.timedOut)))
        else { return #expect(Bool(false), "who takes no connection is absent, who says nothing is silent") }
    }
}
