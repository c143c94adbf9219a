import Glibc
import SabirWeb

/// The code by which a telephone finds the page.
enum PageCode {
    /// Nil where standard output is no terminal, or one too narrow for it.
    static func inTerminal(_ url: String) -> String? {
        guard isatty(STDOUT_FILENO) == 1, let code = QRCode(url) else { return nil }
        var size = winsize()
        let columns = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 ? Int(size.ws_col) : 80
        guard columns == 0 || columns >= code.width + 8 else { return nil }
        return code.terminal(colours: getenv("NO_COLOR") == nil)
    }
}
