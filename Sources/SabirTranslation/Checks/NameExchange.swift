/// Names of one line for which the other has different names.
///
/// A name is a word with a capital inside its sentence. A missing name may have been translated, spelt in another
/// script, or rightly left out; so a line counts only if the other has a name that the original lacks.
enum NameExchange {
    /// Shorter words are abbreviations and initials.
    private static let shortest = 3
    /// Two spellings with this many equal first letters are one name: "London", "Londres".
    private static let alike = 3

    /// Nil for a language without lexicon: "Monday" would count as a name.
    static func difference(_ source: CheckedLine, _ translation: CheckedLine) -> Difference? {
        guard source.known.isLearnt, translation.known.isLearnt else { return nil }
        let (here, there) = (candidates(source), candidates(translation))
        guard !here.isEmpty, !there.isEmpty else { return nil }
        let (lost, added) = (unmatched(here, source, in: translation), unmatched(there, translation, in: source))
        return lost.isEmpty || added.isEmpty ? nil : Difference(kind: .names, source: lost, translation: added)
    }

    /// Capitalized words that have no other known meaning, such as days, months, units and negations.
    private static func candidates(_ line: CheckedLine) -> Set<Range<Int>> {
        let known = line.tokens.filter { !$0.isWord }.map(\.range)
        return Set(
            line.words.lazy.map { $0.startIndex..<$0.endIndex }.filter { place in
                place.count >= shortest && !known.contains { $0.overlaps(place) }
                    && Script(of: line.text.at(place.lowerBound)) == .latin
                    && line.text.isCapital(place.lowerBound) && !line.text.isCapital(place.upperBound - 1)
                    && !beginsSentence(place.lowerBound, line.text)
            })
    }

    private static func beginsSentence(_ start: Int, _ text: FoldedText) -> Bool {
        let table = CharacterTable.shared
        guard let last = text.scalars[..<start].lastIndex(where: table.isWord) else { return true }
        // Any mark but a blank, a comma, a hyphen or an apostrophe may open a sentence or a quotation.
        return text.scalars[last + 1..<start].contains { !table.isSpace($0) && ![0x2C, 0x2D, 0x27].contains($0) }
    }

    /// The names not found in the other line. Leaves out those beside a name that is found, where only the title
    /// changes: "Mrs Whitfield", "Frau Whitfield".
    private static func unmatched(
        _ names: Set<Range<Int>>, _ line: CheckedLine, in other: CheckedLine
    ) -> [Range<Int>] {
        let (known, words) = (line.known, other.words)
        // For each word: whether it is a name, whether the other line has it, and has it as a name.
        let kinds = known.words.map { word -> (isName: Bool, isKept: Bool, isKeptName: Bool) in
            guard names.contains(word.place) else { return (false, false, false) }
            let letters = line.text.scalars[word.place]
            let alike = words.filter { areAlike(letters, $0) }
            return (
                true, other.known.means(word) || !alike.isEmpty, alike.contains { other.text.isCapital($0.startIndex) }
            )
        }
        return known.words.indices.compactMap { index in
            let word = known.words[index]
            // An ordinary word of the language, such as a German noun.
            let isOrdinary = word.entry.map { !$0.meanings.contains(word.stem) } ?? false
            guard kinds[index].isName, !kinds[index].isKept, !isOrdinary else { return nil }
            let beside = [index - 1, index + 1].filter(kinds.indices.contains)
            return beside.contains { kinds[$0].isKeptName } ? nil : word.place
        }
    }

    /// Whether two spellings begin alike, apart from accents, which differ between languages: "Mexico", "México".
    private static func areAlike(_ one: ArraySlice<UInt32>, _ other: ArraySlice<UInt32>) -> Bool {
        other.count >= alike
            && zip(one.prefix(alike), other.prefix(alike)).allSatisfy {
                $0 == $1 || (0x80..<0x250).contains(max($0, $1))
            }
    }
}
