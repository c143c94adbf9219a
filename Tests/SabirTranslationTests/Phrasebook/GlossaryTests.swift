import Foundation
import SabirProtocol
import Testing

@testable import SabirTranslation

@Suite("A glossary") struct GlossaryTests {
    private let glossary = Glossary([
        GlossaryConcept(
            id: "injection",
            terms: [
                GlossaryTerm("injection", in: phraseTag("en")), GlossaryTerm("shot", in: phraseTag("en"), .admitted),
                GlossaryTerm("inyección", in: phraseTag("es")), GlossaryTerm("tiro", in: phraseTag("es"), .forbidden),
                GlossaryTerm("注射", in: phraseTag("zh")), GlossaryTerm("射击", in: phraseTag("zh"), .forbidden),
            ]),
        GlossaryConcept(id: "p", isKept: true, terms: [GlossaryTerm("paracetamol", in: nil)]),
        GlossaryConcept(id: "q", isKept: true, terms: [GlossaryTerm("Paracetamol Forte", in: phraseTag("es"))]),
    ])

    private func kinds(_ source: String, _ translation: String, to: String = "es") -> [TranslationWarning.Kind] {
        glossary.check(source, from: phraseTag("en"), translation: translation, to: phraseTag(to)).map(\.kind)
    }

    @Test("finds forbidden terms, missing ones, and names that were not kept")
    func findings() {
        #expect(kinds("You need a shot.", "Necesita un tiro.") == [.forbiddenTerm])
        #expect(kinds("You need a shot.", "Necesita un pinchazo.") == [.term])
        #expect(kinds("You need two INJECTIONS.", "Necesita dos inyecciones.") == [])
        #expect(kinds("You need an injection.", "Necesita una INYECCION.") == [])
        #expect(kinds("You need a shot.", "您需要注射。", to: "zh") == [])
        #expect(kinds("You need a shot.", "您需要射击。", to: "zh") == [.forbiddenTerm])
        #expect(kinds("Nothing of it.", "Un tiro.") == [])
        #expect(kinds("Take paracetamol.", "Tome Paracetamol.") == [])
        #expect(kinds("Take paracetamol.", "Tome acetaminofén.") == [.protectionLost])
        #expect(kinds("You need a shot.", "Il vous faut une piqûre.", to: "fr") == [])
        let found = glossary.check("a shot", from: phraseTag("en"), translation: "un tiro", to: phraseTag("es"))
        #expect(found == [TranslationWarning(kind: .forbiddenTerm, words: ["shot"], counterparts: ["tiro"])])
    }

    @Test("tells the names to keep, longest first")
    func keptNames() {
        #expect(glossary.doNotTranslateTerms(phraseTag("es-MX")) == ["Paracetamol Forte", "paracetamol"])
        #expect(glossary.doNotTranslateTerms(phraseTag("en")) == ["paracetamol"])
    }

    @Test("reads TBX-Basic of 2008 and of 2019 in both styles alike")
    func tbx() throws {
        let old = """
            <martif type="TBX-Basic" xml:lang="en"><text><body><termEntry id="c1">
            <langSet xml:lang="en"><tig><term>shot</term>
            <termNote type="administrativeStatus">preferredTerm-admn-sts</termNote></tig></langSet>
            <langSet xml:lang="es"><ntig><termGrp><term>tiro</term>
            <termNote type="administrativeStatus">deprecatedTerm-admn-sts</termNote></termGrp></ntig>
            <tig><term>pinchazo</term></tig></langSet></termEntry></body></text></martif>
            """
        let dca = old.replacing("martif", with: "tbx").replacing("termEntry", with: "conceptEntry")
            .replacing("langSet", with: "langSec").replacing("<ntig><termGrp>", with: "<termSec>")
            .replacing("</termGrp></ntig>", with: "</termSec>").replacing("tig>", with: "termSec>")
        let dct = dca.replacing("<termNote type=\"administrativeStatus\">", with: "<basic:administrativeStatus>")
            .replacing("</termNote>", with: "</basic:administrativeStatus>")
            .replacing(
                "type=\"TBX-Basic\"",
                with: "type=\"TBX-Basic\" style=\"dct\" xmlns:basic=\"http://www.tbxinfo.net/ns/basic\"")
        for text in [old, dca, dct] {
            let (concepts, problems) = try Glossary.read(Data(text.utf8))
            #expect(problems == [])
            let terms = concepts.flatMap(\.terms).map {
                "\($0.language?.description ?? "") \($0.text) \($0.status.rawValue)"
            }
            #expect(terms == ["en shot preferred", "es tiro forbidden", "es pinchazo admitted"])
            #expect(concepts.map(\.id) == ["c1"] && concepts.first?.isKept == false)
        }
        let kept = old.replacing(
            "<langSet xml:lang=\"en\">",
            with: "<descrip type=\"x-doNotTranslate\">yes</descrip><langSet xml:lang=\"en\">")
        #expect(try Glossary.read(Data(kept.utf8)).concepts.first?.isKept == true)
    }

    @Test("tells what is wrong in a file, with lines")
    func problems() throws {
        let table = "concept,language,term,status\na,en,shot,best\nb,español,x,\nc,en,,\nd,en,good,\n"
        let (concepts, problems) = try Glossary.read(Data(table.utf8))
        #expect(concepts.map(\.id) == ["d"] && problems.map(\.line) == [2, 3, 4])
        for text in ["", "a,b\n", "<tmx/>", "<martif>", "<!DOCTYPE x [<!ENTITY a \"b\">]><tbx/>"] {
            #expect(throws: ExchangeFileProblem.self, "\(text)") { try Glossary.read(Data(text.utf8)) }
        }
    }

    @Test("that ships keeps twenty medicines in every language")
    func shippedGlossary() throws {
        let (concepts, problems) = try Glossary.read(shipped("glossary/medicines.csv"))
        #expect(problems == [] && concepts.count == 20)
        #expect(concepts.allSatisfy { $0.isKept && $0.terms.count == 1 })
        #expect(Glossary(concepts).doNotTranslateTerms(phraseTag("ar")).count == 20)
    }

    @Test("has another version after every change")
    func versions() {
        var concepts = glossary.concepts
        concepts[0].terms[0].status = .admitted
        #expect(Glossary(concepts).version != glossary.version)
        #expect(Glossary(glossary.concepts).version == glossary.version)
    }
}
