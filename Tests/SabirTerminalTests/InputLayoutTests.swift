import Testing

@testable import SabirTerminal

@Suite("The typed line in rows")
struct InputLayoutTests {
    private func layout(_ line: String, cursor: Int, columns: Int, prompt: String = "> ") -> InputLayout {
        InputLayout(prompt: prompt, line: Array(line.unicodeScalars), cursor: cursor, columns: columns)
    }

    @Test("Rows and the cursor in them")
    func rows() {
        let whole = layout("abcdefgh", cursor: 3, columns: 6)
        #expect(whole.rows == ["> abcd", "efgh"])
        #expect((whole.cursorRow, whole.cursorColumn) == (0, 5))
        let edge = layout("abcdefgh", cursor: 4, columns: 6)
        #expect((edge.cursorRow, edge.cursorColumn) == (1, 0))
        let full = layout("abcd", cursor: 4, columns: 6)
        #expect(full.rows == ["> abcd", ""])
        #expect((full.cursorRow, full.cursorColumn) == (1, 0))
    }

    @Test("A cursor within a grapheme stands after what is before it")
    func grapheme() {
        let accent = layout("e\u{301}x", cursor: 1, columns: 20)
        #expect((accent.cursorRow, accent.cursorColumn) == (0, 3))
    }

    @Test("What may not be shown raw is replaced")
    func hostile() {
        #expect(layout("a\u{202E}b\u{1B}c\u{9B}", cursor: 0, columns: 20).rows == ["> a\u{FFFD}b\u{FFFD}c\u{FFFD}"])
    }

    @Test("A long prompt leaves half the row")
    func longPrompt() {
        #expect(layout("ab", cursor: 2, columns: 20, prompt: "a very long prompt> ").rows == ["a very lo…ab"])
    }

    @Test("The window stays around the cursor", arguments: 0...100)
    func window(cursor: Int) {
        let whole = layout(String(repeating: "x", count: 100), cursor: cursor, columns: 10)
        let part = whole.window(height: 4)
        #expect(part.rows.count == 4)
        #expect(part.rows[part.cursorRow] == whole.rows[whole.cursorRow])
        #expect(part.cursorColumn == whole.cursorColumn)
    }

    @Test("Erasing reckons with rows that a narrower terminal has wrapped")
    func erase() {
        var screen = InputScreen()
        _ = screen.draw(layout(String(repeating: "x", count: 50), cursor: 50, columns: 40))
        #expect(screen.erase(columns: 20) == "\r\u{1B}[2A\u{1B}[J")
        #expect(screen.erase(columns: 20) == "")
    }
}
