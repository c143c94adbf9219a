import SabirProtocol

/// Compares the facts, rather than the sentences, of two readings of a line in one language.
extension LineChecker {
    /// Whether an error in this line could do harm that a second reading may reveal: the line has a number, a denial, a
    /// word for stopping, or a word of care.
    func hasFacts(_ text: String, in language: LanguageTag) -> Bool {
        guard text.utf8.count <= Self.longestLine else { return false }
        let line = CheckedLine(text, data.rules(for: language))
        let cues = CueCount(line.tokens, line.text)
        return !cues.negationRanges.isEmpty || !cues.stopRanges.isEmpty
            || QuantityReader.quantities(line.tokens, line.text).contains { !$0.isWeak }
            || data.care?.occur(in: line, of: language) == true
            || data.medicines?.value.areNamed(in: line) == true
    }

    /// The facts in which two readings differ: numbers with their units and counted things, their order, times,
    /// denials, stops, medicines and `names`.
    ///
    /// - Parameters:
    ///   - language: the language of both readings.
    ///   - names: the people named in the original, who must be in both readings.
    ///   - told: kinds to leave out because the reader is already warned of them.
    func differences(
        between one: String, and two: String, in language: LanguageTag, names: [String],
        told: Set<TranslationWarning.Kind>
    ) -> [TranslationWarning] {
        guard max(one.utf8.count, two.utf8.count) <= Self.longestLine else { return [] }
        let rules = data.rules(for: language)
        let (first, second) = (CheckedLine(one, rules), CheckedLine(two, rules))
        return facts(first, second).filter { !told.contains($0.kind) }.map { $0.warning(first, second) }
            + TranslationWarning.list(.secondLook, names.filter { one.contains($0) && !two.contains($0) })
    }
}
