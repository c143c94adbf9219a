import Foundation
import Testing

@testable import SabirTranslation

@Suite("A hostile or broken file") struct HostileFileTests {
    @Test(
        "that declares entities is refused before any is expanded",
        arguments: ["<!ENTITY a \"ha\">", "<!ENTITY % a \"b\">"])
    func entitiesAreRefused(declaration: String) {
        let laughs = (1..<10).map { "<!ENTITY l\($0) \"\(String(repeating: "&l\($0 - 1);", count: 10))\">" }.joined()
        let document = "<tmx version=\"1.4\"><body>&l9;</body></tmx>"
        let text = "<?xml version=\"1.0\"?>\n<!DOCTYPE tmx [\n\(declaration)\(laughs)]>" + document
        #expect(refusal(Data(text.utf8))?.line == 3)
        #expect(refusal(Data(text.utf8))?.message.contains("ENTITY") == true)
    }

    @Test(
        "that declares what the parser reads through a null pointer is refused with its line",
        arguments: [
            "ATTLIST tmx y CDATA #IMPLIED", "NOTATION n SYSTEM \"a\"", "NOTATION n PUBLIC \"a\"", "ELEMENT tmx ANY",
        ])
    func declarationsAreRefused(declaration: String) {
        let text = "<!DOCTYPE tmx [\n<!\(declaration)>]><tmx version=\"1.4\"><body/></tmx>"
        #expect(refusal(Data(text.utf8))?.line == 2)
    }

    @Test("cannot fetch another file")
    func nothingIsFetched() throws {
        let secret = FileManager.default.temporaryDirectory.appending(path: "sabir-\(UUID().uuidString)")
        try Data("<!ENTITY x \"fetched\">".utf8).write(to: secret)
        defer { try? FileManager.default.removeItem(at: secret) }
        let address = secret.absoluteString
        let body = "<body><tu><tuv xml:lang=\"en\"><seg>a &x; b</seg></tuv></tu></body>"
        let entity = "<!DOCTYPE tmx [<!ENTITY x SYSTEM \"\(address)\">]><tmx version=\"1.4\">\(body)</tmx>"
        #expect(refusal(Data(entity.utf8)) != nil)
        let external = "<!DOCTYPE tmx SYSTEM \"\(address)\"><tmx version=\"1.4\">\(body)</tmx>"
        #expect(refusal(Data(external.utf8))?.message.contains("not known") == true)
        let harmless = external.replacing("&x;", with: "or")
        #expect(try TMXDocument.read(Data(harmless.utf8)).document.units.first?.segments.first?.text == "a or b")
    }

    @Test(
        "with a processing instruction that says nothing is refused with its line",
        arguments: ["pi", "", "ü", "a<?b"])
    func bareInstructionsAreRefused(name: String) throws {
        let file = "<?xml version=\"1.0\"?>\n<tmx version=\"1.4\"><body>\n<?\(name)?></body></tmx>"
        #expect(refusal(Data(file.utf8))?.line == 3)
        let said = file.replacing("<?\(name)?>", with: "<?known as this ?>")
        #expect(try PhraseExchange.read(Data(said.utf8)).document.units.isEmpty)
    }

    @Test("with a control character in a table is refused with its line")
    func controlsAreRefused() throws {
        let table = "id,language,text\r\na,en,\"Take\n2\"\r\nb,en,Take\u{0} 2\r\n"
        let refusal = #expect(throws: ExchangeFileProblem.self) { try PhraseExchange.read(Data(table.utf8)) }
        #expect(refusal?.line == 4 && refusal?.message.contains("U+0") == true)
        #expect(try PhraseExchange.read(Data(table.replacing("\u{0}", with: "").utf8)).document.units.count == 2)
    }

    @Test("of too many bytes, elements or levels is refused, and says so")
    func boundsHold() {
        let long = Data(repeating: UInt8(ascii: " "), count: ExchangeFile.maximumBytes + 1)
        #expect(refusal(long)?.message.contains("16 MiB") == true)
        let deep = String(repeating: "<a>", count: 40) + String(repeating: "</a>", count: 40)
        #expect(refusal(tmx(deep))?.message.contains("deep") == true)
        let many = String(repeating: "<a/>", count: MarkupReader.maximumElements)
        #expect(refusal(tmx(many))?.message.contains("elements") == true)
        let units = String(repeating: "<tu/>", count: TMXDocument.maximumUnits + 1)
        #expect(refusal(tmx(units))?.message.contains("units") == true)
    }

    @Test("cut short at any byte is refused and never read in part")
    func truncationIsNoticed() throws {
        let whole = try shipped("phrasebook/clinic.tmx")
        let end = whole.count - Array(whole.reversed()).prefix { $0 == 0x0A || $0 == 0x20 }.count
        for count in stride(from: 0, to: whole.count, by: max(whole.count / 180, 1)) {
            #expect(refusal(whole.prefix(count)) != nil, "\(count)")
        }
        for count in (end - 200)..<end { #expect(refusal(whole.prefix(count)) != nil, "\(count)") }
        #expect(refusal(whole.prefix(end)) == nil)
    }

    @Test("cut short at every hundredth byte is refused with a line")
    func everyHundredthByte() throws {
        let whole = try shipped("phrasebook/clinic.tmx").prefix(40_000)
        for count in stride(from: 100, to: whole.count, by: 100) {
            #expect(refusal(whole.prefix(count))?.line != nil, "\(count)")
        }
    }

    @Test("in another encoding is refused instead of guessed")
    func encodingsAreStrict() {
        let latin = tmx("<tu><tuv xml:lang=\"es\"><seg>s") + Data([0xED]) + Data("</seg></tuv></tu>".utf8)
        #expect(refusal(latin)?.line == 5)
        #expect(refusal(latin)?.message.contains("UTF-8") == true)
        let declared = Data("<?xml version='1.0' encoding='windows-1252'?><tmx version='1.4'><body/></tmx>".utf8)
        #expect(refusal(declared)?.message.contains("windows-1252") == true)
        #expect(refusal(Data([0xFF, 0xFE, 0x3C])) != nil)
        #expect(refusal(Data([0xFF, 0xFE, 0x00, 0xD8])) != nil)
    }

    @Test(
        "that is no TMX says what it is instead",
        arguments: [
            "", " ", "hello", "<html/>", "<tmx/>", "<tmx version=\"1.4\"/>", "<tmx version=\"1.4\"><body></tmx>",
            "<tmx version=\"1.4\"><body/></tmx><x/>", "<tmx version=\"1.4\"><body>a & b</body></tmx>",
            "<tmx version=\"1.4\" version=\"1.4\"><body/></tmx>", "<tmx version=1.4><body/></tmx>",
            "<tmx version=\"1.4\"><body>\u{1}</body></tmx>", "<tmx version=\"1.4\"><body>&#0;</body></tmx>",
        ])
    func otherThings(text: String) throws {
        let problem = try #require(refusal(Data(text.utf8)))
        #expect(problem.message.hasSuffix(".") && problem.line != nil)
    }

    @Test("of random bytes between right ones never ends the process")
    func randomDamage() throws {
        let whole = Array(try shipped("phrasebook/clinic.tmx").prefix(3_000))
        var chance = PhraseChance(state: 5)
        for _ in 0..<500 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...6, using: &chance) {
                bytes[Int.random(in: bytes.indices, using: &chance)] = UInt8.random(in: 0...255, using: &chance)
            }
            #expect(refusal(Data(bytes)) != nil)
        }
    }
}
