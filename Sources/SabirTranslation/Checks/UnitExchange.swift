/// Which units of time a line names without a number: "in seconds", "by the hour". Those beside one are compared along
/// with it, as quantities.
///
/// One alone says little, as languages count in other words ("fortnight", "daily"). Only a line is doubted that has one
/// of these in place of another.
struct UnitExchange {
    private var all: Set<String> = []
    private var bare: [String: Range<Int>] = [:]

    init(_ tokens: [LineToken]) {
        for (place, token) in tokens.enumerated() {
            guard let meaning = token.meaning, let unit = meaning.unit, Units.spans.contains(unit) else { continue }
            all.insert(unit)
            let isCounted = meaning.number != nil || Self.counts(place - 1, tokens) || Self.counts(place + 1, tokens)
            let isClock = meaning.isBeforeClock || meaning.isAfterClock
            guard token.range.count > Self.longestSymbol, !isCounted, !isClock else { continue }
            bare[unit] = bare[unit] ?? token.range
        }
    }

    /// "Min" and the like are other words too.
    private static let longestSymbol = 3

    private static func counts(_ place: Int, _ tokens: [LineToken]) -> Bool {
        guard tokens.indices.contains(place) else { return false }
        switch tokens[place].kind {
        case .number, .clock, .fraction, .code: return true
        case .phrase(let meaning): return meaning.number != nil || meaning.multiplier != nil
        case .word, .mark, .date: return false
        }
    }

    /// Nil but where each line has exactly one that the other lacks.
    func difference(from other: UnitExchange) -> (ours: Range<Int>, theirs: Range<Int>)? {
        let lost = bare.filter { !other.all.contains($0.key) }
        let added = other.bare.filter { !all.contains($0.key) }
        guard lost.count == 1, added.count == 1, let ours = lost.first?.value, let theirs = added.first?.value else {
            return nil
        }
        return (ours, theirs)
    }
}
