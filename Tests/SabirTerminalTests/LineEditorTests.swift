import Foundation
import Glibc
import Testing

@testable import SabirTerminal

@Suite("The line editor in a pseudo-terminal", .serialized)
struct LineEditorTests {
    private func open(
        _ terminal: PseudoTerminal, prompt: String = "> ", history: String? = nil, keeps: Bool = false
    ) throws -> LineEditor {
        var setup = LineEditor.Setup()
        (setup.input, setup.output) = (terminal.slave, terminal.slave)
        (setup.prompt, setup.historyFile, setup.keepsEnteredLines) = (prompt, history, keeps)
        let editor = try LineEditor(setup)
        try terminal.expect([prompt.trimmingCharacters(in: .whitespaces)], row: 0, column: prompt.count)
        return editor
    }

    private func event(_ editor: LineEditor) async -> LineEvent? {
        var events = editor.events.makeAsyncIterator()
        return await events.next()
    }

    @Test("A typed line is an event, and leaves the screen to its echo")
    func enters() async throws {
        let terminal = try PseudoTerminal()
        let editor = try open(terminal)
        terminal.type("hello")
        try terminal.expect(["> hello"], row: 0, column: 7)
        terminal.type("\r")
        try terminal.expect([">"], row: 0, column: 2)
        #expect(await event(editor) == .line("hello"))
        editor.close()
    }

    @Test("An entered line stays where that is wanted")
    func keeps() async throws {
        let terminal = try PseudoTerminal()
        let editor = try open(terminal, keeps: true)
        terminal.type("hello\r")
        try terminal.expect(["> hello", ">"], row: 1, column: 2)
        editor.close()
    }

    @Test("A line that arrives while another is typed appears above it, text and cursor kept")
    func printsAbove() throws {
        let terminal = try PseudoTerminal()
        let editor = try open(terminal)
        terminal.type("half a thought\u{02}\u{02}\u{02}")
        try terminal.expect(["> half a thought"], row: 0, column: 13)
        editor.print(["anna: hello", "boris: hi"])
        try terminal.expect(["anna: hello", "boris: hi", "> half a thought"], row: 2, column: 13)
        terminal.type("X")
        try terminal.expect(["anna: hello", "boris: hi", "> half a thouXght"], row: 2, column: 14)
        editor.close()
    }

    @Test("Lines printed above an input of 200 columns, wherever its cursor stands")
    func printsAboveWrapped() throws {
        let terminal = try PseudoTerminal(columns: 80, rows: 12)
        let editor = try open(terminal)
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
        let editor = try open(terminal)
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
        let editor = try open(terminal)
        terminal.type("候诊室在哪里请问护士")
        try terminal.expect(["> 候诊室在哪里请问护", "士"], row: 1, column: 2)
        editor.print(["护士: 二楼"])
        try terminal.expect(["护士: 二楼", "> 候诊室在哪里请问护", "士"], row: 2, column: 2)
        terminal.type("\u{1B}[D\u{1B}[D\u{1B}[D\u{7F}")
        try terminal.expect(["护士: 二楼", "> 候诊室在哪里问护士"], row: 1, column: 14)
        terminal.type("\r")
        #expect(await event(editor) == .line("候诊室在哪里问护士"))
        editor.close()
    }

    @Test("An accent typed after its letter is shown, and goes with its letter")
    func combining() async throws {
        let terminal = try PseudoTerminal()
        let editor = try open(terminal)
        terminal.type("cafe\u{301}s")
        try terminal.expect(["> cafe\u{301}s"], row: 0, column: 7)
        editor.print(["x"])
        try terminal.expect(["x", "> cafe\u{301}s"], row: 1, column: 7)
        terminal.type("\u{1B}[D\u{7F}")
        try terminal.expect(["x", "> cafs"], row: 1, column: 5)
        terminal.type("\r")
        #expect(await event(editor) == .line("cafs"))
        editor.close()
    }

    @Test("Left, home, end, delete and words: the keys people know")
    func keys() throws {
        let terminal = try PseudoTerminal()
        let editor = try open(terminal)
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
        let editor = try open(terminal)
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
        let editor = try open(terminal)
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

    @Test("History is kept in a file of its owner alone, 1,000 lines at most")
    func historyFile() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "history").path
        let terminal = try PseudoTerminal()
        let editor = try open(terminal, history: path)
        var events = editor.events.makeAsyncIterator()
        for number in 0..<1_010 {
            terminal.type("línea \(number)\r")
            #expect(await events.next() == .line("línea \(number)"))
        }
        editor.close()
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["history"])
        let kept = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        #expect((1_000...1_001).contains(kept.count))

        let later = try PseudoTerminal()
        let again = try open(later, history: path)
        later.type("\u{10}")
        try later.expect(["> línea 1009"], row: 0, column: 12)
        again.close()
    }

    @Test("Ctrl-D on an empty line ends, on another deletes")
    func controlD() async throws {
        let terminal = try PseudoTerminal()
        let editor = try open(terminal)
        terminal.type("ab\u{01}\u{04}")
        try terminal.expect(["> b"], row: 0, column: 2)
        terminal.type("\u{04}\u{04}")
        var events = editor.events.makeAsyncIterator()
        #expect(await events.next() == .end)
        #expect(await events.next() == nil)
        editor.close()
    }

    @Test("Ctrl-C ends with its own event, also in the middle of a line")
    func controlC() async throws {
        let terminal = try PseudoTerminal()
        let editor = try open(terminal)
        terminal.type("never sent\u{03}")
        var events = editor.events.makeAsyncIterator()
        #expect(await events.next() == .interrupt)
        #expect(await events.next() == nil)
        editor.print(["Goodbye."])
        try terminal.expect(["Goodbye."], row: 1, column: 0)
        editor.close()
    }

    @Test("Ctrl-L clears the screen and keeps the line")
    func controlL() throws {
        let terminal = try PseudoTerminal()
        let editor = try open(terminal)
        editor.print(["old", "older"])
        terminal.type("text")
        try terminal.expect(["old", "older", "> text"], row: 2, column: 6)
        terminal.type("\u{0C}")
        try terminal.expect(["> text"], row: 0, column: 6)
        editor.close()
    }

    @Test("Closing restores the terminal's settings, once and for all")
    func restores() throws {
        let terminal = try PseudoTerminal()
        let before = terminal.settings()
        let editor = try open(terminal)
        let during = terminal.settings()
        #expect(during.c_lflag & tcflag_t(ICANON | ECHO | ISIG) == 0)
        terminal.type("left behind")
        try terminal.expect(["> left behind"], row: 0, column: 13)
        editor.print(["last words"])
        editor.close()
        editor.close()
        let after = terminal.settings()
        #expect(after.c_lflag == before.c_lflag && after.c_iflag == before.c_iflag)
        #expect(after.c_oflag == before.c_oflag && after.c_cflag == before.c_cflag)
        try terminal.expect(["last words"], row: 1, column: 0)
    }

    @Test("Between two lines the terminal stays raw: nothing typed is echoed by the kernel")
    func staysRaw() async throws {
        let terminal = try PseudoTerminal()
        let editor = try open(terminal)
        var events = editor.events.makeAsyncIterator()
        for number in 0..<200 {
            terminal.type("\(number)\r")
            #expect(terminal.settings().c_lflag & tcflag_t(ICANON | ECHO | ISIG) == 0)
            #expect(await events.next() == .line("\(number)"))
        }
        editor.close()
    }

    @Test("The terminal that goes away ends the events")
    func hangUp() async throws {
        let terminal = try PseudoTerminal()
        let slave = dup(terminal.slave)
        var setup = LineEditor.Setup()
        (setup.input, setup.output) = (slave, slave)
        let editor = try LineEditor(setup)
        try terminal.expect([">"], row: 0, column: 2)
        terminal.hangUp()
        #expect(await event(editor) == .end)
        editor.close()
        close(slave)
    }

    @Test("The prompt changes while a line is typed")
    func prompt() throws {
        let terminal = try PseudoTerminal()
        let editor = try open(terminal)
        terminal.type("abc")
        try terminal.expect(["> abc"], row: 0, column: 5)
        editor.setPrompt("等 away> ")
        try terminal.expect(["等 away> abc"], row: 0, column: 12)
        editor.close()
    }

    @Test("A narrower and a wider terminal")
    func resize() throws {
        let terminal = try PseudoTerminal(columns: 40, rows: 10)
        let editor = try open(terminal)
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
        let editor = try open(terminal)
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
        #expect(await event(editor) == .line(text + "!"))
        try terminal.wait(for: "an empty prompt") { $0.lines[$0.row] == ">" }
        editor.close()
    }

    @Test("A pasted line has a bound, and the editor lives on")
    func bounded() async throws {
        let terminal = try PseudoTerminal()
        let editor = try open(terminal)
        let paste = String(repeating: "x", count: EditorSession.longestLine + 5_000)
        for start in stride(from: 0, to: paste.count, by: 1_000) {
            terminal.type(String(repeating: "x", count: min(1_000, paste.count - start)))
            try terminal.wait(for: "the piece") { !$0.lines.allSatisfy(\.isEmpty) }
        }
        terminal.type("\r")
        #expect(await event(editor) == .line(String(repeating: "x", count: EditorSession.longestLine)))
        editor.close()
    }

    @Test("Hostile bytes that are pasted reach neither the screen raw nor the kernel")
    func hostilePaste() async throws {
        let terminal = try PseudoTerminal()
        let editor = try open(terminal)
        terminal.type("a\u{202E}b\u{85}c")
        terminal.type(bytes: [0xFF, 0xC3, UInt8(ascii: "z")])
        try terminal.wait(for: "the text") { $0.lines[0].hasSuffix("z") }
        #expect(terminal.screen.unknown.isEmpty)
        #expect(!terminal.screen.lines[0].unicodeScalars.contains("\u{202E}"))
        terminal.type("\r")
        editor.close()
    }

    @Test("Prints from many tasks all arrive, whole and in each task's order")
    func manyTasks() async throws {
        let terminal = try PseudoTerminal(columns: 80, rows: 24)
        let editor = try open(terminal)
        terminal.type("typing")
        try terminal.expect(["> typing"], row: 0, column: 8)
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask { for line in 0..<50 { editor.print(["\(task):\(line)"]) } }
            }
        }
        editor.print(["done"])
        try terminal.wait(for: "the last line") {
            $0.transcript.suffix(2) == ["done", "> typing"] && $0.column == 8
        }
        let printed = terminal.screen.transcript.filter { $0.contains(":") }
        #expect(printed.count == 400)
        for task in 0..<8 {
            #expect(printed.filter { $0.hasPrefix("\(task):") } == (0..<50).map { "\(task):\($0)" })
        }
        editor.close()
    }

    @Test("A hostile prompt is as harmless as a message")
    func hostilePrompt() throws {
        let terminal = try PseudoTerminal()
        let editor = try open(terminal)
        editor.setPrompt("a\u{1B}[2J\nb> ")
        try terminal.expect(["a␛[2J ⏎ b>"], row: 0, column: 11)
        editor.close()
    }

    @Test("The console is an editor at a terminal, a reader where nothing can be edited")
    func abilities() throws {
        let terminal = try PseudoTerminal()
        var setup = LineEditor.Setup()
        (setup.input, setup.output) = (terminal.slave, terminal.slave)
        let able = ConsoleAbilities(input: terminal.slave, output: terminal.slave, environment: ["TERM": "xterm"])
        let editor = try able.open(setup)
        #expect(editor is LineEditor)
        editor.close()
        let dumb = ConsoleAbilities(input: terminal.slave, output: terminal.slave, environment: ["TERM": "dumb"])
        let reader = try dumb.open(setup)
        #expect(reader is LineReader)
        #expect(reader.columns == 80)
        reader.close()
    }

    @Test("More lines than may wait: the newest are shown, and how many were not")
    func overflow() throws {
        let mailbox = ConsoleMailbox(wake: try WakeEvent())
        for number in 0..<ConsoleMailbox.limit + 3 { #expect(mailbox.print(["\(number)"])) }
        let requests = mailbox.take(last: true)
        #expect(requests.lines.count == ConsoleMailbox.limit)
        #expect(requests.lines.first == "3")
        #expect(requests.dropped == 3)
        #expect(!mailbox.print(["too late"]))
    }

    @Test("A descriptor that is no terminal is refused in a plain sentence")
    func noTerminal() throws {
        var setup = LineEditor.Setup()
        setup.input = Glibc.open("/dev/null", O_RDWR)
        setup.output = setup.input
        defer { close(setup.input) }
        let error = #expect(throws: TerminalError.self) { try LineEditor(setup) }
        #expect(error?.description.hasPrefix("Cannot read the terminal's settings: ") == true)
    }
}
