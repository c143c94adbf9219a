import Foundation
import SabirProtocol
import Testing

@testable import SabirTranslation

@Suite("A TMX file") struct TMXDocumentTests {
    private let full = """
        <tu tuid="a" creationdate="20240102T030405Z" creationid="anna" changedate="20250102T030405Z" usagecount="3">
          <note>Said at the desk.</note>
          <prop type="x-situation">reception</prop><prop type="domain" xml:lang="en">health &amp; care</prop>
          <tuv xml:lang="en" changeid="boris"><prop type="x-reviewer">Anna, 2025</prop><seg>Yes &lt; no</seg></tuv>
          <tuv xml:lang="es-MX"><note>short</note><seg>S&#237;</seg></tuv>
        </tu>
        """

    @Test("keeps attributes, properties, notes and header when it is written again")
    func everythingIsKept() throws {
        let header = "<header creationtool=\"other\" srclang=\"en\" datatype=\"xml\"><prop type=\"x\">y</prop></header>"
        let (document, problems) = try TMXDocument.read(tmx(full, header: header))
        #expect(problems == [])
        let first = try #require(document.units.first)
        #expect(first.attributes["creationid"] == "anna" && first.attributes["changedate"] == "20250102T030405Z")
        #expect(first.situation == "reception" && first.properties.count == 2 && first.notes == ["Said at the desk."])
        #expect(first.segments.map(\.text) == ["Yes < no", "Sí"])
        #expect(first.segments.map { first.reviewer(of: $0) } == ["Anna, 2025", nil])
        #expect(document.headerAttributes["creationtool"] == "other")
        let again = try TMXDocument.read(Data(document.text.utf8)).document
        #expect(again.text == document.text)
        #expect(again.headerAttributes == document.headerAttributes && again.properties == document.properties)
        #expect(again.units.map(\.withoutLines) == document.units.map(\.withoutLines))
    }

    @Test("of any characters reads as it was written")
    func anyTextComesBack() throws {
        var chance = PhraseChance(state: 11)
        let alphabet = Array("aZé字ا\"'&<>]]>;#\u{301}👍🏽\u{200F} ").map(String.init)
        for _ in 0..<200 {
            let raw = (0..<Int.random(in: 1...40, using: &chance)).map { _ in
                alphabet.randomElement(using: &chance) ?? ""
            }
            let text = ("x" + raw.joined()).collapsed.composed
            let written = TMXDocument(units: [unit("\"<&>", ["en": text])])
            let (read, problems) = try TMXDocument.read(Data(written.text.utf8))
            #expect(problems == [])
            #expect(read.units.first?.id == "\"<&>")
            #expect(read.units.first.map { Array($0.segments[0].text.utf8) } == Array(text.utf8))
        }
    }

    @Test("has its inline markup flattened: codes go, words and slots stay")
    func inlineMarkupIsFlattened() throws {
        let seg = """
            <seg>Take <bpt i="1">&lt;b></bpt>two<ept i="1">&lt;/b></ept> <hi>red</hi> <ph>{n}</ph>\
            <it pos="begin">\\f<sub>small</sub></it><ph>&lt;br/></ph> pills</seg>
            """
        let (document, _) = try TMXDocument.read(tmx("<tu><tuv xml:lang=\"en\">\(seg)</tuv></tu>"))
        #expect(document.units.first?.segments.first?.text == "Take two red {n}small pills")
    }

    @Test("tells every unit that cannot be used, with its line, and keeps the rest")
    func allProblemsAreTold() throws {
        let (document, problems) = try TMXDocument.read(
            tmx(
                """
                <tu><tuv><seg>no language</seg></tuv><tuv xml:lang="en"><seg>good</seg></tuv></tu>
                <tu><tuv xml:lang="español"><seg>a</seg></tuv></tu>
                <tu><tuv xml:lang="es"><seg>Espere {m} minutos</seg></tuv></tu>
                <tu><tuv xml:lang="es"><seg>Espere {n minutos</seg></tuv></tu>
                <tu><tuv xml:lang="es"><prop type="x-plural">n:lots</prop><seg>{n} días</seg></tuv></tu>
                <tu><tuv xml:lang="es"><prop type="x-plural">h:one</prop><seg>{n} días</seg></tuv></tu>
                <tu><tuv xml:lang="EN_us"><seg>  old  tools </seg></tuv></tu>
                <tu><tuv xml:lang="es"><seg> </seg></tuv></tu>
                """))
        #expect(document.units.flatMap(\.segments).map(\.text) == ["good", "old tools"])
        #expect(document.units.last?.languages == [phraseTag("en-US")])
        #expect(Set(problems.compactMap(\.line)) == [4, 5, 6, 7, 8, 9, 11])
        let words = problems.map(\.message).joined(separator: " ")
        for part in ["xml:lang", "\"español\"", "{m}", "stands alone", "n:lots", "{h}", "is empty"] {
            #expect(words.contains(part), "\(part)")
        }
    }

    @Test("is taken in UTF-16 of both orders too")
    func utf16IsRead() throws {
        let text = String(decoding: tmx("<tu><tuv xml:lang=\"ar\"><seg>نعم</seg></tuv></tu>"), as: UTF8.self)
            .replacing("?>", with: " encoding=\"UTF-16\"?>")
        let little = Data([0xFF, 0xFE]) + Data(text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
        let big = Data([0xFE, 0xFF]) + Data(text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
        for data in [little, big, Data([0xEF, 0xBB, 0xBF]) + Data(text.utf8)] {
            #expect(try TMXDocument.read(data).document.units.first?.segments.first?.text == "نعم")
        }
    }
}

extension PhraseUnit {
    fileprivate var withoutLines: PhraseUnit {
        var unit = self
        unit.line = 0
        for place in unit.segments.indices { unit.segments[place].line = 0 }
        return unit
    }
}
