/// A text split into words in which terms are searched. In scripts without spaces every character is a word.
struct TermText {
    struct Word {
        /// The folded letters.
        let letters: [UInt32]
        let range: Range<String.Index>
    }

    let words: [Word]
    private let text: String

    init(_ text: String) {
        let folding = TermFolding.shared
        var words: [Word] = []
        var letters: [UInt32] = []
        var start = text.startIndex
        func end(at place: String.Index) {
            guard !letters.isEmpty else { return }
            words.append(Word(letters: letters, range: start..<place))
            letters.removeAll(keepingCapacity: true)
        }
        for place in text.unicodeScalars.indices {
            let scalar = text.unicodeScalars[place]
            guard folding.isPartOfWord(scalar) else {
                end(at: place)
                continue
            }
            if folding.isUnspaced(scalar) || letters.last.map(folding.isUnspaced) == true { end(at: place) }
            if letters.isEmpty { start = place }
            if let letter = folding.folded(scalar) { letters.append(letter) }
        }
        end(at: text.endIndex)
        self.words = words
        self.text = text
    }

    /// The range of the term's words, if the first of them is at `place`.
    func holds(_ term: TermWords, at place: Int, by likeness: WordForm.Likeness) -> Range<Int>? {
        let range = place..<(place + term.words.count)
        guard range.upperBound <= words.count else { return nil }
        let isTerm = zip(words[range], term.words).allSatisfy { WordForm.isForm($0.letters, of: $1, by: likeness) }
        return isTerm ? range : nil
    }

    func places(of term: TermWords, by likeness: WordForm.Likeness) -> [Range<Int>] {
        words.indices.compactMap { holds(term, at: $0, by: likeness) }
    }

    /// Whether each word of the term may be anywhere in the text: languages reorder and separate them.
    func mayHold(_ term: TermWords) -> Bool {
        term.words.allSatisfy { word in
            words.contains { WordForm.isForm($0.letters, of: word, by: .possible) }
        }
    }

    func written(_ words: Range<Int>) -> String {
        String(text[self.words[words.lowerBound].range.lowerBound..<self.words[words.upperBound - 1].range.upperBound])
    }
}

/// A term split into words, as texts are.
struct TermWords: Sendable, Equatable {
    /// Contains at least one word.
    let words: [[UInt32]]

    var first: [UInt32] { words[0] }

    init?(_ term: String) {
        words = TermText(term).words.map(\.letters)
        if words.isEmpty { return nil }
    }
}
