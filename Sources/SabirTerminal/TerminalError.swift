import Glibc

/// Why a console could not be opened.
package struct TerminalError: Error, Sendable, CustomStringConvertible {
    package let description: String

    static func system(_ action: String, _ number: Int32) -> TerminalError {
        TerminalError(description: "Cannot \(action): \(String(cString: strerror(number))).")
    }

    static let locale = TerminalError(
        description: "Neither the environment's locale nor C.UTF-8 is UTF-8 here. Install the package libc-bin or set "
            + "LC_CTYPE to a UTF-8 locale that `locale -a` lists.")

    static let busy = TerminalError(
        description: "This process has a line editor open already. Close it before another is opened.")
}
