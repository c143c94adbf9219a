import Foundation
import SabirProtocol

/// What a configuration takes from its machine and process. A parameter, so that reading a configuration gives the same
/// result everywhere.
package struct ConfigurationEnvironment: Sendable {
    package var hostName: String
    /// The environment variables. They hold secrets, so printing this type does not show them.
    package var variables: [String: String]
    package var isRoot: Bool
    package var secrets = SecretPolicy.node
    /// Texts of files that this process read before it dropped its privileges, by path. Secrets.
    package var texts: [String: String] = [:]

    package init(hostName: String, variables: [String: String], isRoot: Bool) {
        self.hostName = hostName
        self.variables = variables
        self.isRoot = isRoot
    }

    /// The environment of this machine and process.
    package static func current() -> ConfigurationEnvironment {
        var name = [CChar](repeating: 0, count: 256)
        // The last byte stays zero: gethostname(2) need not end a truncated name with NUL.
        let known = gethostname(&name, name.count - 1) == 0
        let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return ConfigurationEnvironment(
            hostName: known ? String(decoding: bytes, as: UTF8.self) : "",
            variables: ProcessInfo.processInfo.environment, isRoot: geteuid() == 0
        )
    }

    /// The first label of the host name, or "sabir" if there is none.
    var displayName: String {
        let label = hostName.prefix { $0 != "." }
        return WireText.roomName(String(label)) ?? "sabir"
    }

    /// `$XDG_STATE_HOME/sabir`, else `~/.local/state/sabir` (XDG Base Directory Specification 0.8); for root
    /// `/var/lib/sabir` (Filesystem Hierarchy Standard 3.0, §5.8).
    package var stateDirectory: String {
        if let base = folder("XDG_STATE_HOME") { return base + "/sabir" }
        if !isRoot, let home = folder("HOME") { return home + "/.local/state/sabir" }
        return "/var/lib/sabir"
    }

    /// The absolute path in a variable; relative paths do not count (XDG Base Directory Specification).
    func folder(_ variable: String) -> String? {
        guard var path = variables[variable], path.hasPrefix("/") else { return nil }
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path == "/" ? "" : path
    }

    func expandingHome(_ path: String) -> String {
        guard path.hasPrefix("~/"), let home = folder("HOME") else { return path }
        return home + path.dropFirst()
    }

    /// Reads a text file of at most `limit` bytes.
    package func read(_ path: String, atMost limit: Int) throws(UnreadableFile) -> String {
        let path = expandingHome(path)
        if let text = texts[path], text.utf8.count <= limit { return text }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw UnreadableFile(reason: "there is no such file")
        }
        guard !isFolder.boolValue else { throw UnreadableFile(reason: "it is a folder") }
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw UnreadableFile(reason: "this user may not read it (see: ls -l)")
        }
        defer { try? file.close() }
        guard let data = try? file.read(upToCount: limit + 1) ?? Data() else {
            throw UnreadableFile(reason: "reading it failed")
        }
        guard data.count <= limit else { throw UnreadableFile(reason: "it is longer than \(grouped(limit)) bytes") }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw UnreadableFile(reason: "it is not UTF-8")
        }
        return text
    }
}

/// Why a file was not read, in words that end a sentence.
package struct UnreadableFile: Error {
    package let reason: String
}

extension ConfigurationEnvironment: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "\(hostName), \(variables.count) variables" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["hostName": hostName, "isRoot": isRoot]) }
}
