/// The prompt and the typed line cut into rows of the terminal, and the cursor's position in these rows.
struct InputLayout: Equatable {
    private(set) var rows: [String] = [""]
    /// Display columns of each row.
    private(set) var widths: [Int] = [0]
    private(set) var cursorRow = 0
    private(set) var cursorColumn = 0

    private let columns: Int

    /// `cursor` counts scalars of `line`. Rows are cut here, never by the terminal, so that their number is known. A
    /// full row is followed by an empty one for the cursor.
    init(prompt: String, line: [Unicode.Scalar], cursor: Int, columns: Int) {
        self.columns = max(columns, 2)
        rows[0] = SafeText.cut(SafeText.line(prompt), columns: self.columns / 2)
        widths[0] = displayWidth(of: rows[0])
        var offset = 0
        for character in String(String.UnicodeScalarView(line)) {
            let end = offset + character.unicodeScalars.count
            place(character, cursorAfter: (offset..<end).contains(cursor) ? cursor - offset : nil)
            offset = end
        }
        if cursor >= offset { placeCursor(aheadOf: 1, skipping: 0) }
    }

    /// The rows that fit a terminal of `height` rows, around the cursor.
    func window(height: Int) -> InputLayout {
        let height = max(height, 1)
        guard rows.count > height else { return self }
        let start = min(max(cursorRow - height / 2, 0), rows.count - height)
        var part = self
        part.rows = Array(rows[start..<start + height])
        part.widths = Array(widths[start..<start + height])
        part.cursorRow -= start
        return part
    }

    private mutating func place(_ character: Character, cursorAfter scalars: Int?) {
        let shown = Self.shown(character)
        let width = displayWidth(of: shown)
        if let scalars {
            let before = String(String.UnicodeScalarView(character.unicodeScalars.prefix(scalars)))
            placeCursor(aheadOf: width, skipping: min(displayWidth(of: before), width))
        }
        if character == "\n" { return breakRow() }
        if widths[widths.count - 1] + width > columns { breakRow() }
        rows[rows.count - 1] += shown
        widths[widths.count - 1] += width
    }

    private mutating func placeCursor(aheadOf width: Int, skipping: Int) {
        if widths[widths.count - 1] + width > columns { breakRow() }
        cursorRow = rows.count - 1
        cursorColumn = min(widths[widths.count - 1] + skipping, columns - 1)
    }

    private mutating func breakRow() {
        guard widths[widths.count - 1] > 0 else { return }
        rows.append("")
        widths.append(0)
    }

    /// A character made safe to show while it is typed: pasted text is no safer than received text. A mark stays with
    /// the character it was typed onto. A line break stays as it is, because the editor's search uses one.
    private static func shown(_ character: Character) -> String {
        let isHarmless = character.unicodeScalars.allSatisfy {
            switch SafeTextKind($0) {
            case .visible, .mark, .joiner: true
            default: false
            }
        }
        if isHarmless { return String(character) }
        return character == "\n" ? "" : "\u{FFFD}"
    }
}
