/// Finds numbers in a sentence about a dose that do not say what they count: "take 2 every 8".
///
/// A number before a word counts that word. Left over are numbers at the end, before a mark, or before a word that is
/// not countable ("every"), except names ("room 5"), hours, dates, years, prices and telephone numbers.
struct BareNumbers {
    private static let mostDigits = 5
    private static let years = 1900...2100
    /// Marks that make a neighbouring number a name, a price or a part of something.
    private static let marks: Set<String> = [":", "€", "$", "£", "+", "×", "=", "/", "º", "°", "*"]
    private static let marksBefore = marks.union(["#", "№", "@"])
    private static let marksAfter = marks.union(["%", "‰", ")", "℃"])

    let tokens: [DraftToken]
    let rules: AdviceRules

    var places: [Int] {
        guard tokens.contains(where: { $0.kind == .number }), !rules.doses.matches(in: tokens).isEmpty else {
            return []
        }
        var places: [Int] = []
        var named: Set<Int> = []
        for place in tokens.indices where tokens[place].kind == .number {
            if isNamed(place) || isGrouped(place) || place >= 2 && named.contains(place - 2) {
                named.insert(place)
            } else if countsNothing(place) {
                places.append(place)
            }
        }
        return places
    }

    private func isNamed(_ place: Int) -> Bool {
        !isAmount(tokens[place].text) || place > 0 && tokens[place - 1].isMark(among: Self.marksBefore)
            || hasBefore(place, oneOf: rules.numbered)
    }

    /// Whether one of the phrases precedes the number without a number of its own: false for the last number of "every
    /// 8 hours 2".
    private func hasBefore(_ place: Int, oneOf phrases: PhraseList) -> Bool {
        guard let start = phrases.start(before: place, in: tokens) else { return false }
        return start == 0 || tokens[start - 1].kind != .number
    }

    /// Whether the number is one of three in a row, as in a telephone number.
    private func isGrouped(_ place: Int) -> Bool {
        let isNumber = { (place: Int) in tokens.indices.contains(place) && tokens[place].kind == .number }
        let before = !isNumber(place - 1) ? 0 : isNumber(place - 2) ? 2 : 1
        let after = !isNumber(place + 1) ? 0 : isNumber(place + 2) ? 2 : 1
        return before + after >= 2
    }

    private func countsNothing(_ place: Int) -> Bool {
        guard !hasBefore(place, oneOf: rules.units) else { return false }
        guard place + 1 < tokens.count else { return true }
        let next = tokens[place + 1]
        switch next.kind {
        case .word:
            guard let follower = rules.follows.longest(at: place + 1, in: tokens)?.range else { return false }
            let isSpan =
                follower.upperBound < tokens.count && tokens[follower.upperBound].kind == .number
                && rules.every.longest(at: place + 1, in: tokens) == nil
            return !isSpan || countsNothing(follower.upperBound)
        case .number: return true
        case .mark: return !next.isMark(among: Self.marksAfter)
        }
    }

    /// Whether the text is digits with at most one separator, and not a year: `500`, `0,5`, `2-3`.
    private func isAmount(_ text: String) -> Bool {
        let parts = text.split { !DraftTokens.isDigit($0) }
        guard parts.count <= 2, parts.allSatisfy({ $0.count <= Self.mostDigits }) else { return false }
        if text.contains(where: { ":/".contains($0) }) { return false }
        if parts.count == 1, let year = Int(text), Self.years.contains(year) { return false }
        return true
    }
}
