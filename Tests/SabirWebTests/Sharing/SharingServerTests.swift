import Foundation
import NIOCore
import Testing

@testable import SabirWeb
@testable import SabirFeed

private struct ListedLanguage: Decodable {
    let code: String
    let name: String
    let targets: [String]
}

/// What LibreTranslate 1.9 answers to the same (libretranslate/app.py), with the engine's part from the stage.
@Suite struct SharingServerTests {
    @Test func everyWayOfAskingIsUnderstood() async throws {
        try await SharingScene.with { scene in
            for answer in [
                try await scene.post("/translate", "q=good+day+%26+more&source=en&target=es&api_key=any"),
                try await scene.post("/translate?q=good%20day%20%26%20more&source=en&target=es", ""),
                try await scene.json(#"{"q":"good day & more","source":"en","target":"es","api_key":"any"}"#),
                try await scene.post(
                    "/translate", #"{"q":"good day & more","source":"en","target":"es"}"#,
                    type: "application/json; charset=utf-8"),
            ] {
                #expect(answer.status == 200)
                #expect(answer.body == #"{"translatedText":"en>es:good day & more"}"#)
                #expect(answer.head.contains("content-type: application/json"))
            }
        }
    }

    @Test func aListIsAnsweredByAListAndAsksTheEngineOnce() async throws {
        let engine = StagedEngine()
        try await SharingScene.with(engine) { scene in
            let answer = try await scene.json(#"{"q":["uno","","12:30","dos"],"source":"es","target":"en"}"#)
            #expect(answer.object["translatedText"] as? [String] == ["es>en:uno", "", "12:30", "es>en:dos"])
            let one = try await scene.json(#"{"q":["uno"],"source":"es","target":"en"}"#)
            #expect(one.object["translatedText"] as? [String] == ["es>en:uno"])
        }
        #expect(await engine.asked == [["uno", "dos"], ["uno"]])
    }

    /// Another node reads them; other clients pass over the field, which is not there where nothing is doubtful.
    @Test func whatIsDoubtfulIsSaidBesideIt() async throws {
        try await SharingScene.with { scene in
            let one = try await scene.json(##"{"q":"a #","source":"es","target":"en"}"##)
            let doubt = ##"{"counterparts":[],"kind":"word","words":["word"]}"##
            #expect(one.body == ##"{"translatedText":"es>en:a #","warnings":[\##(doubt)]}"##)
            let two = try await scene.json(##"{"q":["a","12","b #"],"source":"es","target":"en"}"##)
            #expect(two.body.hasSuffix(##""warnings":[[],[],[\##(doubt)]]}"##))
        }
    }

    @Test func anUnknownSourceIsFoundOut() async throws {
        try await SharingScene.with { scene in
            let one = try await scene.post("/translate", "q=¿qué tal?&source=auto&target=en")
            #expect(
                one.body
                    == #"{"detectedLanguage":{"confidence":83,"language":"es"},"translatedText":"es>en:¿qué tal?"}"#)
            let batch = try await scene.json(#"{"q":["¿qué?","sí"],"source":"auto","target":"en"}"#)
            #expect((batch.object["detectedLanguage"] as? [[String: Any]])?.count == 2)
            let numbers = try await scene.json(#"{"q":"10:30 ☺","source":"auto","target":"es"}"#)
            #expect(
                numbers.body == #"{"detectedLanguage":{"confidence":0,"language":"en"},"translatedText":"10:30 ☺"}"#)
            let other = try await scene.json(#"{"q":"urdu","source":"auto","target":"es"}"#)
            #expect((other.status, other.error) == (400, "ur is not supported"))
            let unclear = try await scene.json(#"{"q":"mm","source":"auto","target":"es"}"#)
            #expect(
                (unclear.status, unclear.error) == (400, "The language of this text cannot be told; name it as source"))
        }
    }

    @Test(arguments: [
        ("en", "zh-Hant", "en>zh-Hant:x"), ("en", "zt", "en>zh-Hant:x"), ("zh", "en", "zh-Hans>en:x"),
        ("zh-hans", "en", "zh-Hans>en:x"), ("pb", "en", "pt-BR>en:x"), ("PT-br", "en", "pt-BR>en:x"),
        ("es-ES", "EN", "es>en:x"), ("pt", "en", "pt-BR>en:x"), ("es", "es", "x"), ("en", "en-GB", "x"),
    ])
    func codesOfLibreTranslateAndTagsAreBothKnown(source: String, target: String, expected: String) async throws {
        try await SharingScene.with { scene in
            let answer = try await scene.post("/translate", "q=x&source=\(source)&target=\(target)")
            #expect(answer.object["translatedText"] as? String == expected)
        }
    }

    static let wrong: [(body: String, status: Int, error: String)] = [
        (#"{"source":"en","target":"es"}"#, 400, "Invalid request: missing q parameter"),
        (#"{"q":"","source":"en","target":"es"}"#, 400, "Invalid request: missing q parameter"),
        (#"{"q":[],"source":"en","target":"es"}"#, 400, "Invalid request: missing q parameter"),
        (#"{"q":"a","target":"es"}"#, 400, "Invalid request: missing source parameter"),
        (#"{"q":"a","source":"en","target":null}"#, 400, "Invalid request: missing target parameter"),
        (
            #"{"q":7,"source":"en","target":"es"}"#, 400,
            "Invalid request: q parameter is neither text nor a list of texts"
        ),
        (
            #"{"q":["a",7],"source":"en","target":"es"}"#, 400,
            "Invalid request: q parameter is neither text nor a list of texts"
        ),
        (#"{"q":"a","source":"xx","target":"es"}"#, 400, "xx is not supported"),
        (#"{"q":"a","source":"en","target":"??"}"#, 400, "?? is not supported"),
        (
            #"{"q":"a","source":"pt-BR","target":"es"}"#, 400,
            "Spanish (es) is not available as a target language from Portuguese (Brazil) (pt-BR)"
        ),
        (#"{"q":"a","source":"en","target":"es","format":"html"}"#, 400, "html format is not supported"),
        (#"{"q":"a","source":"en","target":"es","format":"pdf"}"#, 400, "pdf format is not supported"),
        (
            #"{"q":"a","source":"en","target":"es","alternatives":"many"}"#, 400,
            "Invalid request: alternatives parameter is not a number"
        ),
        (#"["q"]"#, 400, "Invalid JSON format"), (#"{"q":"a""#, 400, "Invalid JSON format"),
        ("", 400, "Invalid JSON format"),
        (
            #"{"q":"aaaaaaaaaaaaaaaaaaaaa","source":"en","target":"es"}"#, 400,
            "Invalid request: request (21) exceeds text limit (20)"
        ),
        (
            #"{"q":["a","b","c","d"],"source":"en","target":"es"}"#, 400,
            "Invalid request: request (4) exceeds text limit (3)"
        ),
    ]

    @Test(arguments: wrong)
    func whatIsWrongIsSaidInLibreTranslatesWords(body: String, status: Int, error: String) async throws {
        let engine = StagedEngine()
        try await SharingScene.with(engine) {
            $0.charactersPerText = 20
            $0.textsPerRequest = 3
        } _: { scene in
            let answer = try await scene.json(body)
            #expect(answer.status == status)
            #expect(answer.object as? [String: String] == ["error": error])
        }
        #expect(await engine.asked.isEmpty)
    }

    @Test(arguments: [
        (StagedEngine.Mood.refuses(.busy), 429, "Slowdown: the engine has too much to do"),
        (.refuses(.noEngine), 400, "Spanish (es) is not available as a target language from English (en)"),
        (
            .refuses(.unreachable(engine: "apertium")), 500,
            "Cannot translate text: The translation engine apertium does not answer."
        ),
        (.forgets, 500, "Cannot translate text: the engine gave another number of texts"),
        (.hangs, 500, "Cannot translate text: the engine took too long"),
    ])
    func anEngineThatFailsIsAnErrorAndNoText(mood: StagedEngine.Mood, status: Int, error: String) async throws {
        try await SharingScene.with(StagedEngine(mood)) {
            $0.answerWithin = .milliseconds(50)
        } _: { scene in
            let answer = try await scene.json(#"{"q":"a","source":"en","target":"es"}"#)
            #expect((answer.status, answer.error) == (status, error))
        }
    }

    @Test func languagesAreListedWithTheirNamesAndTargets() async throws {
        try await SharingScene.with { scene in
            let answer = try await scene.get("/languages")
            let list = try JSONDecoder().decode([ListedLanguage].self, from: Data(answer.body.utf8))
            #expect(list.map(\.code) == ["ca", "en", "es", "pt-BR", "zh-Hans", "zh-Hant"])
            #expect(list.prefix(4).map(\.name) == ["Catalan", "English", "Spanish", "Portuguese (Brazil)"])
            #expect(list.suffix(2).allSatisfy { $0.name.hasPrefix("Chinese") })
            #expect(list.map(\.targets) == [[], ["ca", "es", "zh-Hant"], ["ca", "en"], ["en"], ["en"], []])
            // libretranslatepy sends a body with this GET.
            let withBody = try await scene.send("GET /languages HTTP/1.1\r\nContent-Length: 9", "api_key=x")
            #expect(withBody.body == answer.body)
        }
    }

    @Test func languagesAreDetected() async throws {
        try await SharingScene.with { scene in
            let found = try await scene.post("/detect", "q=¿qué tal?")
            #expect(found.body == #"[{"confidence":99,"language":"ur"},{"confidence":83,"language":"es"}]"#)
            let unclear = try await scene.json(#"{"q":"mm"}"#, "/detect")
            #expect(unclear.body == #"[{"confidence":0,"language":"en"}]"#)
            let empty = try await scene.json("{}", "/detect")
            #expect((empty.status, empty.error) == (400, "Invalid request: missing q parameter"))
        }
    }

    @Test func theSmallPagesAreThere() async throws {
        try await SharingScene.with { scene in
            #expect(try await scene.get("/health").body == #"{"status":"ok"}"#)
            let settings = try await scene.get("/frontend/settings").object
            #expect(settings["charLimit"] as? Int == 5_000)
            #expect(settings["keyRequired"] as? Bool == false)
            #expect(try await scene.get("/").object["api"] as? String == "LibreTranslate")
            let head = try await scene.get("/health", method: "HEAD")
            #expect((head.status, head.body) == (200, ""))
            #expect(try await scene.get("/translate").status == 405)
            #expect(try await scene.post("/languages", "").status == 405)
            let missing = try await scene.get("/metrics")
            #expect((missing.status, missing.error) == (404, "Not Found"))
        }
    }

    @Test func questionsAtOnceAreBounded() async throws {
        let (asked, onAsked) = AsyncStream.makeStream(of: Void.self)
        let (held, release) = AsyncStream.makeStream(of: Void.self)
        try await SharingScene.with(StagedEngine(.waits(held), onAsked: onAsked)) {
            $0.requestsAtOncePerAsker = 1
        } _: { scene in
            async let first = scene.post("/translate", "q=a&source=en&target=es")
            for await _ in asked { break }
            let second = try await scene.post("/translate", "q=b&source=en&target=es")
            #expect((second.status, second.error) == (429, "Slowdown: 1 requests at once"))
            #expect(second.head.contains("\r\nretry-after: 1"))
            release.finish()
            #expect(try await first.status == 200)
            // The place is free again.
            #expect(try await scene.post("/translate", "q=b&source=en&target=es").status == 200)
        }
    }

    @Test func aRequestThatIsTooLargeIsRefused() async throws {
        let body = "q=" + String(repeating: "a", count: 70_000)
        try await SharingScene.with { scene in
            let announced = try await scene.send("POST /translate HTTP/1.1\r\nContent-Length: 9999999", "")
            #expect(announced.status == 413)
            let chunk = "\(String(body.utf8.count, radix: 16))\r\n\(body)\r\n0\r\n\r\n"
            let chunked = try await scene.send("POST /translate HTTP/1.1\r\nTransfer-Encoding: chunked", chunk)
            #expect((chunked.status, chunked.error) == (413, "Invalid request: the request is larger than 65536 bytes"))
        }
    }

    @Test func stoppingLetsAnswersUnderWayArrive() async throws {
        let (asked, onAsked) = AsyncStream.makeStream(of: Void.self)
        let (held, release) = AsyncStream.makeStream(of: Void.self)
        let server = SharingServer(
            settings: SharingSettings(addresses: ["127.0.0.1"], port: 0),
            engine: StagedEngine(.waits(held), onAsked: onAsked), logger: SharingScene.silent)
        let scene = SharingScene(port: try await server.start())
        async let answer = scene.post("/translate", "q=a&source=en&target=es")
        for await _ in asked { break }
        async let stopped: Void = server.stop()
        release.finish()
        #expect(try await answer.body == #"{"translatedText":"a"}"#)
        await stopped
        await #expect(throws: (any Error).self) { try await scene.get("/health") }
    }

    @Test func stoppingDoesNotWaitForConnectionsThatAreKept() async throws {
        let server = SharingServer(
            settings: SharingSettings(addresses: ["127.0.0.1"], port: 0), engine: StagedEngine(),
            logger: SharingScene.silent)
        let scene = SharingScene(port: try await server.start())
        try await scene.connect().executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: "GET /health HTTP/1.1\r\nHost: h\r\n\r\n"))
            var text = ""
            for try await part in inbound {
                text += String(buffer: part)
                if text.hasSuffix("}") { await server.stop() }
            }
            #expect(text.hasPrefix("HTTP/1.1 200 OK"))
        }
    }

    @Test func everyAddressIsListenedOnAndAnAskersAllowanceCountsForAll() async throws {
        var settings = SharingSettings(addresses: ["127.0.0.1", "127.0.0.2"], port: 0)
        settings.requestsPerMinute = 3
        let server = SharingServer(settings: settings, engine: StagedEngine(), logger: SharingScene.silent)
        let port = try await server.start()
        var answers: [Int] = []
        for host in ["127.0.0.1", "127.0.0.2", "127.0.0.2", "127.0.0.1"] {
            answers.append(
                try await SharingScene(port: port, host: host).post("/translate", "q=a&source=en&target=es").status)
        }
        #expect(answers == [200, 200, 200, 429])
        await server.stop()
    }

    @Test func aPortInUseIsNamed() async throws {
        try await SharingScene.with { scene in
            let second = SharingServer(
                settings: SharingSettings(addresses: ["127.0.0.1"], port: scene.port), engine: StagedEngine(),
                logger: SharingScene.silent)
            let error = await #expect(throws: SharingError.self) { try await second.start() }
            #expect(error?.description.hasPrefix("Port \(scene.port) for sharing the translation is in use") == true)
        }
    }

    @Test func answersAreCounted() async throws {
        let metrics = SabirMetrics()
        let server = SharingServer(
            settings: SharingSettings(addresses: ["127.0.0.1"], port: 0), engine: StagedEngine(),
            metrics: metrics, logger: SharingScene.silent)
        let scene = SharingScene(port: try await server.start())
        _ = try await scene.get("/health")
        _ = try await scene.get("/nowhere")
        await server.stop()
        #expect(metrics.text().contains("sabir_http_requests_total{server=\"share\",status=\"2xx\"} 1\n"))
        #expect(metrics.text().contains("sabir_http_requests_total{server=\"share\",status=\"4xx\"} 1\n"))
        #expect(metrics.text().contains("sabir_http_request_seconds_count{server=\"share\"} 2\n"))
    }
}
