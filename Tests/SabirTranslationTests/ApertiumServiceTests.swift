import SabirProtocol
import Testing

@testable import SabirTranslation

/// The translator against the real Apertium APy of the system, on a port of its own.
@Suite(.serialized, .enabled(if: ApertiumService.isInstalled), .timeLimit(.minutes(5)))
struct ApertiumServiceTests {
    @Test func readersGetRealTranslationsWithTheirProvenance() async throws {
        try await withService { translator in
            let line = await translator.translate("La casa es roja.", from: spanish, to: catalan)
            #expect(line.text == "La casa és vermella." && line.engine == "apertium" && line.pivots.isEmpty)
            let valencian = await translator.translate("our service", from: english, to: tag("ca-valencia"))
            #expect(valencian.text == "el nostre servici")
            let chained = await translator.translate("la maison", from: french, to: spanish)
            #expect(chained.text == "la casa" && chained.pivots == [catalan])
            #expect(await translator.offers(from: french, to: english) == .translated(engine: "apertium"))
            #expect(await translator.offers(from: spanish, to: tag("ar")) != .translated(engine: "apertium"))
        }
    }

    @Test func unknownWordsAreToldAndTheirStarsTakenOut() async throws {
        try await withService { translator in
            let line = await translator.translate("La *casa xyzzy es 3*4", from: spanish, to: catalan)
            #expect(line.text == "La *casa xyzzy és 3*4")
            #expect(line.warnings == [TranslationWarning(kind: .unknownWords, words: ["xyzzy"])])
            let chained = await translator.translate("the xyzzy house", from: english, to: tag("fr"))
            #expect(chained.text?.contains("*") == false && chained.text?.contains("xyzzy") == true)
        }
    }

    @Test func wordsInTheirBaseFormAreToldAndTheWritersSignsStay() async throws {
        try await withService { translator in
            let line = await translator.translate("Take one tablet every 8 hours", from: english, to: catalan)
            #expect(line.text == "Duu una pastilla cada 8 hores")
            #expect(line.warnings.contains(TranslationWarning(kind: .wordForm, words: ["cada"])))
            let signs = await translator.translate(
                "# Uno: cama #3, #salud, escriba a @ana o ana@example.org, **no** 5*6", from: spanish, to: catalan)
            #expect(signs.text == "# Un: llit #3, #salut, escrigui a @ana o ana@example.org, **no** 5*6")
            #expect(signs.warnings.isEmpty)
            let both = await translator.translate("#every 8 hours, every 8 hours", from: english, to: catalan)
            #expect(both.text == "#cada 8 hores, cada 8 hores")
            let chained = await translator.translate("Take one #tablet every 8 hours", from: english, to: tag("fr"))
            #expect(chained.text?.filter { "#@*".contains($0) } == "#", "\(chained)")
        }
    }

    @Test(arguments: [10, 100]) func aLongTextOfManyParagraphsComesBackWhole(paragraphs: Int) async throws {
        try await withService { translator in
            let padding = String(repeating: "La casa del vecino es roja. ", count: 700 / paragraphs + 2)
            let text = (0..<paragraphs).map { "  Párrafo \($0). \(padding)" }.joined(separator: "\n\n")
            #expect(text.count > 6_000)
            let line = await translator.translate(text, from: spanish, to: catalan)
            let lines = try #require(line.text).split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count == 2 * paragraphs - 1)
            for index in 0..<paragraphs {
                #expect(lines[2 * index].hasPrefix("  Paràgraf \(index). La casa del veí és vermella."))
                #expect(lines[2 * index].count >= padding.count)
            }
        }
    }

    @Test func aLineWithNumbersIsTranslatedBackAndAgrees() async throws {
        try await withService { translator in
            let text = "Tome 2 pastillas cada 8 horas, no más de 6 al día"
            let line = await translator.translate(text, from: spanish, to: catalan)
            #expect(line.text?.contains("8 hores") == true)
            let second = await translator.secondLook(at: line, text, from: spanish, to: catalan)
            #expect(second?.way == .back && second?.engine == "apertium" && second?.language == spanish)
            #expect(second?.text.contains("cada 8 horas") == true)
            #expect(second?.difference == nil, "\(String(describing: second))")
        }
    }

    private func withService(_ body: (Translator) async throws -> Void) async throws {
        let service = try ApertiumService(port: try freePort())
        let translator = patientTranslator(service)
        #expect(await first(of: translator.events()) { $0.isUp } != nil)
        try await body(translator)
        await translator.close()
        service.stop()
    }
    /// Pairs that are loaded for the first time on a busy machine take longer than a reader would wait.
    private func patientTranslator(_ service: ApertiumService) -> Translator {
        let endpoint = EndpointConfiguration(kind: .apertium, url: service.url, answerTimeout: .seconds(60))
        return Translator([endpoint], limits: .patient)
    }
}
