/// Finds matched quantities that changed places: "120 over 80" became "80 over 120".
///
/// Compares only quantities that could be mistaken for each other: numbers with equal units or without unit, times, and
/// days. A quantity with a unit of its own, or known to count tablets or times, may appear anywhere, because it is
/// matched together with what it counts.
struct QuantityOrder {
    /// A quantity and its counterpart.
    struct Match {
        var source: Quantity
        var translation: Quantity
    }

    /// Quantities that could be mistaken for each other.
    private struct Class: Hashable {
        enum Form { case number, partOfDate, year, code, time, date, month, weekday }

        var form: Form
        var unit: String?
        var counted: String?
        /// The letters of a code that is a name with a number: `MP3` is no `WGS84`.
        var name: String?
    }

    private let matches: [Match]

    static func differences(_ matches: [Match]) -> [Difference] {
        guard matches.count > 1 else { return [] }
        let moved = QuantityOrder(matches: matches.filter { !$0.source.isWeak && !$0.translation.isWeak }).moved
        return Dictionary(grouping: moved, by: \.0.source.warning).sorted { $0.key.rawValue < $1.key.rawValue }
            .map { kind, pairs in
                Difference(
                    kind: kind, source: pairs.map(\.0.source.range),
                    translation: pairs.map(\.1.translation.range))
            }
    }

    /// Quantities of the original, each with the one now in its place.
    private var moved: [(Match, Match)] {
        guard crossed.isEmpty else { return crossed }
        return Dictionary(grouping: matches, by: classOf).values.flatMap { matches in
            let ours = matches.sorted { $0.source.range.lowerBound < $1.source.range.lowerBound }
            let theirs = matches.sorted { $0.translation.range.lowerBound < $1.translation.range.lowerBound }
            return zip(ours, theirs).filter { $0.source.value != $1.source.value }
        }.sorted { $0.0.source.range.lowerBound < $1.0.source.range.lowerBound }
    }

    /// Quantities that count what another counted, in any order: "2 tablets 3 times" became "3 tablets 2 times".
    private var crossed: [(Match, Match)] {
        matches.compactMap { one in
            guard one.source.counted != nil, one.translation.counted != nil, !one.countsTheSame,
                let other = matches.first(where: {
                    $0.source.value != one.source.value && $0.hasCounted
                        && [nil, one.translation.counted].contains($0.source.counted)
                        && [nil, one.source.counted].contains($0.translation.counted)
                })
            else { return nil }
            return (one, other)
        }
    }

    private func classOf(_ match: Match) -> Class {
        Class(
            form: form(match),
            unit: match.source.unit == match.translation.unit ? match.source.unit : nil,
            counted: match.countsTheSame ? match.source.counted : nil, name: match.source.name)
    }

    /// A day beside its month is not compared with other numbers, because languages order dates differently.
    private func form(_ match: Match) -> Class.Form {
        if match.isTimeOnOneSide { return matches.contains(where: \.isTime) ? .time : .number }
        return switch match.source.value {
        case .number where match.source.unit == nil && match.source.counted == nil:
            match.source.isYear || match.translation.isYear ? .year : isByMonth(match) ? .partOfDate : .number
        case .number: .number
        case .code: .code
        case .time: .time
        case .date: .date
        case .month: .month
        case .weekday: .weekday
        }
    }

    private func isByMonth(_ match: Match) -> Bool {
        matches.contains { month in
            guard case .month = month.source.value else { return false }
            return month.source.range.isBy(match.source.range) && month.translation.range.isBy(match.translation.range)
        }
    }
}

extension QuantityOrder.Match {
    /// Whether a number is a time in one language only: the version 2.10, because of its neighbour, or 8.30 written
    /// 8:30 on the other side.
    fileprivate var isTimeOnOneSide: Bool {
        switch (source.value, translation.value) {
        case (.number(let value), .time), (.time, .number(let value)): value != value.rounded()
        default: false
        }
    }
    fileprivate var isTime: Bool {
        if case (.time, .time) = (source.value, translation.value) { true } else { false }
    }
    fileprivate var hasCounted: Bool { source.counted != nil || translation.counted != nil }
    fileprivate var countsTheSame: Bool { source.counted != nil && source.counted == translation.counted }
}

extension Quantity {
    /// The letters of a code, but for a single one, which numbers something: rooms A1 and B2.
    fileprivate var name: String? {
        guard case .code(let code) = value else { return nil }
        let letters = code.filter(\.isLetter)
        return letters.count > 1 ? letters : nil
    }
}

extension Range<Int> {
    /// Whether at most a short word or a day is between the two: "5 de mayo", "May 15, 2026".
    fileprivate func isBy(_ other: Range<Int>) -> Bool {
        lowerBound <= other.upperBound + 5 && other.lowerBound <= upperBound + 5
    }
}
