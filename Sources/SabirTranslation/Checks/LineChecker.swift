import SabirProtocol

/// Compares an engine's answer with the original, and warns of what a reader should check.
///
/// Pure: equal lines give equal warnings. The checks find damage visible in figures, cues and shape; they do not
/// understand either line.
package struct LineChecker: Sendable {
    /// The longest line checked, in bytes; a longer one is checked only for being empty.
    static let longestLine = 16_384

    let data: LanguageData

    package init(data: LanguageData) { self.data = data }

    /// A sentence for the log if checks are off for lack of data; nil if all are on.
    package var notice: String? {
        data.languages.isEmpty
            ? "No language data: number words, units' names, negations and stop cues are not checked." : nil
    }

    /// Whether the data include the language's words for numbers, negation and stopping; otherwise only figures are
    /// found.
    package func knows(_ language: LanguageTag) -> Bool { data.knows(language) }

    /// - Returns: at most one warning of each kind.
    package func warnings(
        source: String, from: LanguageTag, translation: String, to: LanguageTag
    ) -> [TranslationWarning] {
        guard source.utf8.count <= Self.longestLine, translation.utf8.count <= Self.longestLine * 4 else {
            return translation.hasWords ? [] : [TranslationWarning(kind: .empty)]
        }
        let (ours, theirs) = (data.line(source, in: from), data.line(translation, in: to))
        let omissions = data.omissionLaw(from: from, to: to)
        let shape = ShapeCheck(
            source: ours, translation: theirs,
            areRelatives: ours.rules.relatives.contains(String(to.primary)) || from.primary == to.primary,
            omissions: omissions, odds: data.profiles?.value.odds(of: theirs, in: to, from: from) ?? (nil, nil)
        ).findings
        let found: [Difference] =
            switch shape.first {
            case .empty: []
            // An echoed text may still have another number.
            case .echoed: quantities(ours, theirs)
            default: exchanges(ours, from, theirs, to)
            }
        return found.map { $0.warning(ours, theirs) }
            + shape.map { kind in
                guard kind == .omission else { return TranslationWarning(kind: kind) }
                let lost = omissions?.lostPart(ours, theirs)
                return lost.map { TranslationWarning(kind: kind, words: [$0]) } ?? TranslationWarning(kind: .length)
            }
    }

    /// Training data for the omission model: the sizes of both lines, then a number for each `OmissionEvidence.Sign`.
    /// Empty for languages that were not learnt.
    package func evidence(
        source: String, from: LanguageTag, translation: String, to: LanguageTag
    ) -> [Double] {
        guard let law = data.omissionLaw(from: from, to: to) else { return [] }
        let (ours, theirs) = (data.line(source, in: from), data.line(translation, in: to))
        return [ours.size, theirs.size] + law.evidence(ours, theirs).values
    }

    /// Training data for a lexicon: the stems of a line's words.
    package func stems(of line: String, in language: LanguageTag?) -> [String] {
        CheckedLine(line, language.map(data.rules) ?? .unknown).stems.map { stem, _ in
            String(String.UnicodeScalarView(stem.compactMap(Unicode.Scalar.init)))
        }
    }

    /// The names of the numbers in `evidence`.
    package static let signs = OmissionEvidence.Sign.allCases.map(\.rawValue)

    /// Facts, and then names and words of which each kind not yet in doubt is told once.
    private func exchanges(
        _ ours: CheckedLine, _ from: LanguageTag, _ theirs: CheckedLine, _ to: LanguageTag
    ) -> [Difference] {
        let found = facts(ours, theirs) + (NameExchange.difference(ours, theirs).map { [$0] } ?? [])
        return found + (data.concepts?.exchanges(ours, from, theirs, to, besides: Set(found.map(\.kind))) ?? [])
    }

    /// Quantities, denials, stops, obligations and medicines.
    func facts(_ ours: CheckedLine, _ theirs: CheckedLine) -> [Difference] {
        let areBothKnown = ours.rules.isKnown && theirs.rules.isKnown
        let (here, there) = (CueCount(ours.tokens, ours.text), CueCount(theirs.tokens, theirs.text))
        return quantities(ours, theirs) + (areBothKnown ? here.differences(from: there) : [])
            + (data.medicines?.value.differences(ours, theirs) ?? [])
    }

    private func quantities(_ ours: CheckedLine, _ theirs: CheckedLine) -> [Difference] {
        let found = QuantityMatcher.differences(
            QuantityReader.quantities(ours.tokens, ours.text), QuantityReader.quantities(theirs.tokens, theirs.text),
            areBothKnown: ours.rules.isKnown && theirs.rules.isKnown)
        guard found.isEmpty else { return found }
        let (here, there) = (UnitExchange(ours.tokens, ours.text), UnitExchange(theirs.tokens, theirs.text))
        return here.difference(from: there).map { [$0] } ?? []
    }
}
