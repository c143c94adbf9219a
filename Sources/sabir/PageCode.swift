import Foundation
import SabirTerminal
import SabirWeb

/// The QR code by which a phone opens the page.
enum PageCode {
    /// The code of the address, drawn for a terminal; nil if this is none, or one too narrow for the code.
    static func drawn(_ url: String, for terminal: Int32 = STDOUT_FILENO) -> String? {
        guard isatty(terminal) == 1, let code = QRCode(url) else { return nil }
        var size = winsize()
        let columns = ioctl(terminal, UInt(TIOCGWINSZ), &size) == 0 ? Int(size.ws_col) : 80
        guard columns == 0 || columns >= code.width + 8 else { return nil }
        let environment = ProcessInfo.processInfo.environment
        let abilities = ConsoleAbilities(input: terminal, output: terminal, environment: environment)
        return code.terminal(colours: abilities.painter.colours)
    }

    /// Shows the code, on standard error if standard output goes to a program.
    static func show(_ url: String) {
        if let code = drawn(url) {
            StandardOutput.print(code)
        } else if let code = drawn(url, for: STDERR_FILENO) {
            StandardError.write(code + "\n")
        }
    }
}
