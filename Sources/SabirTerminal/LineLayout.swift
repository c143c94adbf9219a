/// Wraps one line to the columns of a terminal, continuation rows indented: what somebody wrote can never begin at the
/// left edge, where names and times are shown.
package enum LineLayout {
    /// Narrower terminals are laid out as if they had this many columns.
    package static let fewestColumns = 20

    /// Rows of at most `columns` display columns. Breaks at spaces, which are dropped, or between two graphemes if a
    /// word is wider than a row. `indent` is at most half a row. The spans must be safe text without line breaks.
    package static func rows(_ spans: [Span], columns: Int, indent: Int = 0) -> [[Span]] {
        let columns = max(columns, fewestColumns)
        var rows = RowBuilder(columns: columns, indent: min(max(indent, 0), columns / 2))
        for span in spans {
            for piece in pieces(of: span.text) { rows.add(piece, style: span.style) }
        }
        return rows.finish()
    }

    /// Alternating words and runs of spaces. A space that carries a mark is part of its word: only bare spaces may be
    /// dropped.
    private static func pieces(of text: String) -> [[Character]] {
        var pieces: [[Character]] = []
        for character in text {
            if let last = pieces.last?.last, (last == " ") == (character == " ") {
                pieces[pieces.count - 1].append(character)
            } else {
                pieces.append([character])
            }
        }
        return pieces
    }
}

/// Fills rows from the left. A word is kept together only within its span: in this program's lines, styles change only
/// between words.
private struct RowBuilder {
    let columns: Int
    let indent: Int
    private var rows: [[Span]] = []
    private var row: [Span] = []
    private var width = 0
    private var isRowEmpty = true

    init(columns: Int, indent: Int) {
        self.columns = columns
        self.indent = indent
    }

    mutating func add(_ piece: [Character], style: Style?) {
        let pieceWidth = piece.reduce(0) { $0 + displayWidth(of: String($1)) }
        let isSpace = piece.first == " "
        if width + pieceWidth <= columns {
            append(String(piece), width: pieceWidth, style: style)
        } else if isSpace {
            breakRow()
        } else {
            if !isRowEmpty, pieceWidth <= columns - indent { breakRow() }
            split(piece, style: style)
        }
    }

    mutating func finish() -> [[Span]] {
        rows.append(row)
        return rows
    }

    private mutating func split(_ word: [Character], style: Style?) {
        for piece in word.flatMap(unbroken) {
            let pieceWidth = displayWidth(of: piece)
            if width + pieceWidth > columns, !isRowEmpty { breakRow() }
            append(piece, width: pieceWidth, style: style)
        }
    }

    /// A grapheme, or its scalars if the grapheme alone is wider than a row: a chain of joined emoji has no bound of
    /// its own, and the terminal would wrap it to the left edge.
    private func unbroken(_ character: Character) -> [String] {
        let text = String(character)
        return displayWidth(of: text) <= columns - indent ? [text] : text.unicodeScalars.map { String($0) }
    }

    private mutating func append(_ text: String, width added: Int, style: Style?) {
        // Spaces at a break are dropped; spaces at the very beginning are the writer's.
        if isRowEmpty, !rows.isEmpty, text.first == " " { return }
        if let last = row.indices.last, row[last].style == style {
            row[last].text += text
        } else {
            row.append(Span(text, style))
        }
        width += added
        isRowEmpty = false
    }

    private mutating func breakRow() {
        guard !isRowEmpty else { return }
        rows.append(row)
        row = indent > 0 ? [Span(String(repeating: " ", count: indent))] : []
        width = indent
        isRowEmpty = true
    }
}
