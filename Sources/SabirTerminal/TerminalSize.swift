import Glibc

/// Columns and rows of a terminal, 80 by 24 where it does not say.
struct TerminalSize: Sendable, Hashable {
    var columns = 80
    var rows = 24

    init(of terminal: Int32) {
        var size = winsize()
        guard ioctl(terminal, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return }
        columns = Int(size.ws_col)
        rows = Int(size.ws_row)
    }
}
