import CEdit
import Glibc

/// The lifetime of one libedit editor, confined to the thread that makes it.
///
/// libedit does what it is best at: keys, the line, kill ring, history, search, the terminal's mode. Its own drawing is
/// discarded: libedit loses combining marks (a mark shares a cell with the next letter) and cannot be told that other
/// text was printed above. Whenever libedit asks for a key, the line is read from its buffer and drawn by
/// `InputScreen`.
final class EditorSession {
    /// Most scalars of one line. What is typed or pasted beyond is dropped.
    static let longestLine = 8_000

    private let setup: LineEditor.Setup
    private let mailbox: ConsoleMailbox
    private let events: LineEventSink
    private let history: EditorHistory
    private let editor: OpaquePointer
    private let sink: UnsafeMutablePointer<FILE>

    private var prompt: String
    private var isSecret = false
    private var size: TerminalSize
    private var screen = InputScreen()
    private var keys = TypedKeys()
    /// The entered line, sent only when the terminal is in the editor's mode again: a reader that ends the process
    /// because of this line then never meets a thread that is changing the mode.
    private var waiting: LineEvent?
    private var ending: Ending?
    /// Whether the line that libedit is about to return was cleared, not entered.
    private var isCleared = false

    private enum Ending { case event(LineEvent), closed }

    /// nil if libedit cannot start, which only happens for want of memory.
    init?(setup: LineEditor.Setup, mailbox: ConsoleMailbox, events: LineEventSink) {
        guard let history = EditorHistory() else { return nil }
        guard let sink = fopen("/dev/null", "r+e") else { return nil }
        guard let editor = el_init_fd("sabir", sink, sink, sink, setup.input, setup.output, setup.output) else {
            fclose(sink)
            return nil
        }
        (self.setup, self.mailbox, self.events) = (setup, mailbox, events)
        (self.history, self.editor, self.sink) = (history, editor, sink)
        prompt = setup.prompt
        size = TerminalSize(of: setup.output)
    }

    deinit {
        el_end(editor)
        fclose(sink)
    }

    /// Runs until the input ends or closing is asked for.
    func run() {
        configure()
        while ending == nil {
            var count: Int32 = 0
            if let line = el_wgets(editor, &count), count > 0 {
                handleEnteredLine(UnsafeBufferPointer(start: line, count: Int(count)))
            } else if ending == nil {
                ending = .event(.end)
            }
        }
        finish()
    }

    private func configure() {
        // Unretained: the session outlives its editor, which it ends in `deinit`, and libedit calls back from within
        // `run` only.
        _ = cedit_set_client_data(editor, Unmanaged.passUnretained(self).toOpaque())
        _ = cedit_use_emacs_keys(editor)
        _ = cedit_keep_raw(editor)
        _ = cedit_use_history(editor, history.handle)
        EditorKeys.bind(editor)
        // Switched off again together with the terminal's other settings.
        write(PasteMarks.on)
        _ = cedit_set_reader(editor) { editor, key in
            guard let key, let session = EditorSession.of(editor) else { return -1 }
            guard let scalar = session.nextKey() else { return 0 }
            key.pointee = wchar_t(bitPattern: scalar.value)
            return 1
        }
    }

    /// The session of an editor, for libedit's callbacks, which run on the session's thread during `run`.
    static func of(_ editor: OpaquePointer?) -> EditorSession? {
        guard let editor, let data = cedit_client_data(editor) else { return nil }
        return Unmanaged<EditorSession>.fromOpaque(data).takeUnretainedValue()
    }

    func sendPageUp() { events.send(.pageUp) }

    func markLineCleared() { isCleared = true }

    /// The next key for libedit, nil at the end.
    private func nextKey() -> Unicode.Scalar? {
        sendWaiting()
        keepLineBounded()
        while ending == nil {
            if let key = keys.next() {
                if let key = filter(key) { return key }
            } else {
                perform(mailbox.takeRequests())
                draw()
                awaitKeys()
            }
        }
        return nil
    }

    /// Acts on our own keys and passes on the others.
    private func filter(_ key: Unicode.Scalar) -> Unicode.Scalar? {
        switch key {
        case "\u{03}" where isSecret || EditedLine(editor).isBlank: ending = .event(.interrupt)
        case "\u{04}" where EditedLine.count(editor) == 0: ending = .event(.end)
        case "\u{0C}": write(screen.clearScreen())
        default: return key
        }
        return nil
    }

    private func keepLineBounded() {
        let surplus = EditedLine.count(editor) - Self.longestLine
        if surplus > 0 { el_deletestr(editor, Int32(surplus)) }
    }

    private func awaitKeys() {
        guard ending == nil else { return }
        let patience = keys.escapePatience(of: setup.escapePatience)
        let isReady = waitForInput(
            setup.input, wanted: !events.backlog.isFull, wake: mailbox.wake, atMost: patience ?? -1)
        guard isReady else {
            if patience == 0 { keys.dropLoneEscape() }
            return
        }
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = read(setup.input, &bytes, bytes.count)
        if count > 0 {
            keys.add(bytes[..<count])
        } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
            ending = .event(.end)
        }
    }

    private func perform(_ requests: ConsoleMailbox.Requests) {
        if requests.isResumed {
            _ = cedit_apply_raw(editor)
            write(PasteMarks.on)
        }
        if requests.isResized || requests.isResumed { resize() }
        if let prompt = requests.prompt { self.prompt = prompt }
        if let isSecret = requests.isSecret { setSecret(isSecret) }
        printLines(of: requests)
        if requests.isClosing { ending = .closed }
    }

    /// Hides or shows typing. A line entered before hiding began may be the secret, typed too early, so hiding also
    /// clears the history.
    private func setSecret(_ isSecret: Bool) {
        if isSecret, !self.isSecret { history.clear() }
        self.isSecret = isSecret
    }

    /// `draw` draws the rows anew, for the present number of columns.
    private func resize() {
        size = TerminalSize(of: setup.output)
        write(screen.erase(columns: size.columns))
    }

    private func printLines(of requests: ConsoleMailbox.Requests) {
        guard !requests.lines.isEmpty else { return }
        let lost = requests.dropped > 0 ? ["… \(requests.dropped) lines could not be shown in time"] : []
        let lines = (lost + requests.lines).map { $0 + "\r\n" }.joined()
        write(screen.erase(columns: size.columns) + lines)
    }

    private func layout() -> InputLayout {
        guard !isSecret else { return InputLayout(prompt: prompt, line: [], cursor: 0, columns: size.columns) }
        let line = EditedLine(editor)
        return InputLayout(prompt: prompt, line: line.scalars, cursor: line.cursor, columns: size.columns)
            .window(height: size.rows - 1)
    }

    private func draw() {
        guard ending == nil else { return }
        let layout = layout()
        if !screen.shows(layout) { write(screen.erase(columns: size.columns) + screen.draw(layout)) }
    }

    private func handleEnteredLine(_ wide: UnsafeBufferPointer<wchar_t>) {
        let scalars = wide.map(EditedLine.scalar)
        if isCleared { return handleClearedLine(String(String.UnicodeScalarView(scalars))) }
        let line = String(String.UnicodeScalarView(scalars.last == "\n" ? scalars.dropLast() : scalars[...]))
        write(screen.erase(columns: size.columns))
        if !isSecret, !line.allSatisfy(\.isWhitespace) { history.add(line) }
        waiting = .line(line)
    }

    /// Makes a cleared line the newest of the history, so that the Up key brings it back.
    private func handleClearedLine(_ line: String) {
        isCleared = false
        write(screen.erase(columns: size.columns))
        history.add(line)
        waiting = .cleared
    }

    private func sendWaiting() {
        if let line = waiting { events.send(line) }
        waiting = nil
    }

    private func finish() {
        sendWaiting()
        printLines(of: mailbox.takeRequests(last: true))
        write(screen.erase(columns: size.columns))
        if case .event(let last) = ending { events.send(last) }
    }

    private func write(_ text: String) {
        guard !text.isEmpty else { return }
        if !OutputFile(descriptor: setup.output).write(text) { ending = ending ?? .event(.end) }
    }
}
