import Glibc
import Testing

@testable import SabirTerminal

/// A person at a real pseudo-terminal: types on its master side and looks at what a VT100 would show.
final class PseudoTerminal {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private(set) var master: Int32
    private(set) var slave: Int32
    private(set) var screen: VirtualScreen
    /// Every byte that came out, for tests about what must not.
    private(set) var bytes: [UInt8] = []

    init(columns: Int = 80, rows: Int = 24) throws {
        (master, slave) = (-1, -1)
        screen = VirtualScreen(columns: columns, rows: rows)
        try #require(openpty(&master, &slave, nil, nil, nil) == 0)
        setSize(columns: columns, rows: rows)
    }

    deinit {
        close(slave)
        if master >= 0 { close(master) }
    }

    /// Closes the master side, as a terminal emulator does whose window is shut.
    func hangUp() {
        close(master)
        master = -1
    }

    func resize(columns: Int) {
        screen.resize(columns: columns)
        setSize(columns: columns, rows: screen.rows)
        // The pseudo-terminal controls no process here, so the kernel tells nobody.
        kill(getpid(), SIGWINCH)
    }

    func type(_ text: String) {
        type(bytes: Array(text.utf8))
    }

    func type(bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Array(rest).withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Reads until the screen is as wanted. Bounded: ten seconds without a byte end it.
    func wait(
        for what: Comment, sourceLocation: SourceLocation = #_sourceLocation, until isReached: (VirtualScreen) -> Bool
    ) throws {
        while !isReached(screen) {
            var entry = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
            guard poll(&entry, 1, 10_000) > 0, readOnce() else {
                let seen = screen.transcript.joined(separator: "\n")
                let cursor = "cursor \(screen.row), \(screen.column)"
                Issue.record("\(what) never appeared; \(cursor):\n\(seen)", sourceLocation: sourceLocation)
                throw Failure(description: "\(what)")
            }
        }
        #expect(screen.unknown.isEmpty, sourceLocation: sourceLocation)
    }

    /// Waits for a screen that shows `lines` at its top, and the cursor at `row` and `column`.
    func expect(_ lines: [String], row: Int, column: Int, sourceLocation: SourceLocation = #_sourceLocation) throws {
        try wait(for: "\(lines) with the cursor at \(row), \(column)", sourceLocation: sourceLocation) {
            $0.transcript == lines && $0.row == row && $0.column == column
        }
    }

    func settings() -> termios {
        var settings = termios()
        tcgetattr(slave, &settings)
        return settings
    }

    private func readOnce() -> Bool {
        var piece = [UInt8](repeating: 0, count: 4_096)
        let count = read(master, &piece, piece.count)
        guard count > 0 else { return false }
        bytes.append(contentsOf: piece[..<count])
        screen.feed(piece[..<count])
        return true
    }

    private func setSize(columns: Int, rows: Int) {
        var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    }
}

extension PseudoTerminal {
    /// An editor on the slave side, its prompt on the screen.
    ///
    /// - Parameter patience: as the program's, where it is nil.
    func openEditor(
        prompt: String = "> ", patience: Int32? = nil
    ) throws -> LineEditor {
        var setup = LineEditor.Setup(terminal: slave)
        if let patience { setup.escapePatience = patience }
        setup.prompt = prompt
        let editor = try LineEditor(setup)
        try expect([String(prompt.prefix { $0 != " " })], row: 0, column: prompt.count)
        return editor
    }
}

extension LineEditor.Setup {
    init(terminal: Int32) {
        self.init()
        (input, output) = (terminal, terminal)
    }
}

extension LineEditor {
    func firstEvent() async -> LineEvent? {
        var events = events.makeAsyncIterator()
        return await events.next()
    }
}
