import Testing

@testable import SabirTerminal

/// One after the other: a process has one line editor.
@Suite("The line editor in a pseudo-terminal", .serialized)
struct LineEditorSuites {}

extension LineEditorSuites {
    @Suite("Typing, and lines that arrive meanwhile", .serialized)
    struct Typing {
        @Test("Lines printed above an input of 200 columns, wherever its cursor stands")
        func printsAboveWrapped() throws {
            let terminal = try PseudoTerminal(columns: 80, rows: 12)
            let editor = try terminal.openEditor()
            let text = String((0..<200).map { Character(Unicode.Scalar(UInt8(ascii: "a") + UInt8($0 % 26))) })
            terminal.type(text)
            let whole = Array("> " + text)
            let rows = [String(whole[0..<80]), String(whole[80..<160]), String(whole[160...])]
            try terminal.expect(rows, row: 2, column: 42)
            editor.print(["first"])
            try terminal.expect(["first"] + rows, row: 3, column: 42)
            terminal.type("\u{01}")
            try terminal.expect(["first"] + rows, row: 1, column: 2)
            editor.print(["second"])
            try terminal.expect(["first", "second"] + rows, row: 2, column: 2)
            terminal.type("\u{05}")
            try terminal.expect(["first", "second"] + rows, row: 4, column: 42)
            editor.close()
        }

        @Test("A row that is just full puts the cursor on the next one")
        func fullRow() throws {
            let terminal = try PseudoTerminal(columns: 20, rows: 8)
            let editor = try terminal.openEditor()
            terminal.type("123456789012345678")
            try terminal.expect(["> 123456789012345678"], row: 1, column: 0)
            editor.print(["news"])
            try terminal.expect(["news", "> 123456789012345678"], row: 2, column: 0)
            terminal.type("\u{7F}")
            try terminal.expect(["news", "> 12345678901234567"], row: 1, column: 19)
            editor.close()
        }

        @Test("Wide characters, which never straddle the margin")
        func wide() async throws {
            let terminal = try PseudoTerminal(columns: 21, rows: 8)
            let editor = try terminal.openEditor()
            terminal.type("候诊室在哪里请问护士")
            try terminal.expect(["> 候诊室在哪里请问护", "士"], row: 1, column: 2)
            editor.print(["护士: 二楼"])
            try terminal.expect(["护士: 二楼", "> 候诊室在哪里请问护", "士"], row: 2, column: 2)
            terminal.type("\u{1B}[D\u{1B}[D\u{1B}[D\u{7F}")
            try terminal.expect(["护士: 二楼", "> 候诊室在哪里问护士"], row: 1, column: 14)
            terminal.type("\r")
            #expect(await editor.firstEvent() == .line("候诊室在哪里问护士"))
            editor.close()
        }

        @Test("An accent typed after its letter is shown, and goes with its letter")
        func combining() async throws {
            let terminal = try PseudoTerminal()
            let editor = try terminal.openEditor()
            terminal.type("cafe\u{301}s")
            try terminal.expect(["> cafe\u{301}s"], row: 0, column: 7)
            editor.print(["x"])
            try terminal.expect(["x", "> cafe\u{301}s"], row: 1, column: 7)
            terminal.type("\u{1B}[D\u{7F}")
            try terminal.expect(["x", "> cafs"], row: 1, column: 5)
            terminal.type("\r")
            #expect(await editor.firstEvent() == .line("cafs"))
            editor.close()
        }

        @Test("Left, home, end, delete and words: the keys people know")
        func keys() throws {
            let terminal = try PseudoTerminal()
            let editor = try terminal.openEditor()
            terminal.type("one two\u{1B}[H")
            try terminal.expect(["> one two"], row: 0, column: 2)
            terminal.type("\u{1B}[3~")
            try terminal.expect(["> ne two"], row: 0, column: 2)
            terminal.type("\u{1B}[F\u{1B}[Dw")
            try terminal.expect(["> ne twwo"], row: 0, column: 8)
            terminal.type("\u{01}\u{04}\u{05}\u{17}")
            try terminal.expect(["> e"], row: 0, column: 4)
            terminal.type("\u{1B}[5~\u{1B}[6~\t\u{16}\u{1A}ok")
            try terminal.expect(["> e ok"], row: 0, column: 6)
            editor.close()
        }

        @Test("The arrow keys bring back what was entered")
        func history() async throws {
            let terminal = try PseudoTerminal()
            let editor = try terminal.openEditor()
            terminal.type("first ¿qué?\rsecond\r")
            try terminal.wait(for: "an empty prompt") { $0.transcript == [">"] && $0.column == 2 }
            var events = editor.events.makeAsyncIterator()
            #expect(await events.next() == .line("first ¿qué?"))
            #expect(await events.next() == .line("second"))
            terminal.type("\u{1B}[A")
            try terminal.expect(["> second"], row: 0, column: 8)
            terminal.type("\u{1B}[A")
            try terminal.expect(["> first ¿qué?"], row: 0, column: 13)
            terminal.type("\r")
            #expect(await events.next() == .line("first ¿qué?"))
            editor.close()
        }

        @Test("Searching back by Ctrl-R, with a line printed meanwhile")
        func search() async throws {
            let terminal = try PseudoTerminal()
            let editor = try terminal.openEditor()
            terminal.type("the blue pills\rother\r")
            var events = editor.events.makeAsyncIterator()
            _ = await (events.next(), events.next())
            terminal.type("\u{12}blue")
            try terminal.wait(for: "the found line") { $0.transcript.first == "> the blue pills" }
            editor.print(["news"])
            try terminal.wait(for: "the news") { $0.transcript.prefix(2) == ["news", "> the blue pills"] }
            terminal.type("\r")
            #expect(await events.next() == .line("the blue pills"))
            editor.close()
        }

        @Test("Ctrl-L clears the screen and keeps the line")
        func controlL() throws {
            let terminal = try PseudoTerminal()
            let editor = try terminal.openEditor()
            editor.print(["old", "older"])
            terminal.type("text")
            try terminal.expect(["old", "older", "> text"], row: 2, column: 6)
            terminal.type("\u{0C}")
            try terminal.expect(["> text"], row: 0, column: 6)
            editor.close()
        }

        @Test("The prompt changes while a line is typed")
        func prompt() throws {
            let terminal = try PseudoTerminal()
            let editor = try terminal.openEditor()
            terminal.type("abc")
            try terminal.expect(["> abc"], row: 0, column: 5)
            editor.setPrompt("等 away> ")
            try terminal.expect(["等 away> abc"], row: 0, column: 12)
            editor.close()
        }

        @Test("A narrower and a wider terminal")
        func resize() throws {
            let terminal = try PseudoTerminal(columns: 40, rows: 10)
            let editor = try terminal.openEditor()
            terminal.type("a short line")
            try terminal.expect(["> a short line"], row: 0, column: 14)
            terminal.resize(columns: 20)
            terminal.type(", now longer")
            try terminal.expect(["> a short line, now", "longer"], row: 1, column: 6)
            terminal.resize(columns: 60)
            try terminal.expect(["> a short line, now longer"], row: 0, column: 26)
            #expect(editor.columns == 60)
            editor.close()
        }

        @Test("An input with more rows than the terminal shows those around the cursor")
        func tall() async throws {
            let terminal = try PseudoTerminal(columns: 20, rows: 6)
            let editor = try terminal.openEditor()
            editor.print(["above"])
            let text = String(repeating: "abcdefghijklmnopqrst", count: 20)
            terminal.type(text)
            try terminal.wait(for: "the end") { $0.column == 2 && $0.lines[$0.row] == "st" }
            editor.print(["news"])
            terminal.type("!")
            try terminal.wait(for: "the news") { $0.transcript.contains("news") && $0.lines[$0.row] == "st!" }
            #expect(terminal.screen.transcript.filter { $0 == "news" }.count == 1)
            #expect(terminal.screen.transcript.contains("above"))
            terminal.type("\r")
            #expect(await editor.firstEvent() == .line(text + "!"))
            try terminal.wait(for: "an empty prompt") { $0.lines[$0.row] == ">" }
            editor.close()
        }

        @Test("Hostile bytes that are pasted reach neither the screen raw nor the kernel")
        func hostilePaste() async throws {
            let terminal = try PseudoTerminal()
            let editor = try terminal.openEditor()
            terminal.type("a\u{202E}b\u{85}c")
            terminal.type(bytes: [0xFF, 0xC3, UInt8(ascii: "z")])
            try terminal.wait(for: "the text") { $0.lines[0].hasSuffix("z") }
            #expect(terminal.screen.unknown.isEmpty)
            #expect(!terminal.screen.lines[0].unicodeScalars.contains("\u{202E}"))
            terminal.type("\r")
            editor.close()
        }

        @Test("A hostile prompt is as harmless as a message")
        func hostilePrompt() throws {
            let terminal = try PseudoTerminal()
            let editor = try terminal.openEditor()
            editor.setPrompt("a\u{1B}[2J\nb> ")
            try terminal.expect(["a␛[2J ⏎ b>"], row: 0, column: 11)
            editor.close()
        }
    }
}
