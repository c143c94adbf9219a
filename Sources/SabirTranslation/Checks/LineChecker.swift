import SabirCore
import SabirProtocol

/// Compares an engine's answer with what it was asked, and says what a reader should look at twice.
///
/// Pure: the same lines give the same warnings. It finds damage that can be seen in figures, cues and shape; it does
/// not understand either line.
package struct LineChecker: Sendable {
    /// Longest line looked at, in bytes: what is longer is only checked for being empty.
    static let longestLine = 16_384

    private let data: LanguageData

    /// Another one whenever the same line may get other warnings, which translations kept on disk carry: after a change
    /// to the languages' data, and to the kinds of warnings there are.
    var version: String {
        var hash = FNV1a()
        hash.add(data.version)
        for kind in TranslationWarning.Kind.allCases { hash.add(kind.rawValue) }
        return hash.digits
    }

    package init(data: LanguageData) { self.data = data }

    /// A sentence for the log where checks are off for want of data; nil where all are on.
    package var notice: String? {
        data.languages.isEmpty
            ? "No language data: number words, units' names, negations and stop cues are not checked." : nil
    }

    /// - Parameter engine: what the engine itself reported; it comes back first, in order.
    /// - Returns: at most one warning of each kind beside those.
    package func warnings(
        source: String, from: LanguageTag, translation: String, to: LanguageTag, engine: [TranslationWarning] = []
    ) -> [TranslationWarning] {
        guard source.utf8.count <= Self.longestLine, translation.utf8.count <= Self.longestLine * 4 else {
            return engine + (translation.hasLetters ? [] : [TranslationWarning(kind: .empty)])
        }
        let ours = CheckedLine(source, data.rules(for: from))
        let theirs = CheckedLine(translation, data.rules(for: to))
        let shape = ShapeCheck(
            source: ours, translation: theirs,
            areRelatives: ours.rules.relatives.contains(String(to.primary)) || from.primary == to.primary
        ).findings
        guard !shape.contains(.empty) else { return engine + shape.map { TranslationWarning(kind: $0) } }
        // The same words may still stand around another number.
        guard !shape.contains(.echoed) else {
            return engine + quantities(ours, theirs) + shape.map { TranslationWarning(kind: $0) }
        }
        return engine + quantities(ours, theirs) + cues(ours, theirs) + shape.map { TranslationWarning(kind: $0) }
    }

    private func quantities(_ ours: CheckedLine, _ theirs: CheckedLine) -> [TranslationWarning] {
        QuantityMatcher.differences(
            QuantityReader.quantities(ours.tokens, ours.text), QuantityReader.quantities(theirs.tokens, theirs.text),
            areBothKnown: ours.rules.isKnown && theirs.rules.isKnown
        ).map { difference in
            TranslationWarning(
                kind: difference.kind, words: difference.source.map(ours.text.written),
                counterparts: difference.translation.map(theirs.text.written))
        }
    }

    private func cues(_ ours: CheckedLine, _ theirs: CheckedLine) -> [TranslationWarning] {
        guard ours.rules.isKnown, theirs.rules.isKnown else { return [] }
        let (here, there) = (CueCount(ours.tokens, ours.text), CueCount(theirs.tokens, theirs.text))
        return here.differences(from: there).map { kind in
            let ranges = kind == .negation ? \CueCount.negationRanges : \.stopRanges
            return TranslationWarning(
                kind: kind, words: here[keyPath: ranges].map(ours.text.written),
                counterparts: there[keyPath: ranges].map(theirs.text.written))
        }
    }
}

extension String {
    fileprivate var hasLetters: Bool { unicodeScalars.contains { $0.properties.isAlphabetic } }
}
