import Testing

@testable import SabirTranslation

/// What engines are sent, and what of their answers is not text.
@Suite struct EngineTextTests {
    @Test func aFormHoldsAnyText() { #expect("a b&c=d+é\n%20-._".formEncoded == "a+b%26c%3Dd%2B%C3%A9%0A%2520-._") }

    // MARK: HTMLEntities

    @Test(arguments: [
        ("l&#39;aigua", "l'aigua"), ("a &amp; b &lt;c&gt;", "a & b <c>"), ("&#x41;&#X42;&quot;", "AB\""),
        ("&amp;lt;", "&lt;"), ("&unknown; & &", "&unknown; & &"), ("&#xD800;&#1114112;", "&#xD800;&#1114112;"),
        ("AT&T", "AT&T"), ("&averylongname;", "&averylongname;"), ("&apos", "&apos"),
    ])
    func referencesOfAnEngineAreRead(_ answer: String, _ expected: String) {
        #expect(HTMLEntities.decoded(answer, of: "text") == expected)
    }

    @Test func whatItsWriterWroteSoStays() {
        #expect(HTMLEntities.decoded("write &lt; as it is", of: "escribe &lt; tal cual") == "write &lt; as it is")
        #expect(HTMLEntities.decoded("a &amp; b", of: "a & b") == "a & b")
    }

    // MARK: TokenizerMarks

    @Test(arguments: [
        ("take <unk> daily", "toma X", "take … daily", true), ("▁take▁it", "tómalo", " take it", false),
        ("really⁇", "¿de verdad??", "really⁇", false), ("write <unk>", "escribe <unk>", "write <unk>", false),
        ("it ⁇ is", "esto es", "it … is", true), ("plain", "▁", "plain", false),
    ])
    func aGapStaysToBeSeen(_ answer: String, _ source: String, _ text: String, _ isDoubtful: Bool) {
        let piece = TokenizerMarks.read(answer, of: source)
        #expect(piece.text == text && piece.warnings.map(\.kind) == (isDoubtful ? [.unknownWords] : []))
    }

    // MARK: RequestLoad

    @Test func textsAreWeighedInEachMeasure() {
        let load = RequestLoad(["aé", "漢"])
        #expect((load.pieces, load.characters, load.bytes) == (2, 3, 6))
        #expect(load + RequestLoad(["x"]) == RequestLoad(["aé", "漢", "x"]) && RequestLoad([]).pieces == 0)
    }
}
