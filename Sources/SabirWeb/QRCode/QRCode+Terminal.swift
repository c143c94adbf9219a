extension QRCode {
    /// The code in half blocks, two rows of modules a line, without a line end after the last.
    ///
    /// With colours it is black on white whatever the terminal's own colours are: numbers 16 and 231 of the palette of
    /// 256 are not subject to themes. Without, the light modules are drawn in the colour of text, which is right on a
    /// dark terminal; on a light one the code shows inverted, and most but not all readers take it.
    package func terminal(colours: Bool) -> String {
        stride(from: framed.lowerBound, to: framed.upperBound, by: 2)
            .map { colours ? Self.blackOnWhite(line(at: $0, ink: true)) : line(at: $0, ink: false) }
            .joined(separator: "\n")
    }

    private static func blackOnWhite(_ line: String) -> String { "\u{1b}[38;5;16;48;5;231m\(line)\u{1b}[0m" }

    /// `ink`: whether a block stands for a dark module or for a light one.
    private func line(at row: Int, ink: Bool) -> String {
        String(
            framed.map { column -> Character in
                switch (isDark(row: row, column: column) == ink, isDark(row: row + 1, column: column) == ink) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            })
    }
}
