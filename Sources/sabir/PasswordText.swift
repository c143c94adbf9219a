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
}
