extension QRCode {
    /// The code in half blocks, two rows of modules for each line, without a final line end.
    ///
    /// With colours the code is black on white in every theme, as colours 16 and 231 of the 256-colour palette are
    /// fixed. Without colours, light modules have the text's colour: right on a dark terminal, inverted on a light one,
    /// which most but not all readers accept.
    package func terminal(colours: Bool) -> String {
        stride(from: framed.lowerBound, to: framed.upperBound, by: 2)
            .map { colours ? Self.blackOnWhite(line(at: $0, ink: true)) : line(at: $0, ink: false) }
            .joined(separator: "\n")
    }

    private static func blackOnWhite(_ line: String) -> String { "\u{1b}[38;5;16;48;5;231m\(line)\u{1b}[0m" }

    /// - Parameter ink: Whether a block stands for a dark module or for a light one.
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
