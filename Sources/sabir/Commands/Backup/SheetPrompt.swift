import Glibc
import SabirNode

/// Asks about the recovery sheet on standard error; reads the answers from standard input.
enum SheetPrompt {
    /// Asks a question and reads a line; nil at the end of the input.
    static func ask(_ question: String) -> String? {
        StandardError.write(isatty(STDIN_FILENO) == 1 ? question : question + "\n")
        return readLine()
    }

    /// All words of a sheet, in any number of lines up to 100, or its code.
    static func askWords() -> String {
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
