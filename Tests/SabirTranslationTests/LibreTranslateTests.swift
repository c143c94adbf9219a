import Foundation
import SabirProtocol
import Testing

@testable import SabirTranslation

/// The translator with a server of LibreTranslate's interface.
@Suite(.timeLimit(.minutes(5))) struct LibreTranslateTests {
    private struct Question: Decodable {
        enum Text: Decodable {
            case one(String)
            case many([String])

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                self =
                    if let text = try? container.decode(String.self) { .one(text) } else {
                        .many(try container.decode([String].self))
                    }
            }
        }
        let q: Text
    }

    private static func shout(_ request: FaultServer.Request) -> FaultServer.Reply {
        if request.path == "/languages" {
            return .json(#"[{"code":"es","name":"S","targets":["en"]},{"code":"en","name":"E","targets":["es"]}]"#)
        }
        guard let question = try? JSONDecoder().decode(Question.self, from: Data(request.body.utf8)) else {
            return .status(400, #"{"error":"bad request"}"#)
        }
        switch question.q {
        case .one(let text): return .json(#"{"translatedText":"\#(text.uppercased())"}"#)
        case .many(let texts):
            let list = texts.map { #""\#($0.uppercased())""# }.joined(separator: ",")
            return .json(#"{"translatedText":[\#(list)]}"#)
        }
    }

    @Test func theLinesOfATextGoAsOneBatch() async throws {
        let server = try FaultServer(Self.shout)
        let translator = Translator([EndpointConfiguration(kind: .libretranslate, url: server.url)], limits: .patient)
        let line = await translator.translate("uno\n\n dos\ntres", from: spanish, to: english)
        #expect(line.text == "UNO\n\n DOS\nTRES" && line.engine == "libretranslate")
        #expect(server.readersRequests.count == 1)
        await translator.close()
        server.stop()
    }

    @Test(arguments: [
        #"{"translatedText":["UNO"]}"#, #"{"translatedText":"UNO DOS"}"#, #"{"translatedText":["UNO",1]}"#,
        #"{"translatedText":["UNO","DOS","TRES"]}"#, #"{"error":"no"}"#,
    ])
    func aBatchWithAWrongCountOrTypeIsNotUsed(answer: String) async throws {
        let server = try FaultServer { $0.isFromReader ? .json(answer) : Self.shout($0) }
        let translator = Translator([EndpointConfiguration(kind: .libretranslate, url: server.url)], limits: .patient)
        let line = await translator.translate("uno\ndos", from: spanish, to: english)
        #expect(line.reason == .badAnswer(engine: "libretranslate"))
        await translator.close()
        server.stop()
    }

    @Test func anEngineThatAsksForRestIsLeftAlone() async throws {
        let server = try FaultServer {
            $0.isFromReader
                ? .status(429, #"{"error":"Slowdown: 5 per 1 minute"}"#, headers: "Retry-After: 30\r\n")
                : Self.shout($0)
        }
        let translator = Translator([EndpointConfiguration(kind: .libretranslate, url: server.url)], limits: .patient)
        for text in ["uno", "dos", "tres"] {
            #expect(await translator.translate(text, from: spanish, to: english).reason?.code == "resting")
        }
        #expect(server.readersRequests.count == 1)
        await translator.close()
        server.stop()
    }
}
