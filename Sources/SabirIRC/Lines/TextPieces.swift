/// Cuts texts that do not fit an IRC line, at spaces where possible.
enum TextPieces {
    /// The paragraphs of `text`, cut into pieces of at most `bytes` bytes of UTF-8: after a space in the last third of
    /// the piece if there is one, otherwise between graphemes. The result is never empty, and loses only line feeds and
    /// spaces at a cut. A grapheme longer than a piece is cut between scalars.
    static func cut(_ text: String, bytes: Int) -> [String] {
        let paragraphs = text.split(separator: "\n", omittingEmptySubsequences: true).flatMap {
            cut(paragraph: $0, bytes: max(bytes, 4))
        }
        return paragraphs.isEmpty ? [""] : paragraphs
    }

    private static func cut(paragraph: Substring, bytes: Int) -> [String] {
        var pieces: [String] = []
        var rest = paragraph
        while rest.utf8.count > bytes {
            let end = breakPoint(in: rest, bytes: bytes)
            pieces.append(String(rest[..<end]))
            rest = rest[end...].drop { $0 == " " }
        }
        if !rest.isEmpty || pieces.isEmpty { pieces.append(String(rest)) }
        return pieces
    }

    /// The end of the first piece, which has at least one scalar.
    private static func breakPoint(in text: Substring, bytes: Int) -> Substring.Index {
        var used = 0
        var last = text.startIndex
        var space: Substring.Index?
        for index in text.indices {
            used += text[index].utf8.count
            if used > bytes { break }
            last = text.index(after: index)
            if text[index] == " ", used > bytes * 2 / 3 { space = index }
        }
        return last > text.startIndex ? space ?? last : scalarBreak(in: text, bytes: bytes)
    }

    private static func scalarBreak(in text: Substring, bytes: Int) -> Substring.Index {
        var used = 0
        for index in text.unicodeScalars.indices {
            used += text.unicodeScalars[index].utf8.count
            if used > bytes { return index }
        }
        return text.endIndex
    }
}
