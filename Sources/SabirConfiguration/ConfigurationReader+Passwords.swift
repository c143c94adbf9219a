import Foundation

/// Rules for every key that names a password, which must come from a file or a variable.
extension ConfigurationReader {
    /// Reports two sources of one password, and a kiosk screen that would show what the password protects.
    mutating func checkPassword(file: String?, variable: String?, kioskLines: Int, at path: ConfigurationPath) {
        if file != nil, variable != nil {
            report("password_file and password_env stand together; allowed: one of them", at: path / "password_env")
        }
        if file != nil || variable != nil, kioskLines > 0 {
            report("a kiosk screen would show what a password keeps in; allowed here: 0", at: path / "kiosk_lines")
        }
    }

    /// The text of a file that only Sabir should be able to read, at most `bytes` long. Reports a file that is missing
    /// or readable by all, and returns nil.
    ///
    /// - Parameter remedy: what to do if the file is missing; begins with "; ".
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

    /// Whether every folder above `path` lets everybody through.
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
