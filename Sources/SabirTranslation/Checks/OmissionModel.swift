import Foundation
import SabirProtocol

/// Tells by its shape whether a part of a line is missing from its translation.
///
/// A logistic regression over `OmissionEvidence`, learnt by `scripts/lib/trust/learning/omissions.py` from text that people
/// translated and that was then damaged; `share/languages/shape/omissions.json` is what came of it.
struct OmissionModel: Decodable, Sendable {
    struct Language: Decodable, Sendable {
        /// Logarithm of how long a text is in this language beside English.
        var length: Double
        /// How much freer than others its translations are: a factor of the standard deviation.
        var spread: Double
        /// Added where it is translated into this language, and from it, so that few right lines are doubted in each.
        var into: Double
        var from: Double
        /// Words that hardly ever end a line.
        var inner: [String]
    }

    /// Variance of the logarithm of a length: of long lines, and what is added, divided by the letters of short ones.
    var variance: Double
    var varianceOfShort: Double
    /// By `OmissionEvidence.Sign`.
    var weights: [String: Double]
    var languages: [String: Language]

    /// Read from `path`; nil where there is none: the lines are then judged by their lengths alone.
    static func read(_ path: String) throws(LanguageDataError) -> OmissionModel? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        return try StrictJSON.decode(OmissionModel.self, from: StrictJSON.bytes(of: path), at: path)
    }
}

/// The model for a pair of languages.
struct OmissionLaw: Sendable {
    let weights: [Double]
    let bias: Double
    /// Of the translation's length beside the source's, as a logarithm.
    let expected: Double
    let variances: (long: Double, short: Double)
    /// Of the translation's language, folded.
    let inner: Set<ArraySlice<UInt32>>
    /// Of the source's language and of the translation's.
    let lexicons: (Lexicon, Lexicon)

    func evidence(_ source: CheckedLine, _ translation: CheckedLine) -> OmissionEvidence {
        let length = source.size * exp(expected)
        let variance = variances.long + variances.short / (length + 1)
        let deviation = log((translation.size + 2) / (length + 2)) / variance.squareRoot()
        let isDangling = translation.lastWord.map(inner.contains) ?? false
        var evidence = OmissionEvidence(source, translation, deviation, isDangling: isDangling)
        let (ours, theirs) = (KnownLine(source, lexicons.0), KnownLine(translation, lexicons.1))
        evidence.add(WordCoverage(ours, in: theirs), WordCoverage(theirs, in: ours))
        return evidence
    }

    /// Odds, as a logarithm, that a line of one word must exceed; one of several a part of that. Talk is shorter and freer
    /// than the text that was learnt from: "I have not received anything" is three words elsewhere.
    private static let caution = 8.0

    /// Nothing is judged where a word or two are all there is, or where words may have become figures.
    func finds(_ source: CheckedLine, _ translation: CheckedLine) -> Bool {
        if breaksOff(source, translation) { return true }
        let count = Double(source.words.count)
        guard count >= 4, source.hasFigures || !translation.hasFigures else { return false }
        let values = evidence(source, translation).values
        return zip(weights, values).reduce(bias) { $0 + $1.0 * $1.1 } > Self.caution / count
    }

    /// Share of the expected length below which a line breaks off that has lost its mark at the end, and letters of the
    /// original from which lengths say so much: what people say in greeting is a third as long in another language.
    private static let broken = (share: 0.55, letters: 24.0)

    /// Whether the translation ends on the way, however few words the original has.
    private func breaksOff(_ source: CheckedLine, _ translation: CheckedLine) -> Bool {
        guard source.size >= Self.broken.letters, source.hasFigures || !translation.hasFigures,
            translation.size + 2 < (source.size * exp(expected) + 2) * Self.broken.share
        else { return false }
        return LineOutline(source).isEnded && !LineOutline(translation).isEnded
    }
}

extension OmissionLaw {
    /// Odds, as a logarithm, from which the words without a counterpart are worth naming, and of how many of the line's at
    /// most: where nothing has one, the whole line is in doubt.
    private static let worthNaming = (odds: 3.0, share: 0.7)
    private static let longestNamed = 100

    /// What of the original has no counterpart, as it was written; of a long part its beginning. Nil where nothing is missing,
    /// or no part stands out.
    func lostPart(_ source: CheckedLine, _ translation: CheckedLine) -> String? {
        guard finds(source, translation) else { return nil }
        let ours = KnownLine(source, lexicons.0)
        let coverage = WordCoverage(ours, in: KnownLine(translation, lexicons.1))
        guard let place = coverage.runPlace, coverage.run >= Self.worthNaming.odds,
            Double(place.count) <= Self.worthNaming.share * Double(source.text.count)
        else { return nil }
        guard place.count > Self.longestNamed else { return source.text.written(place) }
        let end = ours.words.last { $0.place.upperBound <= place.lowerBound + Self.longestNamed }?.place.upperBound
        guard let end, end > place.lowerBound else { return nil }
        return source.text.written(place.lowerBound..<end) + " …"
    }
}

/// A model as it is used: nothing of it is worked out again for a line.
struct OmissionLaws: Sendable {
    private let model: OmissionModel
    private let weights: [Double]
    private let inner: [String: Set<ArraySlice<UInt32>>]

    init(_ model: OmissionModel) {
        self.model = model
        weights = OmissionEvidence.Sign.allCases.map { model.weights[$0.rawValue] ?? 0 }
        inner = model.languages.mapValues { Set($0.inner.map { FoldedText($0).scalars[...] }) }
    }

    /// Nil where one of the languages was not learnt.
    func law(from: LanguageTag, to: LanguageTag, _ lexicons: (Lexicon, Lexicon)) -> OmissionLaw? {
        guard let ours = model.languages[String(from.primary)], let theirs = model.languages[String(to.primary)] else {
            return nil
        }
        let spread = ours.spread * theirs.spread
        return OmissionLaw(
            weights: weights, bias: theirs.into + ours.from, expected: theirs.length - ours.length,
            variances: (model.variance * spread, model.varianceOfShort * spread),
            inner: inner[String(to.primary)] ?? [], lexicons: lexicons)
    }
}
