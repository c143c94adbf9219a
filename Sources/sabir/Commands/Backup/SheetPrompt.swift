import Glibc
import SabirNode

/// Questions about the recovery sheet, on standard error; the answers come from standard input.
enum SheetPrompt {
    /// Nil at the end of the input.
    static func line(_ question: String) -> String? {
        StandardError.write(isatty(STDIN_FILENO) == 1 ? question : question + "\n")
        return readLine()
    }

    /// All words of a sheet, in as many lines as one likes, or its code; at most 100 lines.
    static func words() -> String {
        if isatty(STDIN_FILENO) == 1 {
            StandardError.write("Type the \(RecoveryWords.count) words of the recovery sheet, or its code:\n")
        }
        var typed = ""
        for _ in 0..<100 {
            guard let line = readLine() else { break }
            typed += line + "\n"
            let isCode = RecoveryKey(code: line.filter { !$0.isWhitespace }) != nil
            if isCode || RecoveryWords.split(typed).count >= RecoveryWords.count { break }
        }
        return typed
    }
}
