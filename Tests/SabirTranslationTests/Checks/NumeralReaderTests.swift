import Testing

@testable import SabirTranslation

@Suite struct NumeralReaderTests {
    private func numeral(_ text: String, decimal: String? = nil) -> Numeral {
        NumeralReader(text: FoldedText(text), decimal: decimal?.unicodeScalars.first?.value).numeral(at: 0)
    }

    @Test(arguments: [
        ("250", nil, 250.0), ("2.5", nil, 2.5), ("2,5", nil, 2.5), ("2.500", ",", 2_500), ("2.500", ".", 2.5),
        ("2,500", ".", 2_500), ("2,500", nil, 2.5), ("1.234.567", nil, 1_234_567), ("1,234.5", nil, 1_234.5),
        ("1.234,5", nil, 1_234.5), ("12,34,567", nil, 1_234_567), ("0.500", ",", 0.5), ("2 500", nil, 2_500),
        ("2'500", nil, 2_500), ("٢٫٥", nil, 2.5), ("2.50", ",", 2.5), ("1234.567", ",", 1_234.567),
    ])
    func aNumeralHasItsLanguagesValue(_ text: String, _ decimal: String?, _ value: Double) {
        #expect(numeral(text, decimal: decimal).value == value)
    }

    @Test(arguments: ["1.2.3", "12.34.56.78", "1,2,3.4", "1234567890123456"])
    func whatIsNoNumberHasNone(_ text: String) {
        let numeral = numeral(text)
        #expect(numeral.value == nil && numeral.literal == text && numeral.end == text.count)
    }

    @Test func itEndsBeforeWhatIsNotItsOwn() {
        #expect(numeral("25.").end == 2 && numeral("25, 3").end == 2 && numeral("25 3").end == 2)
        #expect(numeral("250 mg").literal == "250" && numeral("1 2500").literal == "1")
        // A nought begins no grouped number.
        #expect(numeral("0 500").end == 1)
    }

    @Test func groupsThatSomebodyMayTakeForNumbersAreKept() {
        #expect(numeral("2 500").groups == [2, 500] && numeral("2.500").groups.isEmpty)
        #expect(numeral("2\u{A0}500").literal == "2 500")
    }

    /// ۲/۵, where the language writes decimals so; neither a half nor a part of a date.
    @Test func aSlashStandsBeforeDecimalsWhereTheLanguageSaysSo() {
        func persian(_ text: String) -> Numeral {
            NumeralReader(text: FoldedText(text), decimal: 0x2E, isSlashDecimal: true).numeral(at: 0)
        }
        #expect(persian("۲/۵").value == 2.5 && persian("۰/۲").value == 0.2)
        #expect(persian("۱۲۰/۸۰").groups == [120, 80])
        #expect(persian("۱/۲").end == 1 && persian("۱/۵/۱۴۰۳").end == 1)
        #expect(numeral("2/5").end == 1)
    }

    /// However many noughts were written.
    @Test func equalNumbersAreEqual() {
        #expect(numeral("0.1").value == numeral("0.10").value && numeral("0.3").value == numeral("0.300").value)
    }
}
