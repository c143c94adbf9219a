/// How many things a line denies, and how many it says to stop: each as the least and the most it may mean.
///
/// Languages differ in how many words one negation takes ("no … nada", "ne … pas"). A *hard* cue counts one. A cue of
/// *concord* counts at most one, and need not count where its clause has another. A *soft* one may count or not, unless
/// the other line has a soft one too, which is then its counterpart.
struct CueCount: Sendable {
    private var negations = Tally()
    private var stops = Tally()
    private(set) var negationRanges: [Range<Int>] = []
    private(set) var stopRanges: [Range<Int>] = []

    private struct Tally {
        var least = 0
        /// Without the soft ones.
        var most = 0
        var soft = 0

        func range(against other: Tally) -> ClosedRange<Int> { least...(most + max(soft - other.soft, 0)) }
    }

    private struct Clause {
        var hard = 0
        var concord = 0
        var soft = 0

        mutating func makeSoft() {
            soft += concord
            concord = 0
        }

        func add(to tally: inout Tally) {
            tally.least += hard > 0 ? hard : min(concord, 1)
            tally.most += hard + concord
            tally.soft += soft
        }
    }

    init(_ tokens: [LineToken], _ text: FoldedText) {
        var clause = Clause()
        for (place, token) in tokens.enumerated() {
            switch token.kind {
            case .phrase(let meaning):
                if meaning.startsClause { end(&clause) }
                guard !Self.isAbbreviation(place, tokens, text) else { continue }
                count(meaning, token.range, &clause)
            case .mark(let mark) where Self.endsClause(mark):
                // In a question a word of concord may mean "ever" or "anything".
                if mark == 0x3F { clause.makeSoft() }
                end(&clause)
            default: break
            }
        }
        end(&clause)
    }

    private mutating func count(_ meaning: Meaning, _ range: Range<Int>, _ clause: inout Clause) {
        switch meaning.negation {
        case .hard: clause.hard += 1
        case .concord: clause.concord += 1
        case .soft: clause.soft += 1
        case nil: break
        }
        if meaning.negation == .hard || meaning.negation == .concord { negationRanges.append(range) }
        switch meaning.stop {
        case .hard:
            stops.least += 1
            stops.most += 1
            stopRanges.append(range)
        case .soft: stops.soft += 1
        case nil: break
        }
    }

    private mutating func end(_ clause: inout Clause) {
        clause.add(to: &negations)
        clause = Clause()
    }

    /// "No. 5": a number's name, no denial.
    private static func isAbbreviation(_ place: Int, _ tokens: [LineToken], _ text: FoldedText) -> Bool {
        guard tokens[place].range.count == 2, place + 2 < tokens.count, tokens[place + 1].isMark(0x2E),
            tokens[place + 1].range.lowerBound == tokens[place].range.upperBound,
            case .number = tokens[place + 2].kind
        else { return false }
        return text.at(tokens[place].range.lowerBound) == 0x6E
    }

    private static func endsClause(_ mark: UInt32) -> Bool {
        switch mark {
        case 0x2C, 0x2E, 0x3B, 0x3A, 0x21, 0x3F, 0x2026, 0x2014, 0x2013: true
        default: false
        }
    }

    // MARK: Against the translation

    /// The kinds of cue without counterpart. "Stop taking" may have become "do not take": one exchanged for the other
    /// is none missing.
    func differences(from other: CueCount) -> [TranslationWarning.Kind] {
        let denials = (negations.range(against: other.negations), other.negations.range(against: negations))
        let halts = (stops.range(against: other.stops), other.stops.range(against: stops))
        let (negates, stopsToo) = (denials.0.overlaps(denials.1), halts.0.overlaps(halts.1))
        if !negates, !stopsToo, Self.sum(denials.0, halts.0).overlaps(Self.sum(denials.1, halts.1)) { return [] }
        return (negates ? [] : [.negation]) + (stopsToo ? [] : [.stopCue])
    }

    private static func sum(_ one: ClosedRange<Int>, _ two: ClosedRange<Int>) -> ClosedRange<Int> {
        (one.lowerBound + two.lowerBound)...(one.upperBound + two.upperBound)
    }
}
