import Foundation
import SabirProtocol
import Synchronization
import Testing

@testable import SabirTranslation

/// The stages around the engine, together: what the translator does with a phrasebook, terms and checks.
@Suite struct TranslationResourcesTests {
    private let spanish = LanguageTag("es")!
    private let catalan = LanguageTag("ca")!

    private func translator(
        _ engine: PlayedEngine, _ change: (inout TranslationResources) -> Void = { _ in }
    ) -> Translator {
        var resources = TranslationResources()
        change(&resources)
        return Translator(
            [EndpointConfiguration(kind: .apertium, url: "http://127.0.0.1:1")], resources: resources,
            transport: { _ in engine })
    }

    /// "Tome 2 pastillas", tenfold.
    private static func overdose(_ text: String) -> String {
        text.replacing("Tome 2 pastillas", with: "Prengui 20 pastilles")
    }

    @Test func aChangedNumberIsTold() async {
        let translator = translator(PlayedEngine(Self.overdose))
        let line = await translator.translate("Tome 2 pastillas", from: spanish, to: catalan)
        #expect(line.warnings.map(\.kind) == [.numbers])
        #expect(line.warnings.first?.words == ["2"])
        #expect(line.warnings.first?.counterparts == ["20"])
        await translator.close()
    }

    @Test func aChangedNumberIsToldInAnEchoToo() async {
        let translator = translator(PlayedEngine { $0.replacing("2", with: "20") })
        let line = await translator.translate("Tome 2 pastillas", from: spanish, to: catalan)
        #expect(line.warnings.map(\.kind) == [.numbers, .echoed])
        await translator.close()
    }

    /// The glossary and the phrasebook of this, as files.
    private func books(_ terms: String, _ sentence: String) throws -> TranslationBooks {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (glossary, phrasebook) = (folder.appending(path: "g.csv"), folder.appending(path: "p.tmx"))
        try "concept,language,term,status\n\(terms)\n".write(to: glossary, atomically: true, encoding: .utf8)
        let forms = [("es", "Siéntese aquí."), ("ca", sentence)]
        let unit = forms.map { "<tuv xml:lang=\"\($0)\"><seg>\($1)</seg></tuv>" }.joined()
        let body = "<body><tu>\(unit)</tu></body>"
        let tmx = "<?xml version=\"1.0\"?><tmx version=\"1.4\"><header srclang=\"es\"/>\(body)</tmx>"
        try tmx.write(to: phrasebook, atomically: true, encoding: .utf8)
        return TranslationBooks(phrasebook: [phrasebook.path], glossary: [glossary.path])
    }

    @Test func booksThatAreReadAgainCountAtOnceAndNothingFromBeforeIsAnswered() async throws {
        let engine = PlayedEngine { $0.replacing("tome", with: "prengui") }
        let first = try books("a,*,aspirina,do-not-translate", "Segui aquí.")
        let same = try books("a,*,aspirina,do-not-translate", "Segui aquí.")
        #expect(first.problems.isEmpty)
        let translator = translator(engine) {
            $0.books.phrasebook = first.phrasebook
            $0.books.glossary = first.glossary
        }
        func line(_ text: String) async -> TranslationOutcome {
            await translator.translate(text, from: spanish, to: catalan)
        }
        #expect(await line("tome dos").text == "prengui dos")
        #expect(await line("Siéntese aquí.").text == "Segui aquí.")
        #expect(await !translator.setBooks(same))
        #expect(await line("tome dos").cached, "They are the same.")
        #expect(await translator.setBooks(try books("a,*,dos,do-not-translate", "Assegui's aquí.")))
        let anew = await line("tome dos")
        #expect(!anew.cached && engine.asked.count == 2)
        #expect(engine.asked.last != engine.asked.first, "The term is kept out of the engine's hands.")
        #expect(await line("Siéntese aquí.").text == "Assegui's aquí.")
        await translator.close()
    }

    @Test func aPairOfPhrasesOnlyIsAnsweredByThePhrasebookOrNotAtAll() async throws {
        let engine = PlayedEngine { $0.replacing("tome", with: "prengui") }
        let read = try books("a,*,aspirina,do-not-translate", "Segui aquí.")
        let translator = translator(engine) { $0.books.phrasebook = read.phrasebook }
        #expect(await translator.translate("tome dos", from: spanish, to: catalan).text == "prengui dos")
        var only = TranslationBooks(
            phrasebook: [], glossary: [], phrasesOnly: [LanguagePair(from: spanish, to: catalan)])
        #expect(await translator.setBooks(only))
        let line = await translator.translate("tome dos", from: spanish, to: catalan)
        #expect(line.reason == .pairNotOffered(from: spanish, to: catalan), "Nor from what was kept.")
        #expect(
            await translator.offers(from: spanish, to: catalan) == .not(.pairNotOffered(from: spanish, to: catalan)))
        #expect(await translator.offeredPairs()["es"] == nil)
        #expect(await translator.translate("one two", from: tag("en"), to: spanish).state == .translated)
        #expect(engine.asked.count == 2)
        only = try books("a,*,aspirina,do-not-translate", "Segui aquí.")
        #expect(await translator.setBooks(only))
        #expect(await translator.translate("Siéntese aquí.", from: spanish, to: catalan).text == "Segui aquí.")
        #expect(await translator.translate("tome dos", from: spanish, to: catalan).text == "prengui dos")
        await translator.close()
    }

    @Test func aFileThatCannotBeUsedIsToldFromOneOfWhichSomethingIsLeftOut() throws {
        let missing = TranslationBooks(phrasebook: ["/nowhere.tmx"], glossary: ["/nowhere.csv"])
        #expect(missing.unread.map(\.file) == ["/nowhere.tmx", "/nowhere.csv"])
        let poor = try books("a,*,,do-not-translate", "Segui aquí.")
        #expect(!poor.problems.isEmpty && poor.unread.isEmpty)
    }

    /// What commands a terminal, or turns the direction of reading.
    private static let hostile = "\u{1B}[2J\u{1B}]0;x\u{7}\u{9B}31m\u{202E}\u{2066}\r\0"

    @Test func whatAnEngineAnswersIsCleanedAsMessagesAre() async {
        let translator = translator(PlayedEngine { $0.uppercased() + Self.hostile + " FI" })
        for _ in 0..<2 {
            let line = await translator.translate("buenos días", from: spanish, to: catalan)
            #expect(line.text == "BUENOS DÍAS[2J]0;x31m FI")
        }
        await translator.close()
    }

    @Test func addressesPassTheEngineUnharmed() async {
        let engine = PlayedEngine { $0.uppercased() }
        let translator = translator(engine)
        let line = await translator.translate("escriba a ana@example.org hoy", from: spanish, to: catalan)
        #expect(line.text?.contains("ana@example.org") == true)
        #expect(engine.asked.contains { $0.contains("ana@example.org") } == false)
        await translator.close()
    }

    @Test func aTermOfTheGlossaryStaysAsItIs() async throws {
        let table = "concept,language,term,status\nparacetamol,*,Paracetamol,do-not-translate\n"
        let engine = PlayedEngine { $0.uppercased() }
        let (concepts, problems) = try Glossary.read(Data(table.utf8))
        #expect(problems.isEmpty)
        let translator = translator(engine) { $0.books.glossary = Glossary(concepts) }
        let line = await translator.translate(
            "Please take Paracetamol today", from: LanguageTag("en")!, to: spanish)
        #expect(line.text?.contains("Paracetamol") == true)
        await translator.close()
    }

    @Test func aTermThatIsNotUsedAndOneThatMustNotBeAreTold() async throws {
        let table = """
            concept,language,term,status
            shot,es,inyección,preferred
            shot,ca,injecció,preferred
            shot,ca,tret,forbidden

            """
        let (concepts, _) = try Glossary.read(Data(table.utf8))
        let engine = PlayedEngine { text in
            text.contains("dos")
                ? "Necessita dos trets avui"
                : text.contains("una") ? "Necessita una punxada avui" : "Ja té les injeccions"
        }
        let translator = translator(engine) { $0.books.glossary = Glossary(concepts) }
        let missing = await translator.translate("Necesita una inyección hoy", from: spanish, to: catalan)
        #expect(
            missing.warnings == [
                TranslationWarning(kind: .term, words: ["inyección"], counterparts: ["injecció"])
            ])
        let wrong = await translator.translate("Necesita dos inyecciones hoy", from: spanish, to: catalan)
        #expect(
            wrong.warnings == [
                TranslationWarning(kind: .forbiddenTerm, words: ["inyecciones"], counterparts: ["tret"])
            ])
        let right = await translator.translate("Ya tiene las inyecciones", from: spanish, to: catalan)
        #expect(right.warnings.isEmpty)
        await translator.close()
    }

    @Test func aLostPlaceholderIsSentAgainAsItIsAndTold() async {
        let engine = PlayedEngine { $0.contains("[[") ? "res" : $0 + " avui" }
        let translator = translator(engine)
        let line = await translator.translate("escriba a ana@example.org", from: spanish, to: catalan)
        #expect(line.text == "escriba a ana@example.org avui")
        #expect(line.warnings.contains { $0.kind == .protectionLost && $0.words == ["ana@example.org"] })
        await translator.close()
    }

    @Test func aSetSentenceAsksNoEngine() async throws {
        let tmx = """
            <?xml version="1.0" encoding="UTF-8"?>
            <tmx version="1.4"><header srclang="es" datatype="plaintext" segtype="sentence" adminlang="en"
             creationtool="t" creationtoolversion="1" o-tmf="t"/><body>
            <tu tuid="seat"><tuv xml:lang="es"><seg>Siéntese, por favor.</seg></tuv>
            <tuv xml:lang="ca"><seg>Segui, si us plau.</seg></tuv></tu>
            </body></tmx>
            """
        let engine = PlayedEngine { $0 }
        let (document, problems) = try TMXDocument.read(Data(tmx.utf8))
        #expect(problems.isEmpty)
        let translator = translator(engine) { $0.books.phrasebook = Phrasebook([document]) }
        let line = await translator.translate("siéntese, por favor", from: spanish, to: catalan)
        #expect(line.text == "Segui, si us plau.")
        #expect(line.state == .phrasebook)
        #expect(engine.asked.isEmpty)
        await translator.close()
    }
}

/// An Apertium that answers as a closure says, and remembers what it was asked beside its checks' word.
private final class PlayedEngine: HTTPTransport {
    private let play: @Sendable (String) -> String
    private let questions = Mutex<[String]>([])

    init(_ play: @escaping @Sendable (String) -> String) { self.play = play }

    /// Without the canary.
    var asked: [String] { questions.withLock { $0.filter { $0.contains(" ") } } }

    func send(_ request: HTTPRequest) async -> Result<HTTPResponse, EngineFailure> {
        guard let body = request.body else { return answered(pairList("spa-cat eng-spa")) }
        let text = apertiumQuestion(String(decoding: body, as: UTF8.self))
        questions.withLock { $0.append(text) }
        let data = try? JSONEncoder().encode(["translatedText": play(text)])
        return answered(#"{"responseData":\#(String(decoding: data ?? Data(), as: UTF8.self)),"responseStatus":200}"#)
    }

    func close() async {}
}
