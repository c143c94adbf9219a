/// How many things a line denies, and how many it says to stop, each as a minimum and a maximum; and what it obliges to
/// or permits.
///
/// Languages differ in how many words one negation takes ("no … nada", "ne … pas"). A *hard* cue counts as one. A
/// *concord* cue counts as at most one, and may count as none after another cue in its sentence, or before one in its
/// clause. A *particle* ("ne") does not count, but makes a neighbouring soft word ("plus", "personne") a denial. A
/// *light* cue ("غير", "non-") may be part of a word in other languages: it may count as none, but its line denies
/// something. A *soft* cue may count or not, unless the other line has a soft cue too, which is then its counterpart.
///
/// Three more things are denied in one language and not in another. A denial after "until", "before" or "unless"
/// ("finché non", "-meden") may count as none if the other line has such a word too. So may the denial of an exception
/// ("no … más que") if the other line says "only". Of alternatives ("cannot be copied or moved") each may be denied, or
/// all of them at once. An answer before a denial counts only if the other line has one too: "No, I have not" may
/// become "I have not".
///
/// Words for "must" and "may" tell little alone: languages leave "must" to the imperative, and "can" to the tense. They
/// are told only if all words of one kind are gone and one of the other has appeared that the original does not have.
struct CueCount: Sendable {
    private let tokens: [LineToken]
    private let text: FoldedText
    /// One tally for each sentence.
    private var sentences = [Tally()]
    private var negations = Tally()
    private var stops = Tally()
    private(set) var negationRanges: [Range<Int>] = []
    private(set) var stopRanges: [Range<Int>] = []
    private var obligations: [Range<Int>] = []
    private var permissions: [Range<Int>] = []
    /// Whether the line has a word, such as "should", that other languages say as either.
    private var hasAmbiguousModal = false
    private var clause = Clause()
    /// Whether an earlier clause of the current sentence denies: see `Clause.add`.
    private var isAlong = false
    private var alternatives: Int?
    private var clausesOfSentence = 0
    /// Whether the current sentence began with an answer: "no,".
    private var isAnswered = false

    private var sentence: Tally {
        get { sentences[sentences.count - 1] }
        set { sentences[sentences.count - 1] = newValue }
    }

    private struct Tally {
        var least = 0
        /// The maximum without soft cues.
        var most = 0
        var soft = 0
        var light = 0
        /// Cues that may deny at the end of a sentence.
        var last = 0
        /// Words such as "until", and how many of `least` follow one.
        var limits = 0
        var limited = 0
        /// Words such as "only", and how many of `least` accompany a word such as "except".
        var onlys = 0
        var excepted = 0
        /// Sentences that begin with "no," or "no thanks,", and those with a bare "no," before a denial.
        var openings = 0
        var answers = 0

        /// Matches cues of one kind first, then light cues of one side with soft ones of the other.
        func range(against other: Tally) -> ClosedRange<Int> {
            let (lights, softs) = (light - other.light, soft - other.soft)
            let light = max(lights - max(-softs, 0), 0)
            let soft = max(softs - max(-lights, 0), 0)
            let free = min(max(limited - other.limited, 0), other.limits) + min(excepted, max(other.onlys - onlys, 0))
            let answers = max(answers - other.openings, 0)
            let least = max(least - free - answers, 0)
            return max(least, min(light, 1))...(most - answers + light + soft + last)
        }

        func agrees(with other: Tally) -> Bool { range(against: other).overlaps(other.range(against: self)) }

        static func += (one: inout Tally, two: Tally) {
            for count in counts { one[keyPath: count] += two[keyPath: count] }
        }

        private static let counts: [WritableKeyPath<Tally, Int> & Sendable] = [
            \.least, \.most, \.soft, \.light, \.last, \.limits, \.limited, \.onlys, \.excepted, \.openings, \.answers,
        ]
    }

    private struct Clause {
        var hard = 0
        var concord = 0
        var particles = 0
        var light = 0
        var soft = 0
        /// Hard cues that include "until": "-meden".
        var limiting = 0
        /// Whether the clause opens with "until" or the like; the next one, with "or".
        var isLimited = false
        var isAlternative = false
        var hasException = false

        var words = 0
        var isBegun: Bool { words > 0 }
        /// Whether the first word is a concord cue: "nobody has called" denies without another cue.
        var isOpenedByConcord = false

        /// The most words of an alternative spoken in one breath with the first one.
        static let fewWords = 4

        var denies: Bool { hard + concord > 0 }

        mutating func makeSoft(isTag: Bool) {
            soft += concord + (isTag ? hard : 0)
            concord = 0
            if isTag { hard = 0 }
        }

        /// - Parameters:
        ///   - isAlong: whether an earlier clause of the sentence denies: "no coma, beba ni fume nada".
        ///   - alternatives: how many denials the directly preceding clauses have, without the first one.
        mutating func add(to tally: inout Tally, isAlong: Bool, alternatives: inout Int?) {
            if particles > 0, soft > 0, !denies {
                hard += 1
                soft -= 1
            }
            let least = hard > 0 || isAlong && !isOpenedByConcord ? hard : min(concord, 1)
            if least > 0, isAlternative, words <= Self.fewWords, let before = alternatives {
                tally.least -= before
                alternatives = 0
            } else {
                tally.least += least
                tally.limited += isLimited ? least : limiting
                tally.excepted += hasException ? min(least, 1) : 0
                alternatives = least > 0 ? alternatives.map { $0 + least } ?? 0 : nil
            }
            tally.most += hard + concord
            tally.soft += soft
            tally.light += light
        }
    }

    init(_ tokens: [LineToken], _ text: FoldedText) {
        (self.tokens, self.text) = (tokens, text)
        for (place, token) in tokens.enumerated() {
            switch token.kind {
            case .phrase(let meaning):
                switch (meaning.isIn(.obligation), meaning.isIn(.permission)) {
                case (true, false): obligations.append(token.range)
                case (false, true): permissions.append(token.range)
                case (true, true): hasAmbiguousModal = true
                case (false, false): break
                }
                clause.hasException = clause.hasException || meaning.isIn(.except)
                if meaning.isIn(.only) { sentence.onlys += 1 }
                if meaning.startsClause || meaning.isIn(.until) { endClause() }
                clause.isLimited = clause.isLimited || meaning.isIn(.until)
                clause.isAlternative = clause.isAlternative || meaning.isIn(.alternatives)
                if meaning.isLimit { sentence.limits += 1 }
                guard !isDoublet(place), !isAbbreviation(place), !isCounting(place) else { continue }
                count(meaning, place)
                clause.words += 1
                if text.at(token.range.upperBound - 1) == 0x2C, isOpening { endClause(opens: true) }
            case .word: clause.words += 1
            case .mark(let mark) where Self.clauseEnds.contains(mark):
                // In a question, a concord cue may mean "ever" or "anything", and a final "no?" asks for assent.
                if mark == 0x3F { clause.makeSoft(isTag: clause.words == 1 && clausesOfSentence > 0) }
                endClause(opens: mark == 0x2C)
                if mark != 0x2C { (isAlong, isAnswered, alternatives, clausesOfSentence) = (false, false, nil, 0) }
                if Self.sentenceEnds.contains(mark), CharacterTable.shared.isSpace(text.at(token.range.upperBound)) {
                    sentences.append(Tally())
                }
            default: break
            }
        }
        endClause()
        for tally in sentences { negations += tally }
    }

    private mutating func count(_ meaning: Meaning, _ place: Int) {
        let (range, negation) = (tokens[place].range, meaning.negation)
        switch negation {
        // A quoted name or value, such as “never”, may stay untranslated.
        case .some where isQuote(range.lowerBound - 1) && isQuote(range.upperBound): clause.soft += 1
        case .negationLast: sentence.last += isLast(place) ? 1 : 0
        case .negation:
            clause.hard += 1
            clause.limiting += meaning.isLimit ? 1 : 0
        case .negationConcord:
            clause.concord += 1
            clause.isOpenedByConcord = clause.isOpenedByConcord || !clause.isBegun && !meaning.startsClause
        case .negationParticle: clause.particles += 1
        case .negationLight: clause.light += 1
        case .negationSoft: clause.soft += 1
        default: break
        }
        if let negation, ![.negationSoft, .negationLast].contains(negation) { negationRanges.append(range) }
        if meaning.isIn(.stopSoft) {
            stops.soft += 1
        } else if meaning.isIn(.stop) {
            stops.least += 1
            stops.most += 1
            stopRanges.append(range)
        }
    }

    /// Letters of the longest answering "no" ("hayır") with its comma. A longer word is rather a verb that denies.
    private static let longestNo = 5

    private var isOpening: Bool {
        clausesOfSentence == 0 && clause.hard + clause.concord == 1 && clause.words <= 2
    }

    private mutating func endClause(opens: Bool = false) {
        defer { clause = Clause() }
        guard clause.isBegun else { return }
        clause.add(to: &sentences[sentences.count - 1], isAlong: isAlong, alternatives: &alternatives)
        if isAnswered, clause.denies { sentence.answers = 1 }
        let isOpening = opens && isOpening
        if isOpening { sentence.openings = 1 }
        let isAnswer = isOpening && clause.words == 1 && negationRanges.last.map { $0.count <= Self.longestNo } ?? false
        isAlong = isAlong || clause.denies && !isAnswer
        isAnswered = isAnswered || isAnswer
        clausesOfSentence += 1
    }

    /// Whether "no." abbreviates "number", as in "No. 5".
    private func isAbbreviation(_ place: Int) -> Bool {
        guard case .number? = tokens.at(place + 2)?.kind, tokens[place + 1].isMark(0x2E) else { return false }
        let range = tokens[place].range
        return range.count == 2 && text.at(range.lowerBound) == 0x6E
            && tokens[place + 1].range.lowerBound == range.upperBound
    }

    /// Whether a word written like a negation is the number nine, as in Persian ("no") and Bengali ("is not"): it is
    /// beside a unit, a time or another number.
    private func isCounting(_ place: Int) -> Bool {
        func meaning(_ step: Int) -> Meaning? { tokens.at(place + step)?.meaning }
        guard meaning(0)?.number != nil else { return false }
        let isInNumber = [-1, 1].contains { step in
            meaning(step)?.number != nil || meaning(step)?.isIn(.joiners) == true && meaning(step * 2)?.number != nil
        }
        return isInNumber || meaning(-1)?.isIn(.beforeClock) == true || meaning(1)?.isIn(.afterClock) == true
            || meaning(1)?.unit != nil || meaning(1)?.multiplier != nil
    }

    /// Whether the word is the second of two forms of one verb, which deny nothing: "olup olmadığı" (whether it is).
    private func isDoublet(_ place: Int) -> Bool {
        guard let first = tokens.at(place - 1), first.isWord, first.range.count >= 4 else { return false }
        let (one, other) = (text.scalars[first.range], text.scalars[tokens[place].range])
        return one.last == 0x70 && other.count > one.count && other.starts(with: one.dropLast(2))
    }

    private func isLast(_ place: Int) -> Bool {
        guard let next = tokens.at(place + 1) else { return true }
        return next.isMark(0x28) || Self.sentenceEnds.contains(where: next.isMark)
    }

    private func isQuote(_ place: Int) -> Bool { Self.quotes.contains(text.at(place)) }

    private static let quotes = "\"'«»‹›「」‘’‚‛“”„‟".unicodeScalars.map(\.value)
    private static let sentenceEnds = ".!?".unicodeScalars.map(\.value)
    private static let clauseEnds = ".!?,;:…—–".unicodeScalars.map(\.value)

    /// Whether the line denies anything. A lone soft word ("unless", "wrong") does not count.
    private var denies: Bool { negations.most + negations.light > 0 }

    // MARK: Against the translation

    /// Cues without counterpart. "Must not" is "may not" in other languages, so obligations are compared only where
    /// neither line denies.
    func differences(from other: CueCount) -> [Difference] {
        var found: [Difference] = []
        let (denials, stops) = agreement(with: other)
        if !denials {
            found.append(Difference(kind: .negation, source: negationRanges, translation: other.negationRanges))
        }
        if !stops { found.append(Difference(kind: .stopCue, source: stopRanges, translation: other.stopRanges)) }
        if !denies, !other.denies, obligesOnly(unlike: other) || other.obligesOnly(unlike: self) {
            found.append(
                Difference(
                    kind: .obligation, source: obligations + permissions,
                    translation: other.obligations + other.permissions))
        }
        return found
    }

    /// Whether this line obliges and the other only permits.
    private func obligesOnly(unlike other: CueCount) -> Bool {
        !obligations.isEmpty && permissions.isEmpty && other.obligations.isEmpty && !other.permissions.isEmpty
            && !hasAmbiguousModal && !other.hasAmbiguousModal
    }

    /// Whether both lines deny, and say to stop, equally often. "Stop taking" may have become "do not take": a negation
    /// and a stop cue exchanged for each other count as present.
    private func agreement(with other: CueCount) -> (denials: Bool, stops: Bool) {
        // If both sides have equally many sentences, a difference in one sentence is not balanced by another.
        let isSentenceWrong =
            sentences.count > 1 && sentences.count == other.sentences.count
            && zip(sentences, other.sentences).count { !$0.agrees(with: $1) } == 1
        let denials = (negations.range(against: other.negations), other.negations.range(against: negations))
        let halts = (stops.range(against: other.stops), other.stops.range(against: stops))
        let found = (denials.0.overlaps(denials.1) && !isSentenceWrong, halts.0.overlaps(halts.1))
        return found == (false, false) && Self.sum(denials.0, halts.0).overlaps(Self.sum(denials.1, halts.1))
            ? (true, true) : found
    }

    private static func sum(_ one: ClosedRange<Int>, _ two: ClosedRange<Int>) -> ClosedRange<Int> {
        (one.lowerBound + two.lowerBound)...(one.upperBound + two.upperBound)
    }
}
