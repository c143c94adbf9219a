import SabirProtocol
import Testing

@testable import SabirTranslation

/// Stored sentences with slots, and the numbers that go into them.
@Suite struct PhraseTemplateTests {
    private func segment(_ text: String, plural: String? = nil, in language: String = "es") -> PhraseSegment {
        var segment = PhraseSegment(text, in: tag(language))
        if let plural { segment.properties = [PhraseProperty(type: "x-plural", text: plural)] }
        return segment
    }

    private func number(_ whole: String, _ fraction: String? = nil) -> PhraseValue {
        .number(whole: whole, fraction: fraction)
    }

    // MARK: PhraseTemplate

    @Test func aSentenceIsTextAndSlotsInTurn() throws {
        let template = try PhraseTemplate(segment("Tome {n} cada {h} h, a las {time}."))
        #expect(template.slots.map(\.name) == ["n", "h", "time"])
        #expect(template.slots.map(\.isTime) == [false, false, true])
        #expect(template.parts.first == .text("Tome ") && template.parts.last == .text("."))
        let values = ["n": number("2"), "h": number("8"), "time": PhraseValue.time(hours: "8", minutes: "30")]
        #expect(template.filled(values, in: NumeralStyle()) == "Tome 2 cada 8 h, a las 8:30.")
        #expect(template.filled(["n": number("2")], in: NumeralStyle()) == nil)
    }

    @Test(arguments: [("{x}", nil), ("a { b", nil), ("a } b", nil), ("{n", nil), ("{n}", "h:one"), ("{}", nil)])
    func whatIsNoSlotIsRefused(_ text: String, _ plural: String?) {
        #expect(throws: ExchangeFileProblem.self) { try PhraseTemplate(segment(text, plural: plural)) }
    }

    // MARK: PluralCondition

    @Test func aFormIsForTheNumbersThatItNames() throws {
        let some = try PluralCondition("n:few,many h:any")
        #expect(some.slots == ["h", "n"])
        #expect(some.accepts(.few, for: "n") && some.accepts(.many, for: "n") && !some.accepts(.one, for: "n"))
        #expect(PluralCategory.allCases.allSatisfy { some.accepts($0, for: "h") })
        // Of a slot that it does not name, and without a condition, it is the form for many.
        let none = try PluralCondition(nil)
        for condition in [some, none] {
            #expect(condition.accepts(.other, for: "n2") && !condition.accepts(.one, for: "n2"))
        }
        #expect(try PluralCondition("any") == .any && PluralCondition.any.accepts(.one, for: "n"))
    }

    @Test(arguments: ["", "n", "n:", ":one", "n:single", "n:one,", "n:one:two", "n:one h"])
    func aConditionThatIsNotUnderstoodIsRefused(_ text: String) {
        #expect(throws: ExchangeFileProblem.self) { try PluralCondition(text) }
    }

    // MARK: PluralCoverage

    @Test func whatAUnitHasNoSentenceForIsNamed() {
        func missing(_ segments: [PhraseSegment], _ language: String) -> [String] {
            PluralCoverage(segments, tag(language)).missing
        }
        #expect(missing([segment("Two tablets")], "en").isEmpty)
        #expect(missing([segment("{n} tablets")], "en") == ["n:one"])
        #expect(missing([segment("{n} tablets"), segment("{n} tablet", plural: "n:one")], "en").isEmpty)
        #expect(missing([segment("{n} mg", plural: "any")], "pl").isEmpty)
        #expect(
            missing([segment("{n} po {h}", plural: "n:one h:any")], "en") == ["h:one, n:other", "h:other, n:other"])
        #expect(missing([segment("{n}")], "x-harbour").first?.contains("not known") == true)
    }

    // MARK: NumeralStyle

    @Test func numbersAreWrittenAsTheReaderWritesThem() {
        #expect(NumeralStyle(tag("es")) == NumeralStyle(zero: "0", decimalSign: ","))
        #expect(NumeralStyle(tag("en")).digits("2026") == "2026")
        #expect(NumeralStyle(tag("fa")).digits("2026") == "۲۰۲۶" && NumeralStyle(tag("ar-EG")).digits("10") == "١٠")
        #expect(number("2", "5").shown(in: NumeralStyle(zero: "\u{0966}", decimalSign: ".")) == "२.५")
    }

    // MARK: PhraseNumberScanner

    private func scanned(_ text: String) -> (value: PhraseValue, end: Int)? {
        var scanner = PhraseNumberScanner(Array(text.unicodeScalars), at: 0)
        return scanner.scan()
    }

    @Test func numbersAndTimesAreReadInTheDigitsOfAnyScript() {
        #expect(scanned("12 mg")?.value == number("12") && scanned("12 mg")?.end == 2)
        #expect(scanned("2,5")?.value == number("2", "5") && scanned("٢٫٥")?.value == number("2", "5"))
        #expect(scanned("8:30.")?.value == .time(hours: "8", minutes: "30") && scanned("24:00")?.value.isTime == true)
        #expect(scanned("5.")?.value == number("5") && scanned("5.")?.end == 1)
    }

    @Test(arguments: ["1.000", "1234567", "007", "8:60", "24:01", "123:00", "8:5", "1٢"])
    func whatCouldBeReadInTwoWaysIsNotRead(_ text: String) { #expect(scanned(text) == nil) }

    // MARK: PhraseSkeleton

    @Test func sentencesThatDifferInNumbersAndPunctuationAreOne() throws {
        let one = try #require(PhraseSkeleton("¿Le duele  aquí?"))
        #expect(one.key == PhraseSkeleton("le duele aquí")?.key && one.mood == .question)
        #expect(PhraseSkeleton("Le duele aquí.")?.mood == .statement && PhraseSkeleton("le duele")?.mood == .open)
        #expect(!one.mayBe(.statement) && one.mayBe(.open) && one.mayBe(.question))
        for text in ["", "¿?", "…", "1.000 mg", "a\u{1}b", String(repeating: "a", count: 4_001)] {
            #expect(PhraseSkeleton(text) == nil, "\(text.prefix(9))")
        }
    }

    @Test func aSlotTakesTheNumberThatStandsThere() throws {
        let stored = try #require(
            PhraseSkeleton(PhraseTemplate(segment("Tome {n} cada {h} h, {n} al día. Llame al 112."))))
        func values(_ text: String) -> [String: PhraseValue]? { PhraseSkeleton(text).flatMap(stored.values) }
        #expect(values("Tome 2 cada 8 h, 2 al día. Llame al 112.") == ["n": number("2"), "h": number("8")])
        // One slot with two values; another fixed number.
        #expect(values("Tome 2 cada 8 h, 3 al día. Llame al 112.") == nil)
        #expect(values("Tome 2 cada 8 h, 2 al día. Llame al 113.") == nil)
        #expect(values("Tome 2") == nil)
    }

    // MARK: MarkupElement

    @Test func anElementIsFoundByItsLocalName() {
        let inner = MarkupElement(
            name: "t:seg", attributes: ["lang": "es"], children: [.text("uno"), .element(.init(name: "ph"))])
        let outer = MarkupElement(
            name: "tuv", attributes: ["xml:lang": "ca"], children: [.element(inner), .text(" dos")])
        #expect(outer.elements("seg") == [inner] && outer.elements("ph").isEmpty)
        #expect(outer.descendants(["ph"]).map(\.name) == ["ph"] && outer.descendants(["tuv", "ph"]) == [outer])
        #expect(outer.text == "uno dos" && inner.languageName == "es" && outer.languageName == "ca")
        #expect("a<\"\n\u{1}&".escapedForMarkup == "a&lt;&quot;&#10;&amp;" && " a \n b ".collapsed == "a b")
    }
}
