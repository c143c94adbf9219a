/// Draws and removes the rows of the line being typed, and remembers what was drawn. Uses only CR, LF and the sequences
/// CUU, CUF, CUP and ED of ECMA-48, which every terminal since the VT100 has.
struct InputScreen {
    private var drawn: InputLayout?

    /// Moves to the first drawn row and clears from there to the end of the screen. `columns` is the terminal's present
    /// width: a terminal that became narrower has wrapped the rows anew (most do; xterm cuts them instead).
    mutating func erase(columns: Int) -> String {
        guard let drawn else { return "" }
        self.drawn = nil
        let columns = max(columns, 2)
        let rowsAbove = drawn.widths[..<drawn.cursorRow].reduce(0) { $0 + max(1, ($1 + columns - 1) / columns) }
        return "\r" + Self.up(rowsAbove + drawn.cursorColumn / columns) + "\u{1B}[J"
    }

    mutating func draw(_ layout: InputLayout) -> String {
        drawn = layout
        let toCursor = Self.up(layout.rows.count - 1 - layout.cursorRow) + "\r" + Self.right(layout.cursorColumn)
        return layout.rows.joined(separator: "\r\n") + toCursor
    }

    /// Clears the whole screen, and the drawn rows with it.
    mutating func clearScreen() -> String {
        drawn = nil
        return "\u{1B}[H\u{1B}[J"
    }

    func shows(_ layout: InputLayout) -> Bool { drawn == layout }

    private static func up(_ rows: Int) -> String { rows > 0 ? "\u{1B}[\(rows)A" : "" }
    private static func right(_ columns: Int) -> String { columns > 0 ? "\u{1B}[\(columns)C" : "" }
}
