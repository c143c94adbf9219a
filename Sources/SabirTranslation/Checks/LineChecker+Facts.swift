import SabirProtocol

/// What can be compared between two readings of a line in one language: facts, and not sentences.
extension LineChecker {
    /// Whether an error in this line could do harm that a second reading may show: it has a number, denies something, says
    /// to stop, or speaks of care.
    func hasFacts(_ text: String, in language: LanguageTag) -> Bool {
        guard text.utf8.count <= Self.longestLine else { return false }
        let line = CheckedLine(text, data.rules(for: language))
        let cues = CueCount(line.tokens, line.text)
        return !cues.negationRanges.isEmpty || !cues.stopRanges.isEmpty
            || QuantityReader.quantities(line.tokens, line.text).contains { !$0.isWeak }
            || data.care?.concern(line, in: language) == true || data.medicines?.areNamed(in: line) == true
    }

    /// The facts of two readings that differ: numbers with their units and what they count, their order, times, what is
    /// denied or to be stopped, medicines, and these names.
    ///
    /// - Parameters:
    ///   - language: of both.
    ///   - names: those of people that stand in the original, and so in both.
    ///   - told: kinds that are left out, as the reader is warned of them already.
    func differences(
        between one: String, and two: String, in language: LanguageTag, names: [String],
        told: Set<TranslationWarning.Kind>
    ) -> [TranslationWarning] {
        guard max(one.utf8.count, two.utf8.count) <= Self.longestLine else { return [] }
        let rules = data.rules(for: language)
        let (first, second) = (CheckedLine(one, rules), CheckedLine(two, rules))
        let facts = quantities(first, second) + cues(first, second) + medicines(first, second)
        return facts.filter { !told.contains($0.kind) } + Self.lost(names, one, two)
    }

    private static func lost(_ names: [String], _ one: String, _ two: String) -> [TranslationWarning] {
        TranslationWarning.list(.secondLook, names.filter { one.contains($0) && !two.contains($0) })
    }
}
