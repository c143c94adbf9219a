import Foundation

/// What holds wherever a password is named: by a file or a variable, never in the configuration itself.
extension ConfigurationReader {
    /// Two sources at once, or a screen that would show what is kept in, are reported.
    mutating func checkPassword(
        file: String?, variable: String?, isGiven: Bool, kioskLines: Int, at path: ConfigurationPath
    ) {
        if file != nil, variable != nil {
            report("password_file and password_env stand together; allowed: one of them", at: path / "password_env")
        }
        if isGiven, kioskLines > 0 {
            report("a kiosk screen would show what a password keeps in; allowed here: 0", at: path / "kiosk_lines")
        }
    }

    /// The text of a file that nobody but Sabir should read, at most so many bytes; nil, and reported, where that cannot be
    /// had.
    ///
    /// - Parameter remedy: what to do where there is no such file; begins with "; ".
    mutating func secret(
        inFile file: String, atMost bytes: Int, remedy: String = "", at path: ConfigurationPath
    ) -> String? {
        do {
            let text = try surroundings.read(file, atMost: bytes)
            guard !Self.isReadableByAll(surroundings.expandingHome(file)) else {
                report("everybody on this machine can read the file it names; mend it with: chmod 600", at: path)
                return nil
            }
            return text
        } catch {
            report("the file it names cannot be read: \(error.reason)\(remedy)", at: path)
            return nil
        }
    }

    static func isReadableByAll(_ path: String) -> Bool {
        let mode = try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
        return (mode?.intValue ?? 0) & 0o004 != 0
    }
}
