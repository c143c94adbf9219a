/// A text split into pieces that an engine accepts; the white space between them is kept from the engine.
///
/// Pieces are lines. A longer line is cut at the ends of sentences, then at spaces, then between characters. In a text
/// with very many lines, neighbouring lines share a piece, newlines included.
struct TextLayout: Sendable, Equatable {
    /// White space and the piece after it. The text consists of all parts in order, then `tail`.
    private struct Part: Sendable, Equatable {
        var gap: Substring
        var piece: Substring
    }

    private var parts: [Part] = []
    private var tail: Substring

    /// - Parameters:
    ///   - limit: the most Unicode scalars in a piece.
    ///   - maximumPieces: the number of pieces aimed at, by joining neighbours as far as `limit` allows.
    init(_ text: String, limit: Int, maximumPieces: Int = 64) {
        let limit = max(limit, 1)
        tail = text[...]
        while let line = Self.firstLine(tail) {
            cut(line, limit)
        }
        if parts.count > maximumPieces { join(text, limit) }
    }

    var pieces: [String] { parts.map { String($0.piece) } }

    /// The text with `answers`, of which there must be as many, in place of the pieces. White space around answers is
    /// removed, because pieces have none.
    func filled(with answers: [String]) -> String {
        precondition(answers.count == parts.count, "an answer for each piece")
        var text = ""
        for (part, answer) in zip(parts, answers) { text += part.gap + answer.trimmed }
        return text + tail
    }

    /// The text from its first non-blank character to the last one in that line.
    private static func firstLine(_ text: Substring) -> Substring? {
        guard let start = text.firstIndex(where: { !$0.isWhitespace }) else { return nil }
        return text[start...].prefix { !$0.isNewline }.trimming(\.isWhitespace)
    }

    private mutating func cut(_ line: Substring, _ limit: Int) {
        var rest = line
        while let start = rest.firstIndex(where: { !$0.isWhitespace }) {
            rest = rest[start...]
            append(rest[..<Self.end(of: rest, limit)])
            rest = rest[parts[parts.count - 1].piece.endIndex...]
        }
    }

    private mutating func append(_ piece: Substring) {
        parts.append(Part(gap: tail[..<piece.startIndex], piece: piece))
        tail = tail[piece.endIndex...]
    }

    /// The end of the first piece of `text`, which does not begin with white space.
    private static func end(of text: Substring, _ limit: Int) -> Substring.Index {
        let scalars = text.unicodeScalars
        guard let bound = scalars.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex),
            bound < text.endIndex
        else { return text.endIndex }
        var sentence: Substring.Index?
        var word: Substring.Index?
        var character = text.startIndex
        var previous: Character = " "
        var index = text.startIndex
        while index <= bound, index < text.endIndex {
            if text[index].isWhitespace, !previous.isWhitespace {
                word = index
                if endsSentence(previous) { sentence = index }
            } else if endsWideSentence(previous) {
                sentence = index
            }
            character = index
            previous = text[index]
            index = text.index(after: index)
        }
        // A single character longer than the limit is not cut.
        return sentence ?? word ?? (character > text.startIndex ? character : text.index(after: text.startIndex))
    }

    private static func endsSentence(_ character: Character) -> Bool { ".!?…؟۔।:;".contains(character) }

    /// Whether the mark ends a sentence in a script without spaces.
    private static func endsWideSentence(_ character: Character) -> Bool { "。！？".contains(character) }

    private mutating func join(_ text: String, _ limit: Int) {
        var joined: [Part] = []
        for part in parts {
            guard let last = joined.last,
                text[last.piece.startIndex..<part.piece.endIndex].unicodeScalars.count <= limit
            else {
                joined.append(part)
                continue
            }
            joined[joined.count - 1].piece = text[last.piece.startIndex..<part.piece.endIndex]
        }
        parts = joined
    }
}

extension BidirectionalCollection {
    /// The part between the elements at both ends that `isMargin` takes.
    func trimming(_ isMargin: (Element) -> Bool) -> SubSequence {
        let rest = drop(while: isMargin)
        guard let last = rest.lastIndex(where: { !isMargin($0) }) else { return rest }
        return rest[...last]
    }
}

extension Sequence where Element: Hashable {
    /// Each element once, in order of first occurrence.
    var eachOnce: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}

extension String {
    /// Whether the text has anything to translate: a letter of any script.
    var hasWords: Bool { unicodeScalars.contains { $0.properties.isAlphabetic } }

    /// The text without surrounding white space.
    var trimmed: String { String(trimming(\.isWhitespace)) }

    /// Surrounds the text with the white space of `original` instead of its own.
    func spaced(as original: String) -> String {
        let tail = original.reversed().prefix(while: \.isWhitespace).reversed()
        return original.prefix(while: \.isWhitespace) + trimmed + String(tail)
    }

    var newlineCount: Int { utf8.count { $0 == UInt8(ascii: "\n") } }
}
