import Foundation
import SabirProtocol

/// Judges by shape whether part of a line is missing from its translation.
///
/// A logistic regression over `OmissionEvidence`. `scripts/lib/trust/learning/omissions.py` learns it from human
/// translations, some of them damaged on purpose, and writes `share/languages/shape/omissions.json`.
struct OmissionModel: Decodable, Sendable {
    struct Language: Decodable, Sendable {
        /// The logarithm of a text's length in this language relative to English.
        var length: Double
        /// How much more freely than average its translations vary: a factor of the standard deviation.
        var spread: Double
        /// Added for translations into this language, and from it, so that each language has few false warnings.
        var into: Double
        var from: Double
        /// Words that hardly ever end a line.
        var inner: FoldedWords
    }

    struct FoldedWords: Decodable, Sendable {
        let all: Set<ArraySlice<UInt32>>

        init(from decoder: Decoder) throws {
            all = Set(try [String](from: decoder).map { FoldedText($0).scalars[...] })
        }
    }

    /// The variance of a length's logarithm for long lines, and an addition for short ones, divided by their letters.
    var variance: Double
    var varianceOfShort: Double
    /// Weights by the names of `OmissionEvidence.Sign`.
    var weights: [String: Double]
    var languages: [String: Language]
}

/// The omission model for one pair of languages.
struct OmissionLaw: Sendable {
    let model: OmissionModel
    let from: OmissionModel.Language
    let to: OmissionModel.Language

    /// How long the translation should be.
    private func expectedSize(of source: CheckedLine) -> Double { source.size * exp(to.length - from.length) }

    func evidence(_ source: CheckedLine, _ translation: CheckedLine) -> OmissionEvidence {
        let (length, spread) = (expectedSize(of: source), from.spread * to.spread)
        let variance = model.variance * spread + model.varianceOfShort * spread / (length + 1)
        let deviation = log((translation.size + 2) / (length + 2)) / variance.squareRoot()
        let isDangling = translation.lastWord.map(to.inner.all.contains) ?? false
        return OmissionEvidence(source, translation, deviation, isDangling: isDangling)
    }

    /// Log odds that a line of one word must exceed; longer lines need a fraction. Speech is shorter and freer than the
    /// training texts: "I have not received anything" has three words in other languages.
    private static let caution = 8.0

    /// Does not judge lines of one or two words, or words that may have become figures.
    func finds(_ source: CheckedLine, _ translation: CheckedLine) -> Bool {
        if breaksOff(source, translation) { return true }
        let count = Double(source.words.count)
        guard count >= 4, source.hasFigures || !translation.hasFigures else { return false }
        let odds = zip(OmissionEvidence.Sign.allCases, evidence(source, translation).values)
            .reduce(to.into + from.from) { $0 + (model.weights[$1.0.rawValue] ?? 0) * $1.1 }
        return odds > Self.caution / count
    }

    /// A line that lost its final mark breaks off if it has less than this share of the expected length. Applies from
    /// this number of the original's letters: greetings may shrink to a third in another language.
    private static let broken = (share: 0.55, letters: 24.0)

    /// Whether the translation stops in the middle, even if the original is short.
    private func breaksOff(_ source: CheckedLine, _ translation: CheckedLine) -> Bool {
        guard source.size >= Self.broken.letters, source.hasFigures || !translation.hasFigures,
            translation.size + 2 < (expectedSize(of: source) + 2) * Self.broken.share
        else { return false }
        return LineOutline(source).isEnded && !LineOutline(translation).isEnded
    }
}

extension OmissionLaw {
    /// Words without counterpart are named from these log odds on, if they are at most this share of the line:
    /// otherwise the whole line is in doubt.
    private static let worthNaming = (odds: 3.0, share: 0.7)
    private static let longestNamed = 100

    /// The missing part as written in the original; of a long part its beginning. Nil if no part stands out.
    func lostPart(_ source: CheckedLine, _ translation: CheckedLine) -> String? {
        let coverage = WordCoverage(source.known, in: translation.known)
        guard let place = coverage.runPlace, coverage.run >= Self.worthNaming.odds,
            Double(place.count) <= Self.worthNaming.share * Double(source.text.count)
        else { return nil }
        guard place.count > Self.longestNamed else { return source.text.written(place) }
        let end = source.known.words.last { $0.place.upperBound <= place.lowerBound + Self.longestNamed }?.place
            .upperBound
        guard let end, end > place.lowerBound else { return nil }
        return source.text.written(place.lowerBound..<end) + " …"
    }
}
