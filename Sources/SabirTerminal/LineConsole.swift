import Glibc

/// Where lines come in and lines go out: a person at a terminal (`LineEditor`) or files and pipes (`LineReader`).
package protocol LineConsole: Sendable {
    /// For one reader. Finishes after `.interrupt`, `.end` or `close()`.
    var events: LineEvents { get }
    /// Columns to lay text out for (see `LineLayout`), as they are now.
    var columns: Int { get }
    /// Prints whole lines, already safe (`SafeText`) and painted (`Painter`), in the order of the calls.
    func print(_ lines: [String])
    /// Has no effect where there is no prompt.
    func setPrompt(_ prompt: String)
    /// Whether what is typed from now on is neither shown nor kept among the lines typed before, which are forgotten when
    /// that begins.
    func setSecret(_ isSecret: Bool)
    /// Gives the terminal back and finishes `events`. May be called more than once.
    func close()
}

extension ConsoleAbilities {
    /// The console for these abilities; a plain one also where no UTF-8 locale can be had for the editor. Opened before
    /// other threads are busy, as it may set the process's LC_CTYPE.
    package func open(_ setup: LineEditor.Setup = .init()) throws(TerminalError) -> any LineConsole {
        guard editing, TerminalLocale.isUTF8 else { return try LineReader(input: setup.input, output: setup.output) }
        return try LineEditor(setup)
    }
}

/// What a descriptor and the environment allow to be written.
package struct ConsoleAbilities: Sendable, Hashable {
    /// Input and output are terminals that can move their cursor.
    package var editing: Bool
    package var painter: Painter

    /// `TERM=dumb` (or none) allows no escape sequence, `NO_COLOR` with any value but an empty one no colour
    /// (https://no-color.org).
    package init(inputIsTerminal: Bool, outputIsTerminal: Bool, environment: [String: String]) {
        let term = environment["TERM"] ?? ""
        let canMove = outputIsTerminal && !term.isEmpty && term != "dumb"
        let wantsNoColour = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
        editing = inputIsTerminal && canMove
        painter = Painter(colours: canMove && !wantsNoColour, isolates: canMove)
    }

    package init(input: Int32, output: Int32, environment: [String: String]) {
        self.init(
            inputIsTerminal: isatty(input) == 1, outputIsTerminal: isatty(output) == 1, environment: environment)
    }
}
