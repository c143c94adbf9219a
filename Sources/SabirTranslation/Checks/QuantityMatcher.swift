/// Finds the quantities of a line without counterpart in its translation, and the reverse.
///
/// Both sides are multisets, in which each quantity is used once. The closest matches are made first.
struct QuantityMatcher {
    private var source: [Quantity]
    private var translation: [Quantity]
    private var matches: [QuantityOrder.Match] = []
    /// Whether both languages have data; otherwise words and names of units are not understood.
    private let areBothKnown: Bool
    private let hasNought: (source: Bool, translation: Bool)

    static func differences(_ source: [Quantity], _ translation: [Quantity], areBothKnown: Bool) -> [Difference] {
        guard !source.isEmpty || !translation.isEmpty else { return [] }
        var matcher = QuantityMatcher(
            source: source, translation: translation, areBothKnown: areBothKnown,
            hasNought: (source.contains { $0.value == .number(0) }, translation.contains { $0.value == .number(0) }))
        matcher.spend { $0.counted != nil && $0.counted == $1.counted && $0.isSame(as: $1) }
        // "A value of 1" contains a figure and an article.
        matcher.spend { !$0.isWeak && !$1.isWeak && $0.isSame(as: $1) }
        // "Double click" is no counterpart of "two clicks". Articles are skipped, because they may appear anywhere.
        matcher.spend { $0.isWeak && $1.isWeak && $0.value != .number(1) && $0.isSame(as: $1) }
        matcher.spend { $0.isSame(as: $1) }
        matcher.spend { $0.isLike($1) || $1.isLike($0) }
        matcher.spendParts()
        var units = Difference(kind: .units)
        for weakest in [false, true] {
            matcher.spend { a, b in
                guard a.hasValue(of: b), a.isWeak || b.isWeak ? weakest && !(a.isWeak && b.isWeak) : true else {
                    return false
                }
                let isUnitLost = areBothKnown && !a.mayLackUnit(of: b)
                // "A week" is no counterpart of a bare "1", which is a separate figure.
                if weakest, isUnitLost, a.unit == nil || b.unit == nil { return false }
                if isUnitLost || a.unit != nil && b.unit != nil {
                    units.source.append(a.range)
                    units.translation.append(b.range)
                }
                return true
            }
        }
        return (units.source.isEmpty ? [] : [units]) + matcher.rest + QuantityOrder.differences(matcher.matches)
    }

    private mutating func spend(_ isMatch: (Quantity, Quantity) -> Bool) {
        source.removeAll { quantity in
            guard let place = translation.firstIndex(where: { isMatch(quantity, $0) }) else { return false }
            matches.append(QuantityOrder.Match(source: quantity, translation: translation.remove(at: place)))
            return true
        }
    }

    // MARK: One against several

    private mutating func spendParts() {
        Self.spendParts(of: &source, from: &translation)
        Self.spendParts(of: &translation, from: &source)
        guard Self.digits(source).count >= 7, Self.digits(source) == Self.digits(translation),
            !(source + translation).contains(where: \.hasDecimals)
        else { return }
        // A long number, such as a telephone number, with digits grouped differently.
        source.removeAll { $0.literal != nil }
        translation.removeAll { $0.literal != nil }
    }

    private static func spendParts(of whole: inout [Quantity], from others: inout [Quantity]) {
        whole.removeAll { quantity in
            for values in quantity.readings {
                var left = others
                var last = 0
                let areThere = values.allSatisfy { value in
                    // The two numbers of 1/2 keep their order; those of a date need not.
                    let first = quantity.parts.isEmpty ? 0 : last
                    guard
                        let place = left[first...].firstIndex(where: {
                            ($0.value == value || quantity.hasMonth($0, value)) && quantity.mayHold($0)
                        })
                    else { return false }
                    left.remove(at: place)
                    last = place
                    return true
                }
                guard areThere, !values.isEmpty else { continue }
                others = left
                return true
            }
            return false
        }
    }

    private static func digits(_ quantities: [Quantity]) -> String {
        quantities.compactMap(\.literal).joined().filter { $0 >= "0" && $0 <= "9" }
    }

    // MARK: What is left

    private var rest: [Difference] {
        var source = source.filter { mustMatch($0) && !isSaidTwice($0, matches.map(\.source)) }
        var translation = translation.filter { mustMatch($0) && !isSaidTwice($0, matches.map(\.translation)) }
        // A product's name or the like may be left out, or replace "it", but must not become another. "No" may be
        // "zero".
        if translation.isEmpty { source.removeAll { $0.isName || $0.isNoughtInWords && !hasNought.translation } }
        if source.isEmpty { translation.removeAll { $0.isName || $0.isNoughtInWords && !hasNought.source } }
        return [TranslationWarning.Kind.numbers, .percentages, .times, .dates].compactMap { kind in
            let ours = source.filter { $0.warning == kind }
            let theirs = translation.filter { $0.warning == kind }
            guard !ours.isEmpty || !theirs.isEmpty else { return nil }
            // A number may have become a time, and so on: then everything unmatched is reported.
            return Difference(
                kind: kind, source: (ours.isEmpty ? source : ours).map(\.range),
                translation: (theirs.isEmpty ? translation : theirs).map(\.range))
        }
    }

    /// Whether the quantity repeats in figures what words said ("a tablet and a half (1.5)"), or is a name or month that
    /// is there already: "from 1 August to 15 August".
    private func isSaidTwice(_ quantity: Quantity, _ matched: [Quantity]) -> Bool {
        // "A week" does not say "1". A name may be repeated in place of "it".
        matched.contains {
            guard $0.value == quantity.value else { return false }
            switch quantity.value {
            case .code, .month: return true
            default: return quantity.literal != nil && $0.literal == nil && (!$0.isWeak || quantity.value != .number(1))
            }
        }
    }

    private func mustMatch(_ quantity: Quantity) -> Bool {
        // "The last hour" may become "the last 1 hour".
        guard !quantity.isWeak, quantity.value != .number(1) || !quantity.isSpan else { return false }
        return areBothKnown || quantity.literal != nil || quantity.isHour
    }
}

extension Quantity {
    fileprivate func isSame(as other: Quantity) -> Bool {
        guard unit == other.unit || unit != nil && unit == other.rate || rate != nil && rate == other.unit else {
            return false
        }
        return hasValue(of: other) || literal != nil && literal == other.literal
    }

    /// Whether both say the same amount in different ways; asked both ways round.
    fileprivate func isLike(_ other: Quantity) -> Bool {
        switch (value, other.value) {
        case (.time(let minutes), .number(let hour)): other.mayBeHour(hour, minutes) || other.isDotted(minutes)
        case (.number(let one), .number(let two)):
            one == two && isHour && other.isHour && (unit ?? near ?? "h") == (other.unit ?? other.near ?? "h")
        case (.month(let month), .number): month < 10 && other.isMonth(month)
        case (.code(let one), .code(let two)): one.filter { $0 != " " } == two.filter { $0 != " " }
        case (.date(let one, let oneFirst), .date(let two, let twoFirst)):
            oneFirst == twoFirst
                ? one.prefix(2) == two.prefix(2) && (one[2] - two[2]).truncatingRemainder(dividingBy: 100) == 0
                : Set(one) == Set(two)
        default: false
        }
    }

    /// Compares values; 0000 and 00000 differ although both are zero.
    fileprivate func hasValue(of other: Quantity) -> Bool {
        guard value == other.value else { return false }
        guard value == .number(0), let literal, let theirs = other.literal else { return true }
        return literal.count == theirs.count || !(literal + theirs).allSatisfy { $0 == "0" }
    }

    /// Whether a unit may be present on only one side.
    fileprivate func mayLackUnit(of other: Quantity) -> Bool {
        guard let given = unit ?? other.unit, unit == nil || other.unit == nil else { return false }
        let bare = unit == nil ? self : other
        if bare.near == given || Units.computing.contains(given) { return true }
        // "One day" may become "a single day", whose number is apart from its unit.
        if bare.isWeak { return Units.spans.contains(given) }
        // "She is 82" means years; other languages do not leave that word out.
        guard case .number(let value) = value else { return false }
        return given == "year" && value <= 120 && (bare.near.map { !Units.spans.contains($0) } ?? true)
    }

    /// Whether the other quantity may be a part of this time: hours never match minutes.
    fileprivate func mayHold(_ other: Quantity) -> Bool {
        guard case .time = value, parts.count == 2, let unit = other.unit else { return true }
        return other.value == .number(unit == "h" ? parts[0] : parts[1])
    }

    fileprivate var isSpan: Bool { unit.map(Units.spans.contains) ?? false }

    /// Whether the code is a word with a number: `python3`, but not `B12`.
    fileprivate var isName: Bool {
        guard case .code(let code) = value else { return false }
        return code.split(whereSeparator: \.isNumber).contains { $0.count >= 4 && $0.allSatisfy(\.isLetter) }
    }

    /// Excludes the point of a telephone number, which follows a zero or precedes many digits: 030.123456.
    fileprivate var hasDecimals: Bool {
        guard case .number(let value) = value, value != value.rounded() else { return false }
        guard unit == nil, let groups = literal?.split(whereSeparator: { $0 == "." || $0 == "," }), groups.count == 2
        else { return true }
        return groups[0].count < 2 || groups[0].first != "0" && groups[1].count < 6
    }

    fileprivate var isNoughtInWords: Bool { value == .number(0) && literal == nil }

    private func mayBeHour(_ number: Double, _ minutes: Int) -> Bool {
        if unit == "min" && near == "h" { return number + 60 == Double(minutes) }
        return (unit == nil || unit == "h") && number * 60 == Double(minutes)
    }

    /// Whether the number may be a time that no word confirms: 8.30, as in "8.30-12.15".
    private func isDotted(_ minutes: Int) -> Bool { unit == nil && dottedMinutes == minutes }

    /// 05, which is May in a day written with a slash: "12/05".
    private func isMonth(_ month: Int) -> Bool {
        unit == nil && literal == (month < 10 ? "0\(month)" : "\(month)")
    }

    /// Whether `number` is the month of this dotted day: "12.05." made "12/05".
    fileprivate func hasMonth(_ number: Quantity, _ value: Value) -> Bool {
        guard case .month(let month) = value, case .number = self.value else { return false }
        return number.isMonth(month)
    }

    /// The sets of values that each together equal this quantity.
    fileprivate var readings: [[Value]] {
        guard case .date(let parts, let yearFirst) = value else {
            return parts.isEmpty ? dottedDay.map { [$0] } ?? [] : [parts.map { .number($0) }]
        }
        let (year, one, two) = yearFirst ? (parts[0], parts[1], parts[2]) : (parts[2], parts[1], parts[0])
        return [(one, two), (two, one)].flatMap { month, day -> [[Value]] in
            guard (1...12).contains(month) else { return [] }
            let named: [Value] = [.number(day), .month(Int(month))]
            return [named + [.number(year)], named + [.number(year + 2_000)], named]
        }
    }
}
