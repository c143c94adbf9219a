import Foundation
import SabirSecurity

/// A password's file, as `--password-file` names it. Never an option of its own: those are in the list of processes.
enum PasswordText {
    /// Its first line.
    static func line(_ path: String) throws -> String {
        guard let file = FileHandle(forReadingAtPath: (path as NSString).expandingTildeInPath),
            let data = try? file.read(upToCount: 4_096), let text = String(validating: data, as: UTF8.self),
            let line = text.split(whereSeparator: \.isNewline).first
        else {
            throw Failure("\(path) cannot be read, is empty, or holds no text.")
        }
        return String(line)
    }

    /// Throws a sentence where the file holds none.
    static func password(_ path: String) throws -> Password {
        let text = try line(path)
        guard !PasswordVerifier.isVerifier(text) else {
            throw Failure.usage(
                "That file holds what the room's host checks the password by, and not the password: it opens no door.")
        }
        do throws(SecurityError) { return try Password(text) } catch { throw Failure(error.description) }
    }
}
