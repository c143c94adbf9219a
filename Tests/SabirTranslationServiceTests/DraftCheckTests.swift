import Foundation
import SabirTranslation
import SabirProtocol
import Testing

@testable import SabirNode

/// Which language is offered to somebody who writes in another than is set, or seems to.
struct DraftCheckTests {
    private let check = DraftCheck(translator: nil)

    @Test(arguments: [
        "¿Le duele la cabeza? No coma nada, y tome la medicina a las ocho.",
        "Me duele la cabeza y el pecho desde ayer por la tarde",
    ])
    func whatTheDictionaryKnowsIsNotTakenForTheNextLanguage(_ text: String) async throws {
        #expect(await check.offer(for: text, declared: try #require(LanguageTag("es"))) == nil)
    }

    @Test(arguments: [
        ("es", "gl", "Bos días, doeme moito a cabeza dende onte e non durmín nada en toda a noite"),
        ("es", "ca", "Bon dia, em fa molt de mal el cap des d'ahir al vespre i no he pogut dormir"),
        ("es", "pt", "Bom dia, desde ontem tenho muita dor de cabeça e não consegui dormir à noite"),
        ("en", "es", "Buenos días, me duele mucho la cabeza desde ayer por la tarde"),
    ])
    func anotherLanguageIsOfferedStill(_ declared: String, _ written: String, _ text: String) async throws {
        let offered = await check.offer(for: text, declared: try #require(LanguageTag(declared)))
        #expect(offered == LanguageTag(written))
    }

    /// Not as if everybody read the writer's language.
    @Test func withoutAnEngineEachOtherLanguageIsSaidToStayUntranslated() async throws {
        let readers = ["ca", "es", "uk", "es-MX"].compactMap { LanguageTag($0) }
        let report = await check.report(on: "hola", in: readers[1], for: readers, knowing: [])
        #expect(report.readings.map(\.lang) == [readers[0], readers[2]])
        #expect(report.readings.allSatisfy { $0.line.state == .untranslated && $0.line.reason == .noEngine })
    }

    @Test func noOtherWordIsOfferedForAMedicineOrAUnit() async throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "share/languages").path
        let data = AdviceData(
            in: folder, tell: { Issue.record("\($0)") }, isDoseWord: DoseWords(in: folder).contains)
        let report = await check.report(
            on: "Tomo amoxicilina e ibuprofeno y me duele la cabesa, ¿cuántos mcg?",
            in: try #require(LanguageTag("es")),
            for: [], knowing: [], advised: data)
        #expect(report.misspellings.map(\.word) == ["cabesa"])
    }

    /// Sentences that nobody tuned this on: those of the phrasebook for clinics.
    @Test(arguments: ["es", "ca", "en", "fr"])
    func noSetSentenceIsTakenForAnotherLanguage(_ lang: String) async throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let book = try String(contentsOf: folder.appending(path: "share/phrasebook/clinic.tmx"), encoding: .utf8)
        let sentences = book.matches(of: try Regex("<tuv xml:lang=\"\(lang)\">\\s*<seg>([^<]*)</seg>"))
            .compactMap { $0.output[1].substring.map(String.init) }
        #expect(sentences.count > 50)
        for sentence in sentences.map({ $0.replacing(/\{\w+\}/, with: "12") }) {
            let offered = await check.offer(for: sentence, declared: try #require(LanguageTag(lang)))
            #expect(offered == nil, "\(sentence)")
        }
    }
}
