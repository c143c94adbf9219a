import Testing

@testable import SabirTranslation

@Suite struct QuantityMatcherTests {
    private func quantity(
        _ value: Quantity.Value, _ unit: String? = nil, at place: Int = 0, literal: String? = nil, isWeak: Bool = false,
        isHour: Bool = false, parts: [Double] = []
    ) -> Quantity {
        Quantity(
            value: value, unit: unit, isWeak: isWeak, literal: literal, parts: parts, isHour: isHour,
            range: place..<place + 1)
    }

    private func kinds(
        _ source: [Quantity], _ translation: [Quantity], areBothKnown: Bool = true
    ) -> [TranslationWarning.Kind] {
        QuantityMatcher.differences(source, translation, areBothKnown: areBothKnown).map(\.kind)
    }

    private func written(_ number: Double, _ unit: String? = nil) -> Quantity {
        quantity(.number(number), unit, literal: "\(number)")
    }

    @Test func whatIsOnBothSidesIsNoDifference() {
        #expect(kinds([written(2), written(5, "mg")], [written(5, "mg"), written(2)]).isEmpty)
        #expect(kinds([], []).isEmpty)
    }

    @Test func eachIsSpentOnce() {
        #expect(kinds([written(2), written(2)], [written(2)]) == [.numbers])
    }

    @Test func whatIsLeftOverIsToldByItsKindAndPlace() {
        let source = [quantity(.number(5), "%", at: 3, literal: "5"), quantity(.time(480), at: 7)]
        let found = QuantityMatcher.differences(
            source, [quantity(.number(6), "%", at: 4, literal: "6")], areBothKnown: true)
        #expect(found.map(\.kind) == [.percentages, .times])
        #expect(found[0].source == [3..<4] && found[0].translation == [4..<5])
        // Nothing of its kind stands against the time: all that is left does.
        #expect(found[1].source == [7..<8] && found[1].translation == [4..<5])
    }

    @Test func anotherUnitOfTheSameNumberIsTold() {
        #expect(kinds([written(5, "mg")], [written(5, "g")]) == [.units])
        #expect(kinds([written(5, "mg")], [written(5)]) == [.units])
        // Of a language without data nobody knows whether a word is the unit.
        #expect(kinds([written(5, "mg")], [written(5)], areBothKnown: false).isEmpty)
    }

    @Test func aWeakWordIsSpentOnItsLike() {
        // "Two clicks make a double click" has lost its two.
        let double = quantity(.number(2), isWeak: true)
        #expect(kinds([quantity(.number(2)), double], [double, quantity(.number(9), isWeak: true)]) == [.numbers])
        #expect(kinds([double], [quantity(.number(2))]).isEmpty)
    }

    @Test func digitsThatLostTheirPointAreNoTelephoneNumber() {
        let balance = quantity(.number(12_345.67), literal: "12345.67")
        #expect(kinds([balance], [quantity(.number(1_234_567), literal: "1234567")]) == [.numbers])
    }

    @Test(arguments: [(30.123456, "030.123456"), (934.12551, "934.125510")])
    func theDotOfATelephoneNumberMakesNoDecimals(_ value: Double, _ literal: String) {
        let number = [quantity(.number(value), literal: literal)]
        let digits = literal.filter { $0 != "." }
        let grouped = [digits.prefix(3), digits.dropFirst(3).prefix(2), digits.dropFirst(5)].map { group in
            quantity(.code(String(group)), literal: String(group))
        }
        #expect(kinds(number, grouped).isEmpty && kinds(grouped, number).isEmpty)
        let amount = [quantity(.number(value), "mg", literal: literal)]
        #expect(kinds(amount, grouped) == [.numbers])
        let shorter = [quantity(.number(3.0123456), literal: "3.0123456")]
        #expect(kinds(shorter, [quantity(.number(30_123_456), literal: "30123456")]) == [.numbers])
    }

    @Test func aTimeMayBeDottedWithoutAWordThatSaysSo() {
        let dotted = quantity(.number(8.3), literal: "8.30")
        #expect(kinds([dotted], [quantity(.time(510))]).isEmpty && kinds([quantity(.time(510))], [dotted]).isEmpty)
        #expect(kinds([dotted], [quantity(.time(520))]) == [.numbers, .times])
        #expect(kinds([quantity(.number(8.3), "mg", literal: "8.30")], [quantity(.time(510))]) == [.numbers, .times])
    }

    @Test func aDayMayBeDottedWithoutItsYear() {
        let dotted = [quantity(.number(12.05), literal: "12.05")]
        let day = [quantity(.number(12), literal: "12"), quantity(.month(5))]
        #expect(kinds(dotted, day).isEmpty && kinds(day, dotted).isEmpty)
        #expect(kinds(dotted, [day[0], quantity(.month(6))]).contains(.dates))
        #expect(kinds(dotted, [quantity(.number(12), literal: "12")]) == [.numbers])
    }

    @Test func anHourMayBeWrittenInTwoWays() {
        #expect(kinds([quantity(.time(480))], [quantity(.number(8), "h", isHour: true)]).isEmpty)
        #expect(kinds([quantity(.time(510))], [quantity(.number(8), "h", isHour: true)]) == [.numbers, .times])
    }

    @Test func aDateMayBeSaidInWords() {
        let date = quantity(.date([3, 4, 2_026], yearFirst: false))
        let april = [quantity(.number(3)), quantity(.month(4)), quantity(.number(2_026))]
        #expect(kinds([date], april).isEmpty && kinds(april, [date]).isEmpty)
        #expect(kinds([date], Array(april.dropLast())).isEmpty)
        #expect(kinds([date], [quantity(.number(3)), quantity(.month(5))]).contains(.dates))
        #expect(kinds([date], [quantity(.date([3, 4, 26], yearFirst: false))]).isEmpty)
        #expect(kinds([date], [quantity(.date([2_026, 4, 3], yearFirst: true))]).isEmpty)
    }

    @Test func groupsAndNumbersOfTelephonesMayBeApart() {
        #expect(kinds([quantity(.number(2_500), parts: [2, 500])], [written(2), written(500)]).isEmpty)
        let whole = [quantity(.number(934_567_890), literal: "934567890")]
        let apart = [quantity(.number(934), literal: "934"), quantity(.code("56 78 90"), literal: "567890")]
        #expect(kinds(whole, apart).isEmpty)
    }

    /// An article may be a number, and need not be one.
    @Test func whatIsWeakNeedNotBeThere() {
        let article = quantity(.number(1), literal: nil, isWeak: true)
        #expect(kinds([article], []).isEmpty && kinds([article], [written(1)]).isEmpty)
    }

    @Test func wordsOfALanguageWithoutDataAreNotMissed() {
        let words = [quantity(.number(3)), quantity(.weekday(2), literal: nil)]
        #expect(kinds(words, [], areBothKnown: false).isEmpty)
        #expect(kinds(words, []) == [.numbers, .dates])
    }
}
