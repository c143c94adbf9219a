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

    /// - Parameter engine: warnings reported by the engine, which come first, in order.
    /// - Returns: besides those, at most one warning of each kind.
    package func warnings(
        source: String, from: LanguageTag, translation: String, to: LanguageTag, engine: [TranslationWarning] = []
    ) -> [TranslationWarning] {
        guard source.utf8.count <= Self.longestLine, translation.utf8.count <= Self.longestLine * 4 else {
            return engine + (translation.hasWords ? [] : [TranslationWarning(kind: .empty)])
        }
        let ours = CheckedLine(source, data.rules(for: from))
        let theirs = CheckedLine(translation, data.rules(for: to))
        let omissions = data.omissionLaw(from: from, to: to)
        let shape = ShapeCheck(
            source: ours, translation: theirs,
            areRelatives: ours.rules.relatives.contains(String(to.primary)) || from.primary == to.primary,
            omissions: omissions,
            odds: (
                data.profiles?.odds(of: theirs, against: to)?.odds,
                data.profiles?.odds(of: theirs, being: from, not: to)
            )
        ).findings
        guard !shape.contains(.empty) else { return engine + shape.map { TranslationWarning(kind: $0) } }
        // An echoed text may still have another number.
        guard !shape.contains(.echoed) else {
            return engine + quantities(ours, theirs) + shape.map { TranslationWarning(kind: $0) }
        }
        let facts =
            quantities(ours, theirs) + cues(ours, theirs) + medicines(ours, theirs)
            + names(ours, theirs, omissions)
        return engine + facts + exchanges(ours, from, theirs, to, besides: facts)
            + shape.map { kind in
                guard kind == .length, let lost = omissions?.lostPart(ours, theirs) else {
                    return TranslationWarning(kind: kind)
                }
                return TranslationWarning(kind: .omission, words: [lost])
            }
    }

    /// Training data for the omission model: the sizes of both lines, then a number for each `OmissionEvidence.Sign`.
    /// Empty for languages that were not learnt.
    package func evidence(
        source: String, from: LanguageTag, translation: String, to: LanguageTag
    ) -> [Double] {
        guard let law = data.omissionLaw(from: from, to: to) else { return [] }
        let ours = CheckedLine(source, data.rules(for: from))
        let theirs = CheckedLine(translation, data.rules(for: to))
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

    func quantities(_ ours: CheckedLine, _ theirs: CheckedLine) -> [TranslationWarning] {
        var found = QuantityMatcher.differences(
            QuantityReader.quantities(ours.tokens, ours.text), QuantityReader.quantities(theirs.tokens, theirs.text),
            areBothKnown: ours.rules.isKnown && theirs.rules.isKnown)
        let (here, there) = (UnitExchange(ours.tokens, ours.text), UnitExchange(theirs.tokens, theirs.text))
        if found.isEmpty, let (lost, added) = here.difference(from: there) {
            found = [QuantityMatcher.Difference(kind: .units, source: [lost], translation: [added])]
        }
        return found.map { difference in
            TranslationWarning(
                kind: difference.kind, words: difference.source.map(ours.text.written),
                counterparts: difference.translation.map(theirs.text.written))
        }
    }

    func cues(_ ours: CheckedLine, _ theirs: CheckedLine) -> [TranslationWarning] {
        guard ours.rules.isKnown, theirs.rules.isKnown else { return [] }
        let (here, there) = (CueCount(ours.tokens, ours.text), CueCount(theirs.tokens, theirs.text))
        let found = here.differences(from: there).map { kind in
            let ranges = kind == .negation ? \CueCount.negationRanges : \.stopRanges
            return TranslationWarning(
                kind: kind, words: here[keyPath: ranges].map(ours.text.written),
                counterparts: there[keyPath: ranges].map(theirs.text.written))
        }
        return found + (here.denies || there.denies ? [] : modality(ours, theirs))
    }

    func medicines(_ ours: CheckedLine, _ theirs: CheckedLine) -> [TranslationWarning] {
        guard let (lost, added) = data.medicines?.differences(ours, theirs), !lost.isEmpty || !added.isEmpty else {
            return []
        }
        return [
            TranslationWarning(
                kind: .medicines, words: lost.map { ours.text.written($0.range) },
                counterparts: added.map { theirs.text.written($0.range) })
        ]
    }

    private func names(_ ours: CheckedLine, _ theirs: CheckedLine, _ law: OmissionLaw?) -> [TranslationWarning] {
        guard let law, let found = NameExchange(ours, theirs, law.lexicons) else { return [] }
        return [
            TranslationWarning(
                kind: .names, words: found.lost.map(ours.text.written),
                counterparts: found.added.map(theirs.text.written))
        ]
    }

    /// - Parameter told: the warnings so far, whose kinds are not repeated.
    private func exchanges(
        _ ours: CheckedLine, _ from: LanguageTag, _ theirs: CheckedLine, _ to: LanguageTag,
        besides told: [TranslationWarning]
    ) -> [TranslationWarning] {
        var kinds = Set(told.map(\.kind))
        return (data.concepts?.exchanges(ours, from, theirs, to) ?? []).compactMap { exchange in
            guard kinds.insert(exchange.warning).inserted else { return nil }
            return TranslationWarning(
                kind: exchange.warning, words: exchange.lost.map(ours.text.written),
                counterparts: exchange.added.map(theirs.text.written))
        }
    }

    private func modality(_ ours: CheckedLine, _ theirs: CheckedLine) -> [TranslationWarning] {
        let (here, there) = (ModalityCount(ours.tokens), ModalityCount(theirs.tokens))
        guard here.isExchanged(in: there) else { return [] }
        return [
            TranslationWarning(
                kind: .obligation, words: (here.obligations + here.permissions).map(ours.text.written),
                counterparts: (there.obligations + there.permissions).map(theirs.text.written))
        ]
    }
}
