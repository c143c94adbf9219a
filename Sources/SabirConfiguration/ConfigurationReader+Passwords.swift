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
        _ kind: SecretPolicy.Kind, inFile file: String, atMost bytes: Int, remedy: String = "",
        at path: ConfigurationPath
    ) -> String? {
        guard let text = secret(kind, at: path, from: .file(file, atMost: bytes, remedy: remedy)) else { return nil }
        guard !Self.isReadableByAll(environment.expandingHome(file)) else {
            report("everybody on this machine can read the file it names; mend it with: chmod 600 \(file)", at: path)
            return nil
        }
        return text
    }

    static func isReadableByAll(_ path: String) -> Bool {
        let mode = try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
        return (mode?.intValue ?? 0) & 0o004 != 0
    }

    /// Whether none of the folders on the way to it keeps others out.
    static func isReachableByAll(_ path: String) -> Bool {
        var folder = URL(filePath: path).standardizedFileURL.deletingLastPathComponent()
        while folder.path != "/" {
            let mode = try? FileManager.default.attributesOfItem(atPath: folder.path)[.posixPermissions] as? NSNumber
            guard (mode?.intValue ?? 0) & 0o001 != 0 else { return false }
            folder.deleteLastPathComponent()
        }
        return true
    }
}
