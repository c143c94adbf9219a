import Foundation
import Glibc
import SabirCore

/// Standard error, written at once. Drops what the other side no longer accepts.
enum StandardError {
    static func write(_ text: String) { _ = FileSystem.write(Data(text.utf8), to: STDERR_FILENO) }
}

/// Standard output, written at once, so that a program at the other end of a pipe sees each line when it is made.
enum StandardOutput {
    static func write(_ text: String) { _ = FileSystem.write(Data(text.utf8), to: STDOUT_FILENO) }

    static func print(_ line: String) { write(line + "\n") }
}
