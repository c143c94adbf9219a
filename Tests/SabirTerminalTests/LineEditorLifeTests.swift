import Foundation
import Glibc
import Testing

@testable import SabirTerminal

extension LineEditorSuites {
    @Suite("Bounds, ends, and what is left behind", .serialized)
    struct Life {
        @Test("A second editor in one process is refused while the first is open")
        func oneAtATime() throws {
            let terminal = try PseudoTerminal()
            let editor = try terminal.openEditor()
            #expect(throws: TerminalError.self) { try terminal.openEditor() }
            editor.close()
            terminal.type("x")
            let again = try LineEditor(LineEditor.Setup(terminal: terminal.slave))
            try terminal.wait(for: "the new prompt") { $0.lines[$0.row].hasPrefix("> ") }
            again.close()
        }

        @Test("Ctrl-D on an empty line ends, on another deletes")
        func controlD() async throws {
            let terminal = try PseudoTerminal()
            let editor = try terminal.openEditor()
            terminal.type("ab\u{01}\u{04}")
            try terminal.expect(["> b"], row: 0, column: 2)
            terminal.type("\u{04}\u{04}")
            var events = editor.events.makeAsyncIterator()
            #expect(await events.next() == .end)
            #expect(await events.next() == nil)
            editor.close()
        }

        @Test("Ctrl-C on an empty line ends with its own event")
        func controlC() async throws {
            let terminal = try PseudoTerminal()
            let editor = try terminal.openEditor()
            terminal.type("\u{03}")
            var events = editor.events.makeAsyncIterator()
            #expect(await events.next() == .interrupt)
            #expect(await events.next() == nil)
            editor.print(["Goodbye."])
            try terminal.expect(["Goodbye."], row: 1, column: 0)
            editor.close()
        }

        @Test("A password that is being typed is not kept by Ctrl-C: it ends")
        func controlCAtASecret() async throws {
            let terminal = try PseudoTerminal()
            let editor = try terminal.openEditor()
            editor.setSecret(true)
            editor.setPrompt("secret> ")
            try terminal.expect(["secret>"], row: 0, column: 8)
            terminal.type("hidden\u{03}")
            #expect(await editor.firstEvent() == .interrupt)
            editor.close()
        }

        @Test("A paste while older lines are searched enters nothing")
        func pasteInSearch() async throws {
            let terminal = try PseudoTerminal()
            let editor = try terminal.openEditor()
            terminal.type("\u{12}\u{1B}[200~uno\ndos\n\u{1B}[201~\u{07}\u{01}\u{0B}tres\r")
            #expect(await editor.firstEvent() == .line("tres"))
            editor.close()
        }

        @Test("The marks of a paste are known in whatever pieces they come")
        func marksInPieces() {
            var marks = PasteMarks()
            let keys = "x\u{1B}\u{1B}[200~a\u{1B}[A\r\nb\u{1B}[201~\u{1B}[A".unicodeScalars.flatMap { marks.keys([$0]) }
            #expect(String(String.UnicodeScalarView(keys)) == "x\u{1B}a[A\u{2028}b\u{1B}[A")
        }

        @Test("An Escape by itself takes nothing from the next key")
        func loneEscape() async throws {
            let terminal = try PseudoTerminal()
            let editor = try terminal.openEditor(patience: 0)
            terminal.type("\u{1B}")
            // What is printed is shown in the round before keys are read: at the third the Escape has been judged.
            for (row, text) in ["one", "two", "three"].enumerated() {
                editor.print([text])
                try terminal.expect(Array(["one", "two", "three"][...row]) + [">"], row: row + 1, column: 2)
            }
            terminal.type("a\r")
            #expect(await editor.firstEvent() == .line("a"))
            editor.close()
        }

        @Test("Only an Escape by itself is dropped")
        func escapeOfASequence() {
            var marks = PasteMarks()
            #expect(marks.keys("\u{1B}".unicodeScalars).isEmpty && marks.hasLoneEscape)
            marks.dropLoneEscape()
            #expect(marks.keys("a".unicodeScalars) == ["a"])
            #expect(marks.keys("\u{1B}[".unicodeScalars).isEmpty && !marks.hasLoneEscape)
            marks.dropLoneEscape()
            #expect(String(String.UnicodeScalarView(marks.keys("A".unicodeScalars))) == "\u{1B}[A")
        }

        @Test("Between two lines the terminal stays raw: nothing typed is echoed by the kernel")
        func staysRaw() async throws {
            let terminal = try PseudoTerminal()
            let editor = try terminal.openEditor()
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
            #expect(await editor.firstEvent() == .end)
            editor.close()
            close(slave)
        }

        @Test("A pasted line has a bound, and the editor lives on")
        func bounded() async throws {
            let terminal = try PseudoTerminal()
            let editor = try terminal.openEditor()
            let paste = String(repeating: "x", count: EditorSession.longestLine + 5_000)
            for start in stride(from: 0, to: paste.count, by: 1_000) {
                terminal.type(String(repeating: "x", count: min(1_000, paste.count - start)))
                try terminal.wait(for: "the piece") { !$0.lines.allSatisfy(\.isEmpty) }
            }
            terminal.type("\r")
            #expect(await editor.firstEvent() == .line(String(repeating: "x", count: EditorSession.longestLine)))
            editor.close()
        }

        @Test("Prints from many tasks all arrive, whole and in each task's order")
        func manyTasks() async throws {
            let terminal = try PseudoTerminal(columns: 80, rows: 24)
            let editor = try terminal.openEditor()
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

        @Test("More lines than may wait: the newest are shown, and how many were not")
        func overflow() throws {
            let mailbox = ConsoleMailbox(wake: try WakeEvent())
            for number in 0..<ConsoleMailbox.limit + 3 { #expect(mailbox.print(["\(number)"])) }
            let requests = mailbox.takeRequests(last: true)
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
}
