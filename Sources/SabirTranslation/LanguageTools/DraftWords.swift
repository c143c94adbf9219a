/// A word of a draft, with its range.
struct DraftWord: Hashable, Sendable {
    let text: String
    let range: Range<String.Index>
}

/// The words that someone wrote by hand: letters with signs allowed inside words (apostrophe, hyphen, Catalan's middle
/// dot, zero-width joiners). Skips what no dictionary knows: addresses of any kind, @names, and words with digits.
struct DraftWords: Sequence, Sendable {
    /// Longer runs of letters are not words.
    static let longestWord = 64

    private let text: String

    init(_ text: String) { self.text = text }

    func makeIterator() -> IndexingIterator<[DraftWord]> {
        Self.chunks(of: text).flatMap(Self.words).makeIterator()
    }

    /// The text without addresses and @names, for identifying its language.
    var proseAlone: String {
        Self.chunks(of: text).filter { !Self.isAddress($0) }.joined(separator: " ")
    }

    private static func chunks(of text: String) -> [Substring] {
        text.split { $0.isWhitespace }
    }

    /// Whether the chunk is a URL, an e-mail address, an @name or a file path.
    private static func isAddress(_ chunk: Substring) -> Bool {
        chunk.contains("@") || chunk.contains("://") || chunk.contains("\\") || chunk.hasPrefix("/")
            || chunk.lowercased().hasPrefix("www.") || isDomain(chunk)
    }

    /// Whether the chunk is like `sabir.example/path`: letters on both sides of a dot, the last of them small and at
    /// least two. A sentence begun without a space would have a capital there.
    private static func isDomain(_ chunk: Substring) -> Bool {
        let host = chunk.prefix { $0 != "/" && $0 != ":" }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count > 1, let last = labels.last, last.utf8.count >= 2 else { return false }
        let isASCII = host.utf8.allSatisfy { $0 < 0x80 }
        return isASCII && labels.allSatisfy { !$0.isEmpty } && last.allSatisfy(\.isLowercase)
    }

    private static func words(in chunk: Substring) -> [DraftWord] {
        guard !isAddress(chunk) else { return [] }
        let runs = chunk.split { !isWordCharacter($0) }
        return runs.compactMap { run in
            guard !run.contains(where: \.isNumber) else { return nil }
            let word = run.trimming(joints.contains)
            guard word.contains(where: \.isLetter), word.count <= longestWord else { return nil }
            return DraftWord(text: String(word), range: word.startIndex..<word.endIndex)
        }
    }

    private static func isWordCharacter(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || joints.contains(character) || isMark(character)
    }

    /// Signs inside a word; at its ends they are punctuation.
    private static let joints: Set<Character> = ["'", "’", "-", "‐", "·"]

    /// Whether the character is a vowel sign or a joiner that does not compose with the letter before it.
    private static func isMark(_ character: Character) -> Bool {
        character.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .spacingMark: true
            default: scalar == "\u{200C}" || scalar == "\u{200D}"
            }
        }
    }
}
