import Foundation
import SabirSecurity
import SabirProtocol

/// Reads the file named by `--password-file`. A password is never an option itself, because options appear in the list
/// of processes.
enum PasswordText {
    static func line(_ path: String) throws -> String {
        let place = (path as NSString).expandingTildeInPath
        var isFolder: ObjCBool = false
        func fault(_ text: String) -> Failure { Failure(Sentence(text, as: "file", ["path": path])) }
        guard FileManager.default.fileExists(atPath: place, isDirectory: &isFolder) else {
            throw fault("The password file \(path) is not there.")
        }
        guard !isFolder.boolValue else {
            throw fault("\(path) is a folder. Name the file whose first line is the password.")
        }
        guard let file = FileHandle(forReadingAtPath: place) else {
            throw fault("The password file \(path) may not be read by this user (see: ls -l).")
        }
        guard let data = try? file.read(upToCount: 4_096) ?? Data(), let text = String(validating: data, as: UTF8.self)
        else { throw fault("The password file \(path) holds no text. Its first line has to be the password.") }
        guard let line = text.split(whereSeparator: \.isNewline).first else {
            throw fault("The password file \(path) is empty. Its first line has to be the password.")
        }
        return String(line)
    }

    /// Throws a sentence if the file has no password.
    static func password(_ path: String) throws -> Password {
        let text = try line(path)
        guard !PasswordVerifier.isVerifier(text) else {
            throw Failure.usage(
                Sentence(
                    "That file holds what the room's host checks the password by, and not the password: it opens no door.",
                    as: "password-form"))
        }
        return try Password(text)
    }
}
