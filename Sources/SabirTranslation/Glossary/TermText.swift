/// A text as words to look terms up by. In scripts that put no space between words every character is one.
struct TermText {
    struct Word {
        let folded: String
        let range: Range<String.Index>
    }

    let words: [Word]

    init(_ text: String) {
        var words: [Word] = []
        var place = text.startIndex
        while place < text.endIndex {
            guard text[place].isPartOfWord else {
                place = text.index(after: place)
                continue
            }
            let end = Self.end(of: text, from: place)
            words.append(Word(folded: String(text[place..<end]).folded, range: place..<end))
            place = end
        }
        self.words = words
    }

    private static func end(of text: String, from start: String.Index) -> String.Index {
        let next = text.index(after: start)
        if text[start].isUnspaced { return next }
        return text[next...].firstIndex { !$0.isPartOfWord || $0.isUnspaced } ?? text.endIndex
    }

    /// Where a term stands whose first word is at `place`.
    /// - Parameter mayGoOn: whether each word may be the beginning of a longer one.
    func range(of term: TermWords, at place: Int, mayGoOn: Bool) -> Range<String.Index>? {
        guard place + term.words.count <= words.count else { return nil }
        for (offset, word) in term.words.enumerated() {
            let here = words[place + offset].folded
            // Of a short word much else may be the continuation: "a" of "all".
            guard here == word || (mayGoOn && word.count > 3 && here.hasPrefix(word)) else { return nil }
        }
        return words[place].range.lowerBound..<words[place + term.words.count - 1].range.upperBound
    }
}

/// A term as words, in the same way.
struct TermWords: Sendable, Equatable {
    /// Never empty.
    let words: [String]

    var first: String { words[0] }

    init?(_ term: String) {
        words = TermText(term).words.map(\.folded)
        if words.isEmpty { return nil }
    }
}

extension Character {
    fileprivate var isPartOfWord: Bool { isLetter || isNumber }

    /// Chinese, Japanese and Thai letters and their like.
    fileprivate var isUnspaced: Bool {
        guard let value = unicodeScalars.first?.value else { return false }
        return switch value {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF: true
        case 0xF900...0xFAFF, 0x20000...0x3FFFF: true
        default: false
        }
    }
}
