/// Splits a text into sentences, roughly, to measure them. A sentence ends with its mark (of any script) before white
/// space, or with the line. A full stop after an abbreviation ends nothing.
struct Sentences: Sequence, IteratorProtocol {
    private static let signs: Set<Character> = [".", "!", "?", "…", ";", "؟", "۔", "।", "॥", "։", "።"]
    /// Marks that end a sentence anywhere, because no space follows them.
    private static let unspacedSigns: Set<Character> = ["。", "！", "？", "；", "\n", "\r\n"]

    private let abbreviations: Abbreviations
    private var rest: Substring

    init(_ text: String, _ abbreviations: Abbreviations) {
        rest = text[...]
        self.abbreviations = abbreviations
    }

    mutating func next() -> Substring? {
        guard !rest.isEmpty else { return nil }
        let end = endOfFirst()
        defer { rest = rest[end...] }
        return rest[..<end]
    }

    private func endOfFirst() -> Substring.Index {
        var word = rest.startIndex
        var index = rest.startIndex
        while index < rest.endIndex {
            let character = rest[index]
            let after = rest.index(after: index)
            if character.isWhitespace { word = after }
            if Self.unspacedSigns.contains(character) { return after }
            if Self.signs.contains(character), isAtBreak(after), abbreviations.found(rest[word..<after]) == nil {
                return after
            }
            index = after
        }
        return index
    }

    private func isAtBreak(_ index: Substring.Index) -> Bool { index == rest.endIndex || rest[index].isWhitespace }
}
