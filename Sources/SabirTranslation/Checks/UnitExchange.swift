/// The units of time, weight, volume and length that a line names without a number: "in seconds", "by the hour", "a
/// week". Units beside a number are compared as quantities.
///
/// A single one tells little, because languages count in different words ("fortnight", "daily"). A line is doubted only
/// if one of these units replaced another.
struct UnitExchange {
    private var all: Set<String> = []
    private var bare: [String: Range<Int>] = [:]

    init(_ tokens: [LineToken], _ text: FoldedText) {
        for (place, token) in tokens.enumerated() {
            guard let meaning = token.meaning, let unit = meaning.unit, Self.isNamed(unit) else { continue }
            all.insert(unit)
            let beside = [Self.count(place - 1, tokens), Self.count(place + 1, tokens)]
            let isCounted = meaning.number != nil || beside.contains(.number)
            let isClock = meaning.isIn(.beforeClock) || meaning.isIn(.afterClock)
            guard beside.contains(.article) || Self.isWord(token.range, text), !isCounted, !isClock,
                !Self.isOfName(unit, place, tokens)
            else { continue }
            bare[unit] = bare[unit] ?? token.range
        }
    }

    /// Whether the unit is a word, not an abbreviation such as "min", which may mean something else: four letters or
    /// more; three in scripts without capitals and most vowels, in which "minute" may have three.
    private static func isWord(_ range: Range<Int>, _ text: FoldedText) -> Bool {
        range.count > (text.at(range.lowerBound) < 0x600 || text.at(range.lowerBound) >= 0x3000 ? 3 : 2)
    }

    private static func isNamed(_ unit: String) -> Bool { Units.spans.contains(unit) || Units.measures.contains(unit) }

    private enum Count { case number, article }

    /// Whether a number is beside the unit: "one" may be an article.
    private static func count(_ place: Int, _ tokens: [LineToken]) -> Count? {
        switch tokens.at(place)?.kind {
        case .number, .clock, .fraction, .code: return .number
        case .phrase(let meaning):
            guard meaning.multiplier == nil else { return .number }
            return meaning.number.map { _ in meaning.isIn(.weakNumbers) ? .article : .number }
        case .word, .mark, .date, nil: return nil
        }
    }

    /// Whether a name of a day or month is at most one word away: "on Monday" may be "on the day of Monday", and "in
    /// May" "in the month of May".
    private static func isOfName(_ unit: String, _ place: Int, _ tokens: [LineToken]) -> Bool {
        let near = tokens[max(place - 2, 0)...min(place + 2, tokens.count - 1)]
        return switch unit {
        case "day": near.contains { $0.meaning?.weekday != nil }
        case "month": near.contains { $0.meaning?.month != nil }
        default: false
        }
    }

    /// The exchanged units; nil unless each line has exactly one unit that the other lacks, both of time or both of
    /// another kind.
    func difference(from other: UnitExchange) -> Difference? {
        for family in [Units.spans, Units.measures] {
            let lost = bare.filter { family.contains($0.key) && !other.all.contains($0.key) }
            let added = other.bare.filter { family.contains($0.key) && !all.contains($0.key) }
            guard lost.count == 1, added.count == 1 else { continue }
            return Difference(kind: .units, source: Array(lost.values), translation: Array(added.values))
        }
        return nil
    }
}
