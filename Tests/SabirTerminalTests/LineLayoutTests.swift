import Testing

@testable import SabirTerminal

@Suite("Line layout")
struct LineLayoutTests {
    private func rows(_ text: String, columns: Int, indent: Int = 0) -> [String] {
        LineLayout.rows([Span(text)], columns: columns, indent: indent).map { $0.map(\.text).joined() }
    }

    @Test("A short line is one row")
    func short() {
        #expect(rows("hello", columns: 20) == ["hello"])
        #expect(rows("", columns: 20) == [""])
        #expect(rows("12345678901234567890", columns: 20) == ["12345678901234567890"])
    }

    @Test("Rows break at spaces, the following ones indented")
    func words() {
        #expect(
            rows("12:30 anna: the quick brown fox jumps", columns: 24, indent: 6)
                == ["12:30 anna: the quick ", "      brown fox jumps"])
        #expect(rows("12345678901234567890 next", columns: 20) == ["12345678901234567890", "next"])
    }

    @Test("A long word is cut between graphemes")
    func longWord() {
        #expect(
            rows("x " + String(repeating: "a", count: 30), columns: 20, indent: 2)
                == ["x " + String(repeating: "a", count: 18), "  " + String(repeating: "a", count: 12)])
        let accents = String(repeating: "e\u{301}", count: 25)
        #expect(rows(accents, columns: 20).map(\.count) == [20, 5])
        let flags = rows(String(repeating: "🇺🇦", count: 11), columns: 21)
        #expect(flags.map(\.count) == [10, 1])
    }

    @Test("Wide characters do not straddle the margin")
    func wide() {
        #expect(
            rows(String(repeating: "护", count: 12), columns: 21, indent: 1)
                == [String(repeating: "护", count: 10), " 护护"])
    }

    @Test("Spaces cannot push words to the left edge of a new row")
    func forgery() {
        let forged = rows("hi" + String(repeating: " ", count: 98) + "12:00 boris: yes", columns: 40, indent: 4)
        #expect(forged == ["hi", "    12:00 boris: yes"])
        let joined = "👩" + String(repeating: "\u{200D}👩", count: 60)
        for row in rows(joined, columns: 40, indent: 4) { #expect(displayWidth(of: row) <= 40) }
    }

    @Test("Styles go with their words")
    func styles() {
        let spans = [Span("anna", .sender(memberID: "m1")), Span(": "), Span("one two three four five", .translation)]
        let rows = LineLayout.rows(spans, columns: 20, indent: 2)
        #expect(
            rows == [
                [Span("anna", .sender(memberID: "m1")), Span(": "), Span("one two three ", .translation)],
                [Span("  "), Span("four five", .translation)],
            ])
    }

    @Test("Very narrow terminals are laid out as 20 columns, a deep indent is bounded")
    func narrow() {
        #expect(rows("aaaa bbbb cccc dddd eeee", columns: 3, indent: 50) == ["aaaa bbbb cccc dddd ", "          eeee"])
    }

    @Test("No row is wider than the terminal, and no grapheme is lost", arguments: 20...60)
    func everyWidth(columns: Int) {
        let text = "12:30 أحمد: مرحبا 护士你好 cafe\u{301} 👩‍⚕️ pneumonoultramicroscopicsilicovolcanoconiosis हिन्दी 1️⃣"
        let rows = rows(text, columns: columns, indent: 7)
        for row in rows { #expect(displayWidth(of: row) <= columns) }
        for row in rows.dropFirst() { #expect(row.hasPrefix("       ")) }
        #expect(rows.joined().filter { $0 != " " } == text.filter { $0 != " " })
    }

    @Test("The whole width is taken where there is none to keep to")
    func unlimited() {
        #expect(rows("a b", columns: Int.max) == ["a b"])
    }
}
