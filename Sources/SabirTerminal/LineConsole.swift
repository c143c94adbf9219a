import Glibc

/// Reads and prints lines: for a person at a terminal (`LineEditor`), or for files and pipes (`LineReader`).
package protocol LineConsole: Sendable {
    /// What is typed or read, for one reader. Finishes after `.interrupt`, `.end` or `close()`.
    var events: LineEvents { get }
    /// The present number of columns to lay text out for (see `LineLayout`).
    var columns: Int { get }
    /// Prints whole lines, already safe (`SafeText`) and painted (`Painter`), in the order of the calls.
    func print(_ lines: [String])
    /// Sets the prompt; has no effect for files and pipes, which have none.
    func setPrompt(_ prompt: String)
    /// Sets whether typing is hidden and kept out of the history. Starting to hide clears the history.
    func setSecret(_ isSecret: Bool)
    /// Gives the terminal back and finishes `events`. May be called more than once.
    func close()
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
