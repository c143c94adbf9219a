/// Combines a line's tokens into quantities.
struct QuantityReader {
    private let tokens: [LineToken]
    private let text: FoldedText
    private var quantities: [Quantity] = []
    private var index = 0

    static func quantities(_ tokens: [LineToken], _ text: FoldedText) -> [Quantity] {
        var reader = QuantityReader(tokens: tokens, text: text)
        while reader.index < tokens.count { reader.step() }
        return reader.quantities
    }

    private mutating func step() {
        switch tokens[index].kind {
        case .number(let numeral): readNumeral(numeral)
        case .fraction(let value): readAmount(Quantity(value: .number(value), range: range))
        case .clock(let minutes): readTime(minutes, from: index)
        case .date(let parts, let yearFirst):
            take(Quantity(value: .date(parts, yearFirst: yearFirst), literal: text.ascii(range), range: range))
        case .code(let code):
            let numbers = code.split { !("0"..."9").contains($0) }.compactMap { Double($0) }
            take(Quantity(value: .code(code), literal: code, parts: numbers, range: range))
        case .phrase(let meaning): readPhrase(meaning)
        case .word, .mark: index += 1
        }
    }

    /// The range of the token at `index`.
    private var range: Range<Int> { tokens[index].range }

    private mutating func take(_ quantity: Quantity) {
        quantities.append(quantity)
        index += 1
    }

    // MARK: Digits

    private mutating func readNumeral(_ numeral: Numeral) {
        var quantity = Quantity(
            value: numeral.value.map { .number($0) } ?? .code(numeral.literal), literal: numeral.literal,
            parts: numeral.groups, range: range)
        readFraction(&quantity)
        if readDottedTime(quantity) { return }
        if case .number(let value) = quantity.value, isNegative {
            quantity.value = .number(-value)
            quantity.literal = quantity.literal.map { "-\($0)" }
            quantity.range = (quantity.range.lowerBound - 1)..<quantity.range.upperBound
        }
        readAmount(quantity)
    }

    /// Whether a minus sign precedes the number: a hyphen directly before it, and no word before that.
    private var isNegative: Bool {
        let start = range.lowerBound
        guard text.at(start - 1) == 0x2D, tokens.at(index - 1)?.isMark(0x2D) == true else { return false }
        let before = text.at(start - 2)
        return before == 0 || CharacterTable.shared.isSpace(before) || before == 0x28
    }

    /// Reads `1/2` as a half or two numbers, and `1 ½` and `1 1/2` as one and a half.
    private mutating func readFraction(_ quantity: inout Quantity) {
        guard case .number(let value) = quantity.value else { return }
        if let half = slashed(at: index) {
            quantity.value = .number(half.value)
            quantity.parts = half.parts
            extendFigures(&quantity, to: index + 2)
        } else if case .fraction(let half)? = token(1)?.kind {
            quantity.value = .number(value + half)
            extendFigures(&quantity, to: index + 1)
        } else if let half = slashed(at: index + 1), isApart(tokens[index + 1]) {
            quantity.value = .number(value + half.value)
            extendFigures(&quantity, to: index + 3)
        }
    }

    private mutating func extendFigures(_ quantity: inout Quantity, to last: Int) {
        extend(&quantity, to: last)
        quantity.literal = text.ascii(quantity.range)
    }

    private mutating func extend(_ quantity: inout Quantity, to last: Int) {
        quantity.range = quantity.range.lowerBound..<tokens[last].range.upperBound
        index = last
    }

    private func slashed(at place: Int) -> (value: Double, parts: [Double])? {
        guard place + 2 < tokens.count, tokens[place + 1].isMark(0x2F),
            case .number(let above) = tokens[place].kind, case .number(let below) = tokens[place + 2].kind,
            let top = above.value, let bottom = below.value, top < bottom, [2, 3, 4, 8].contains(bottom),
            // 01/02 is a day.
            !above.literal.hasPrefix("0"), !below.literal.hasPrefix("0"),
            tokens[place].range.upperBound + 1 == tokens[place + 2].range.lowerBound,
            tokens.at(place + 3)?.isMark(0x2F) != true
        else { return nil }
        return (top / bottom, [top, bottom])
    }

    // MARK: What follows a number

    /// `quantity` ends at `index`; if it has several words, it starts at the token `start`.
    private mutating func readAmount(_ quantity: Quantity, from start: Int? = nil) {
        var quantity = quantity
        let first = start ?? index
        // "Two hours" is one word in Arabic, and written together in Chinese.
        let own = meaning(0)?.number == nil ? nil : meaning(0)?.unit
        readMultiplier(&quantity)
        readAndHalf(&quantity)
        if readHour(quantity, from: first) { return }
        if let own {
            quantity.unit = own
        } else if let unit = unit(after: index) {
            if Units.counted.contains(unit.symbol) {
                quantity.counted = unit.symbol
            } else if unit.symbol == "year" && quantity.mayBeYear {
                // The number of a year measures nothing.
                quantity.isYear = true
            } else {
                quantity.unit = unit.symbol
            }
            // The sign of a currency or percent may precede or follow the number.
            extend(&quantity, to: unit.last)
            quantity.isHour = unit.symbol == "h"
            if unit.symbol == "min", isPastHour(first) { quantity.near = "h" }
            quantity.rate = unitAhead.map { "\(unit.symbol)/\($0)" }
            readAndHalf(&quantity)
        } else if let sign = tokens.at(first - 1)?.meaning?.unit, ["€", "$", "£", "%"].contains(sign),
            // "40 euros thirty"
            quantities.last?.range.upperBound != tokens[first - 1].range.upperBound
        {
            quantity.unit = sign
        } else if readMonth(quantity) {
            return
        }
        if quantity.unit == nil, quantity.counted == nil { readNeighbours(&quantity) }
        take(quantity)
    }

    /// Whether "hour" or "hour and" precedes the token at `place` without a number: "час 30 минут".
    private func isPastHour(_ place: Int) -> Bool {
        let hour = tokens.at(tokens.at(place - 1)?.meaning?.isIn(.joiners) == true ? place - 2 : place - 1)
        return hour?.meaning?.unit == "h" && quantities.last?.range.upperBound != hour?.range.upperBound
    }

    private func readNeighbours(_ quantity: inout Quantity) {
        quantity.near = unitAhead
        guard let next = token(1), next.isWord, !isApart(next) else { return }
        // A case ending: "2026ko".
        quantity.isYear = quantity.mayBeYear
        // "3D" may be another word in the translation.
        if text.ascii(next.range) == "d" { quantity.isWeak = true }
    }

    private mutating func readMultiplier(_ quantity: inout Quantity) {
        guard case .number(let value) = quantity.value, let by = meaning(1)?.multiplier else { return }
        quantity.value = .number(value * by)
        quantity.literal = nil
        extend(&quantity, to: index + 1)
    }

    /// Reads "1 and a half" and "las tres y cuarto"; in "üç buçuk", the half is its own joiner.
    private mutating func readAndHalf(_ quantity: inout Quantity) {
        guard case .number(let value) = quantity.value, let joiner = meaning(1), joiner.isIn(.joiners)
        else { return }
        let step = joiner.number == nil ? 2 : 1
        guard let part = meaning(step)?.number, part == 0.5 || part == 0.25, value >= 1, value == value.rounded()
        else { return }
        if let unit = quantity.unit {
            // "5 mg and half of a tablet"
            let next = Units.spans.contains(unit) ? meaning(step + 1)?.unit : self.unit(aheadOf: index + step)
            guard next == nil else { return }
        }
        quantity.value = .number(value + part)
        quantity.literal = nil
        extend(&quantity, to: index + step)
    }

    /// The unit after the token at `place`, with the second unit of a rate: `mg/ml`.
    private func unit(after place: Int) -> (symbol: String, last: Int)? {
        // "5-day"
        let place = tokens.at(place + 1)?.isMark(0x2D) == true ? place + 1 : place
        guard let unit = tokens.at(place + 1)?.meaning?.unit,
            tokens[place + 1].range.lowerBound - tokens[place].range.upperBound <= 2,
            // "45 s'arrête"
            text.at(tokens[place + 1].range.upperBound) != 0x27
        else { return nil }
        if let per = tokens.at(place + 3)?.meaning?.unit, tokens[place + 2].isMark(0x2F) {
            return ("\(unit)/\(per)", place + 3)
        }
        return (unit, place + 1)
    }

    /// The unit at most two words after the token at `index`, without a figure between: that of "mg a day".
    private var unitAhead: String? { unit(aheadOf: index) }

    private func unit(aheadOf place: Int) -> String? {
        let words = tokens[(place + 1)...].prefix(3).prefix { $0.isWord || $0.meaning != nil }
        return words.lazy.compactMap(\.meaning?.unit).first
    }

    /// Reads 5月 as May, and 2025年 as a number without unit.
    private mutating func readMonth(_ quantity: Quantity) -> Bool {
        guard case .number(let value) = quantity.value, let next = token(1), next.meaning?.isIn(.monthSigns) == true,
            (1...12).contains(value)
        else { return false }
        index += 1
        take(Quantity(value: .month(Int(value)), range: quantity.range.lowerBound..<next.range.upperBound))
        return true
    }

    // MARK: Times of day

    /// Reads `7.30` as a time if neighbouring words say so.
    private mutating func readDottedTime(_ quantity: Quantity) -> Bool {
        guard let minutes = quantity.dottedMinutes,
            isClockBefore(index) || meaning(1)?.dayPart != nil || isHourNamed
        else { return false }
        let first = index
        if isHourNamed { index += 1 }
        readTime(minutes, from: first)
        return true
    }

    /// Reads `8 h 30`, "8 o'clock", "at 8", "8 in the morning". A bare hour stays a number that may match a time.
    private mutating func readHour(_ quantity: Quantity, from first: Int) -> Bool {
        guard case .number(let value) = quantity.value, value >= 0, value <= 24, value == value.rounded() else {
            return false
        }
        let isClock = isClockBefore(first) || isHourNamed
        guard let minutes = endOfHour(Int(value) * 60, first) else {
            guard isClockBefore(first), meaning(1)?.unit == nil else { return false }
            var hour = quantity
            hour.isHour = true
            take(hour)
            return true
        }
        // "One in the morning, two in the evening" may count tablets.
        let past = Double(minutes) - value * 60
        readTime(minutes, from: first, parts: past > 0 ? [value, past] : isClock ? [] : [value])
        return true
    }

    /// The minutes of a time that begins with the hour before `index`, which moves to the time's last token. Nil if no
    /// neighbouring word makes the hour a time of day.
    private mutating func endOfHour(_ hour: Int, _ first: Int) -> Int? {
        if isHourNamed, let (minutes, last) = minutes(after: index + 1) {
            index = last
            return hour + minutes
        }
        let named = isHourNamed ? 1 : 0
        guard
            isAfterClock || meaning(1 + named)?.dayPart != nil || isHourAlone && dayPart(before: first) != nil
        else { return nil }
        index += named
        return hour
    }

    /// Whether "o'clock" or "h" follows.
    private var isHourNamed: Bool { isAfterClock || meaning(1)?.unit == "h" }

    /// Whether no word follows that the number may count: "akşam 2 tablet" has no hour.
    private var isHourAlone: Bool {
        token(1).map { !$0.isWord && $0.meaning?.unit == nil } ?? true
    }

    /// The part of the day before the token at `place`, unless the part belongs to an hour before it.
    private func dayPart(before place: Int) -> Meaning.DayPart? {
        guard let before = tokens.at(place - 1)?.meaning, !before.isDayPartAfter else { return nil }
        if let last = quantities.last, last.range.upperBound >= tokens[place - 1].range.upperBound { return nil }
        return before.dayPart
    }

    private func minutes(after place: Int) -> (Int, last: Int)? {
        // An engine may have made "7 heures:30" of "7:30".
        let place = tokens.at(place + 1)?.isMark(0x3A) == true ? place + 1 : place
        guard case .number(let numeral)? = tokens.at(place + 1)?.kind, let value = numeral.value,
            value < 60, value == value.rounded(), numeral.literal.count == 2
        else { return nil }
        let unit = tokens.at(place + 2)?.meaning?.unit
        guard unit == nil || unit == "min" else { return nil }
        return (Int(value), unit == nil ? place + 1 : place + 2)
    }

    private func isClockBefore(_ place: Int) -> Bool {
        tokens.at(place - 1)?.meaning?.isIn(.beforeClock) == true
    }

    /// Whether "o'clock" or the like follows.
    private var isAfterClock: Bool { meaning(1)?.isIn(.afterClock) == true }

    /// Adds the time whose last token is at `index`, with the part of the day before or after it.
    private mutating func readTime(_ minutes: Int, from first: Int, parts: [Double] = []) {
        var range = tokens[first].range.lowerBound..<tokens[index].range.upperBound
        var part: Meaning.DayPart?
        if isAfterClock { index += 1 }
        if let after = meaning(1)?.dayPart {
            part = after
            index += 1
            range = range.lowerBound..<tokens[index].range.upperBound
        } else if let before = dayPart(before: first) {
            part = before
            range = tokens[first - 1].range.lowerBound..<range.upperBound
        }
        // Two o'clock at night is early morning, but "two at night" is rather a dose for the evening.
        if part == .night, parts.count == 1, minutes < 360 { part = .afternoon }
        take(Quantity(value: .time(Self.ofDay(minutes, part)), parts: parts, isHour: true, range: range))
    }

    /// Applies the part of the day; without one, a time is on the 24-hour clock.
    private static func ofDay(_ minutes: Int, _ part: Meaning.DayPart?) -> Int {
        let hour = minutes / 60
        guard let part, (1...12).contains(hour) else { return minutes % 1_440 }
        let isLate = part == .afternoon || part == .night && (6..<12).contains(hour)
        return minutes % 720 + (isLate ? 720 : 0)
    }

    // MARK: Words

    private mutating func readPhrase(_ meaning: Meaning) {
        if let value = meaning.number {
            readWords(value, isWeak: meaning.isIn(.weakNumbers))
        } else if let multiplier = meaning.multiplier {
            readAmount(Quantity(value: .number(multiplier), isWeak: Self.isVague(multiplier), range: range))
        } else if let month = meaning.month {
            take(Quantity(value: .month(month), isWeak: meaning.isIn(.weakMonths) && !isByNumber, range: range))
        } else if let weekday = meaning.weekday {
            take(Quantity(value: .weekday(weekday), isWeak: meaning.isIn(.weakWeekdays), range: range))
        } else if let ordinal = meaning.ordinal {
            take(Quantity(value: .number(ordinal), isWeak: true, range: range))
        } else {
            index += 1
        }
    }

    /// "Ten" and "millions" alone are figures of speech, which other languages express without a number.
    private static func isVague(_ multiplier: Double) -> Bool { multiplier < 100 || multiplier >= 1_000_000 }

    /// Whether the month is at most two words from a number that may be its day.
    private var isByNumber: Bool {
        tokens[max(index - 2, 0)...min(index + 2, tokens.count - 1)].contains {
            switch $0.kind {
            case .number, .code: true
            default: false
            }
        }
    }

    /// Reads "twenty", "twenty-five", "treinta y cinco", "two hundred and fifty".
    private mutating func readWords(_ value: Double, isWeak: Bool) {
        let start = index
        var quantity = Quantity(value: .number(value), isWeak: isWeak, range: tokens[start].range)
        var total = value
        var last = value
        while true {
            if let (next, place) = smallerNumber(than: last) {
                total += next
                last = next
                index = place
            } else if (1..<10).contains(last), let tens = meaning(1), tens.isIn(.joiners),
                let next = tens.number,
                (20...90).contains(next)
            {
                // The Arabic "five and-twenty", whose "and" is part of the word.
                total += next
                last = 1
                index += 1
            } else if last > 1, let by = meaning(1)?.multiplier, total < by {
                total *= by
                last = by
                index += 1
            } else {
                break
            }
            quantity.isWeak = false
        }
        quantity.value = .number(total)
        extend(&quantity, to: index)
        readAmount(quantity, from: start)
    }

    /// The number word that continues `number`: 1 to 9 after 20 to 90, below 100 after hundreds. Words such as "and",
    /// and hyphens, may come between.
    private func smallerNumber(than number: Double) -> (Double, last: Int)? {
        guard let bound = Self.bound(after: number) else { return nil }
        for step in 1...4 {
            guard let token = token(step) else { return nil }
            if let next = token.meaning?.number {
                return next >= 1 && next < bound && next == next.rounded() ? (next, index + step) : nil
            }
            guard token.meaning?.isIn(.joiners) == true || token.isMark(0x2D) else { return nil }
        }
        return nil
    }

    private static func bound(after number: Double) -> Double? {
        switch number {
        // French continues to nineteen after sixty and eighty.
        case 60, 80: 20
        case 20...90 where number.truncatingRemainder(dividingBy: 10) == 0: 10
        case 100... where number.truncatingRemainder(dividingBy: 1_000) == 0: 1_000
        case 100... where number.truncatingRemainder(dividingBy: 100) == 0: 100
        default: nil
        }
    }

    private func token(_ step: Int) -> LineToken? { tokens.at(index + step) }

    private func meaning(_ step: Int) -> Meaning? { token(step)?.meaning }

    /// Whether white space separates `next` from the token at `index`.
    private func isApart(_ next: LineToken) -> Bool { next.range.lowerBound > range.upperBound }
}

extension Quantity {
    fileprivate var mayBeYear: Bool {
        if case .number(let value) = value { value >= 1_000 } else { false }
    }

    /// The numbers of `7.30` or `12.05`, and how many digits the second has.
    fileprivate var dotted: (first: Int, second: Int, digits: Int)? {
        let parts = literal?.split(separator: ".", omittingEmptySubsequences: false) ?? []
        guard parts.count == 2, parts.allSatisfy({ $0.count <= 2 }), let first = Int(parts[0]),
            let second = Int(parts[1])
        else { return nil }
        return (first, second, parts[1].count)
    }

    /// The minutes since midnight of `7.30`.
    var dottedMinutes: Int? {
        guard let (hour, minute, digits) = dotted, digits == 2, hour < 24, minute < 60 else { return nil }
        return hour * 60 + minute
    }

    /// Day and month of a number such as 12.05, which the other side may spell out as the twelfth of May.
    var dottedDay: [Value]? {
        guard unit == nil, let (day, month, _) = dotted, (1...31).contains(day), (1...12).contains(month) else {
            return nil
        }
        return [.number(Double(day)), .month(month)]
    }
}
