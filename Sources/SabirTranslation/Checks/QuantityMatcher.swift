/// Finds the quantities of a line that have no counterpart in its translation, and the other way round.
///
/// Both sides are multisets: each quantity is spent once. The nearest matches are made first.
struct QuantityMatcher {
    private var source: [Quantity]
    private var translation: [Quantity]
    /// Whether both languages have data, without which words and units' names are not understood.
    private let areBothKnown: Bool

    /// What is left over, by the kind of warning it makes.
    struct Difference: Equatable {
        var kind: TranslationWarning.Kind
        var source: [Range<Int>]
        var translation: [Range<Int>]
    }

    static func differences(_ source: [Quantity], _ translation: [Quantity], areBothKnown: Bool) -> [Difference] {
        var matcher = QuantityMatcher(source: source, translation: translation, areBothKnown: areBothKnown)
        guard !source.isEmpty || !translation.isEmpty else { return [] }
        matcher.spend { $0.isSame(as: $1) }
        matcher.spend { $0.isLike($1) }
        matcher.spendParts()
        var units = Difference(kind: .units, source: [], translation: [])
        matcher.spend { a, b in
            guard a.value == b.value, !a.isWeak || !b.isWeak else { return false }
            if areBothKnown || a.unit != nil && b.unit != nil {
                units.source.append(a.range)
                units.translation.append(b.range)
            }
            return true
        }
        return (units.source.isEmpty ? [] : [units]) + matcher.rest
    }

    private init(source: [Quantity], translation: [Quantity], areBothKnown: Bool) {
        self.source = source
        self.translation = translation
        self.areBothKnown = areBothKnown
    }

    private mutating func spend(_ isMatch: (Quantity, Quantity) -> Bool) {
        source.removeAll { quantity in
            guard let place = translation.firstIndex(where: { isMatch(quantity, $0) }) else { return false }
            translation.remove(at: place)
            return true
        }
    }

    // MARK: One against several

    private mutating func spendParts() {
        Self.spendParts(of: &source, from: &translation)
        Self.spendParts(of: &translation, from: &source)
        guard Self.digits(source).count >= 7, Self.digits(source) == Self.digits(translation) else { return }
        // A long number, such as a telephone's, whose digits were grouped in another way.
        source.removeAll { $0.literal != nil }
        translation.removeAll { $0.literal != nil }
    }

    private static func spendParts(of whole: inout [Quantity], from others: inout [Quantity]) {
        whole.removeAll { quantity in
            for values in quantity.readings {
                var left = others
                let areThere = values.allSatisfy { value in
                    guard let place = left.firstIndex(where: { $0.value == value }) else { return false }
                    left.remove(at: place)
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
        let source = source.filter(mustMatch)
        let translation = translation.filter(mustMatch)
        var differences: [Difference] = []
        for kind in [TranslationWarning.Kind.numbers, .percentages, .times, .dates] {
            let ours = source.filter { $0.warning == kind }
            let theirs = translation.filter { $0.warning == kind }
            guard !ours.isEmpty || !theirs.isEmpty else { continue }
            // What stands against a number may have become a time, and so on: then all that is left is shown.
            let others = (ours.isEmpty ? source : ours, theirs.isEmpty ? translation : theirs)
            differences.append(
                Difference(kind: kind, source: others.0.map(\.range), translation: others.1.map(\.range)))
        }
        return differences
    }

    private func mustMatch(_ quantity: Quantity) -> Bool {
        guard !quantity.isWeak else { return false }
        guard !areBothKnown else { return true }
        switch quantity.value {
        case .month, .weekday: return false
        default: return quantity.literal != nil || quantity.isHour
        }
    }
}

extension Quantity {
    fileprivate func isSame(as other: Quantity) -> Bool {
        guard unit == other.unit else { return false }
        if value == other.value { return true }
        guard let literal, literal == other.literal else { return false }
        return true
    }

    /// The same said in another way.
    fileprivate func isLike(_ other: Quantity) -> Bool {
        switch (value, other.value) {
        case (.time(let minutes), .number(let hour)): other.mayBeHour(hour, minutes)
        case (.number(let hour), .time(let minutes)): mayBeHour(hour, minutes)
        case (.number(let one), .number(let two)): one == two && isHour && other.isHour
        case (.code(let one), .code(let two)): one.filter { $0 != " " } == two.filter { $0 != " " }
        case (.date(let one, let oneFirst), .date(let two, let twoFirst)):
            oneFirst == twoFirst ? Self.sameDay(one, two) : Set(one.map { $0 }) == Set(two)
        default: false
        }
    }

    private func mayBeHour(_ hour: Double, _ minutes: Int) -> Bool {
        (unit == nil || unit == "h") && hour * 60 == Double(minutes)
    }

    private static func sameDay(_ one: [Double], _ two: [Double]) -> Bool {
        one[0] == two[0] && one[1] == two[1]
            && one[2].truncatingRemainder(dividingBy: 100) == two[2].truncatingRemainder(dividingBy: 100)
    }

    /// The sets of values that together say the same as this one.
    fileprivate var readings: [[Value]] {
        switch value {
        case .date(let parts, let yearFirst):
            let (year, one, two) = yearFirst ? (parts[0], parts[1], parts[2]) : (parts[2], parts[1], parts[0])
            return [(one, two), (two, one)].flatMap { month, day -> [[Value]] in
                guard (1...12).contains(month) else { return [] }
                let named: [Value] = [.number(day), .month(Int(month))]
                return [named + [.number(year)], named + [.number(year + 2_000)], named]
            }
        default: return parts.isEmpty ? [] : [parts.map { .number($0) }]
        }
    }
}
