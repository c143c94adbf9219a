import Foundation

/// How the shape of two lines suggests that part of the translation is missing: a number for each `Sign`.
///
/// No single sign is proof, so `OmissionModel` weighs them together.
struct OmissionEvidence: Sendable {
    enum Sign: String, CaseIterable, Decodable, Sendable {
        /// How many standard deviations the translation is longer than expected (Gale and Church 1993, "A Program for
        /// Aligning Sentences in Bilingual Corpora"); negative if it is shorter.
        case length
        /// `length` below one, and below two deviations, because the odds fall unevenly.
        case short, veryShort
        /// `length` of lines so short that one word makes a large difference.
        case lengthOfFew
        /// Lost commas, colons, brackets and quotation marks; `marksLost` ignores added ones.
        case marks, marksLost
        case sentences, sentencesLost, sentencesShort
        /// Whether the original ends with a mark and the translation does not.
        case end, endShort
        /// Whether the last word hardly ever ends a line: "the", "of".
        case dangling, danglingShort
        /// Lost terms that translations keep: figures, words in capitals, and Latin words in another script.
        case terms
        /// Terms kept in a short translation: they speak for the part around them.
        case termsKeptShort
        /// The logarithm of the original's number of words.
        case words
        /// The original's words without counterpart in the lexicons (`WordCoverage`): the worst run, the beginning, the
        /// end, and all; and the words with one.
        case lostRun, lostHead, lostEnd, lost, kept
        /// The translation's words without, and with, a counterpart.
        case added, explained
        /// Words in no lexicon, at most four; `unknownLost`: how many more than in the translation.
        case unknown, unknownAdded, unknownLost
    }

    private let signs: [Sign: Double]

    /// The values of all signs, in their order; 0 for a sign that was not found.
    var values: [Double] { Sign.allCases.map { signs[$0] ?? 0 } }

    init(_ source: CheckedLine, _ translation: CheckedLine, _ deviation: Double, isDangling: Bool) {
        let (ours, theirs) = (LineOutline(source), LineOutline(translation))
        let shortness = max(-deviation, 0)
        let marks = Self.bounded(ours.marks - theirs.marks)
        let sentences = Self.bounded(ours.sentences - theirs.sentences)
        let end = (ours.isEnded ? 1.0 : 0) - (theirs.isEnded ? 1 : 0)
        let terms = source.keptTerms
        let lost = terms.count { !translation.contains($0) }
        let here = WordCoverage(source.known, in: translation.known)
        let there = WordCoverage(translation.known, in: source.known)
        signs = [
            .length: deviation,
            .short: max(-deviation - 1, 0), .veryShort: max(-deviation - 2, 0),
            .lengthOfFew: deviation * min(1, 20 / (source.size + 1)),
            .marks: marks, .marksLost: max(marks, 0),
            .sentences: sentences, .sentencesLost: max(sentences, 0), .sentencesShort: max(sentences, 0) * shortness,
            .end: end, .endShort: max(end, 0) * shortness,
            .dangling: isDangling ? 1 : 0, .danglingShort: isDangling ? shortness : 0,
            .terms: Double(min(lost, 3)),
            .termsKeptShort: Double(min(terms.count - lost, 3)) * shortness,
            .words: log(Double(source.words.count) + 1),
            .lostRun: here.run, .lostHead: here.head, .lostEnd: here.end, .lost: here.missed, .kept: here.found,
            .added: there.missed, .explained: there.found,
            .unknown: Double(min(here.unknown, 4)), .unknownAdded: Double(min(there.unknown, 4)),
            .unknownLost: Double(max(min(here.unknown - there.unknown, 4), 0)),
        ]
    }

    private static func bounded(_ count: Int) -> Double { Double(min(max(count, -2), 2)) }
}

/// Counts a line's marks.
struct LineOutline {
    var marks = 0
    var sentences = 0
    var isEnded = false

    init(_ line: CheckedLine) {
        let (text, table) = (line.text, CharacterTable.shared)
        for place in 0..<text.count {
            let scalar = text.at(place)
            if Self.parting.contains(scalar) { marks += 1 }
            guard Self.ending.contains(scalar) else {
                if table.isWord(scalar) { isEnded = false }
                continue
            }
            let next = text.at(place + 1)
            // Not the point of "2.5", nor the first two of three points.
            if !Self.ending.contains(next), !table.isWord(next) || next >= 0x3000 { sentences += 1 }
            isEnded = true
        }
    }

    private static let parting = "\"(),:;«»“”„‟「」".unicodeScalars.map(\.value)
    private static let ending = "!.:?…".unicodeScalars.map(\.value)
}
