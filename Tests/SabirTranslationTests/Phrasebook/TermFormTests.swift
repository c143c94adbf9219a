import Foundation
import SabirProtocol
import Testing

@testable import SabirTranslation

/// Terms of a glossary in texts that bend them.
@Suite struct TermFormTests {
    private func word(_ text: String) -> [UInt32] { TermText(text).words[0].letters }

    private func isForm(_ text: String, of term: String, _ likeness: WordForm.Likeness) -> Bool {
        WordForm.isForm(word(text), of: word(term), by: likeness)
    }

    // MARK: TermFolding

    @Test func caseAccentsAndVowelSignsDoNotMatter() {
        #expect(word("INYECCIÓN") == word("inyeccion") && word("إِبرة") == word("إبرة"))
        #expect(word("ё") == word("ё") && word("ｍｇ") == word("mg"))
        let folding = TermFolding.shared
        #expect(
            folding.isUnspaced("漢") && folding.isUnspaced("ก") && !folding.isUnspaced("a") && !folding.isUnspaced("한"))
        #expect(folding.isPartOfWord("\u{AD}") && folding.isPartOfWord("7") && !folding.isPartOfWord("-"))
    }

    // MARK: TermText

    @Test func aTextIsItsWords() {
        let text = TermText("La presión, 5 mg: 血压")
        #expect(text.words.count == 6)
        #expect(text.written(1..<2) == "presión" && text.written(2..<4) == "5 mg" && text.written(4..<6) == "血压")
    }

    @Test func aTermIsFoundWhereItStands() throws {
        let text = TermText("Blood pressure and low blood pressures")
        let term = try #require(TermWords("blood pressure"))
        #expect(text.places(of: term, by: .exact) == [0..<2] && text.places(of: term, by: .sure) == [0..<2, 4..<6])
        #expect(text.holds(term, at: 5, by: .sure) == nil)
        #expect(text.mayHold(try #require(TermWords("pressure of blood"))) == false)
        #expect(text.mayHold(try #require(TermWords("pressure blood"))))
        #expect(TermWords(" - ") == nil)
    }

    // MARK: WordForm

    @Test func wordsBendAtTheirEnds() {
        #expect(isForm("инъекцию", of: "инъекция", .sure) && isForm("injections", of: "injection", .sure))
        #expect(!isForm("injections", of: "injection", .exact) && isForm("injection", of: "injection", .exact))
        #expect(!isForm("all", of: "a", .sure) && !isForm("hears", of: "heart", .sure))
    }

    @Test func wordsTakeOthersInFrontOfThem() {
        #expect(isForm("Schmerztablette", of: "Tablette", .whole) && !isForm("Schmerztablette", of: "Tablette", .sure))
        #expect(isForm("بالحقنة", of: "حقنة", .possible) && isForm("الحقنة", of: "حقنة", .sure))
        #expect(!isForm("concatenate", of: "cat", .whole))
    }

    @Test func wordsChangeTheirVowels() {
        #expect(isForm("болю", of: "біль", .possible) && !isForm("болю", of: "біль", .sure))
        #expect(!isForm("water", of: "біль", .possible))
        #expect(WordForm.beginning(of: word("tablette")) == word("tabl"))
    }

    // MARK: Tables and TBX

    @Test func aTableHasOneConceptForAllRowsOfItsName() throws {
        let table = """
            concept,language,term,status
            1,es,tensión,preferred
            1,en,blood pressure,
            ,*,Ibuprofeno,do-not-translate
            2,es,,
            3,??,x,
            4,es,y,loved
            """
        let (concepts, problems) = try Glossary.read(CSVTable(parsing: table))
        #expect(concepts.map(\.id) == ["1", "Ibuprofeno"] && concepts.map(\.line) == [2, 4])
        #expect(concepts[0].terms.map(\.text) == ["tensión", "blood pressure"])
        #expect(concepts[1].isKept && concepts[1].terms[0].language == nil && !concepts[0].isKept)
        #expect(problems.map(\.line) == [5, 6, 7])
        let error = #expect(throws: ExchangeFileProblem.self) {
            try Glossary.read(CSVTable(parsing: "concept,status\n1,preferred"))
        }
        #expect(error?.message.contains("\"language\", \"term\"") == true && error?.line == 1)
    }

    @Test func aTermBaseIsReadInEitherStyle() throws {
        let file = """
            <tbx><conceptEntry id="c1"><langSec xml:lang="es"><termSec><term> tensión </term>
            <termNote type="administrativeStatus">deprecatedTerm-admn-sts</termNote></termSec></langSec>
            <langSec xml:lang="?"><termSec><term>x</term></termSec></langSec>
            <note type="x-doNotTranslate">Yes</note></conceptEntry>
            <conceptEntry id="c2"><langSec xml:lang="en"><termSec><term/></termSec></langSec></conceptEntry></tbx>
            """
        var reader = try TBXReader(MarkupReader.read(Data(file.utf8)))
        let concepts = reader.concepts()
        #expect(concepts.map(\.id) == ["c1"] && concepts[0].isKept)
        #expect(concepts[0].terms == [GlossaryTerm("tensión", in: tag("es"), .forbidden)])
        #expect(reader.problems.count == 3)
        #expect(throws: ExchangeFileProblem.self) { try TBXReader(MarkupReader.read(Data("<tmx/>".utf8))) }
        var empty = try TBXReader(MarkupElement(name: "martif"))
        let none = empty.concepts()
        #expect(none.isEmpty && empty.problems.count == 1)
    }
}
