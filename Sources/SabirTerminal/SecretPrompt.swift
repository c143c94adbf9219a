import Glibc

/// Switches whether a terminal shows typing. Every way out of the process switches it on again.
enum TerminalEcho {
    /// Does nothing if the descriptor is no terminal.
    static func set(_ isOn: Bool, on terminal: Int32) {
        guard isatty(terminal) == 1 else { return }
        TerminalSettings.restore(terminal)
        guard !isOn, (try? TerminalSettings.save(terminal)) != nil else { return }
        var settings = termios()
        guard tcgetattr(terminal, &settings) == 0 else { return }
        settings.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(terminal, TCSAFLUSH, &settings)
    }
}

/// Asks for a secret at a terminal, before there is a console.
package enum SecretPrompt {
    /// One line of standard input; nil at its end. At a terminal, prints `question` to standard error first and hides
    /// the typing.
    package static func ask(_ question: String) -> String? {
        let isTerminal = isatty(STDIN_FILENO) == 1
        if isTerminal {
            TerminalEcho.set(false, on: STDIN_FILENO)
            OutputFile(descriptor: STDERR_FILENO).write(question)
        }
        defer {
            if isTerminal {
                TerminalEcho.set(true, on: STDIN_FILENO)
                OutputFile(descriptor: STDERR_FILENO).write("\n")
            }
        }
        return readLine()
    }

    package static var isAtTerminal: Bool { isatty(STDIN_FILENO) == 1 }
}
