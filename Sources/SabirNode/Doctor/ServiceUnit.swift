import Foundation
import SabirConfiguration
import SabirCore

/// The service `sabir` of this machine's systemd, as printed by `systemctl show`, including drop-ins.
package struct ServiceUnit: Hashable, Sendable {
    package static let name = "sabir.service"

    /// The name or number of the user it runs as; nil for root, and for a dynamic user that systemd has not created
    /// yet.
    package let user: String?
    let isDynamic: Bool
    /// Names of supplementary groups.
    package let groups: [String]
    package let environment: [String: String]
    /// The value of `--config` in its command.
    package let configurationFile: String?
    /// Source files by the paths under which the service sees its credentials.
    let credentials: [String: String]
    let activeState: String
    let subState: String
    let result: String
    let exitStatus: String
    let restarts: Int
    /// Start time on the monotonic clock; 0 if it does not run.
    let activeSince: UInt64

    /// The unit of this machine; nil without systemd, without such a unit, or without an answer within 5 s.
    package static func ofThisMachine() -> ServiceUnit? {
        let keys = [
            "LoadState", "ActiveState", "SubState", "Result", "ExecMainStatus", "NRestarts",
            "ActiveEnterTimestampMonotonic", "User", "UID", "DynamicUser", "SupplementaryGroups", "Environment",
            "ExecStart", "LoadCredential",
        ]
        return BoundedCommand.output("systemctl", ["show", name, "--property=" + keys.joined(separator: ",")])
            .flatMap(ServiceUnit.init)
    }

    /// Reads the output of `systemctl show`; nil if it is not about an installed unit.
    init?(shown text: String) {
        var values: [String: [String]] = [:]
        for line in text.split(separator: "\n") {
            guard let equals = line.firstIndex(of: "=") else { continue }
            values[String(line[..<equals]), default: []].append(String(line[line.index(after: equals)...]))
        }
        func value(_ key: String) -> String { values[key]?.last ?? "" }
        func words(_ key: String) -> [String] {
            (values[key] ?? []).flatMap { $0.split(separator: " ").map(String.init) }
        }
        guard value("LoadState") == "loaded" else { return nil }
        isDynamic = value("DynamicUser") == "yes"
        let number = value("UID").allSatisfy(\.isNumber) && !value("UID").isEmpty ? value("UID") : nil
        let named = value("User")
        user = isDynamic ? number : named.isEmpty || named == "root" ? nil : named
        groups = words("SupplementaryGroups")
        environment = Dictionary(
            words("Environment").compactMap { word in
                let word = word.trimmingCharacters(in: CharacterSet(charactersIn: "\""))
                return word.firstIndex(of: "=").map { (String(word[..<$0]), String(word[word.index(after: $0)...])) }
            }, uniquingKeysWith: { $1 })
        let command = words("ExecStart")
        configurationFile = command.firstIndex(of: "--config").flatMap { command.dropFirst($0 + 1).first }
        credentials = Dictionary(
            words("LoadCredential").compactMap { word in
                word.firstIndex(of: ":").map {
                    ("/run/credentials/\(Self.name)/\(word[..<$0])", String(word[word.index(after: $0)...]))
                }
            }, uniquingKeysWith: { $1 })
        (activeState, subState) = (value("ActiveState"), value("SubState"))
        (result, exitStatus) = (value("Result"), value("ExecMainStatus"))
        restarts = Int(value("NRestarts")) ?? 0
        activeSince = UInt64(value("ActiveEnterTimestampMonotonic")) ?? 0
    }

    /// The texts of the service's credentials, read as root like systemd does, by the paths that the service sees.
    /// Empty for other users.
    package func credentialTexts() -> [String: String] {
        var texts: [String: String] = [:]
        for (path, source) in credentials {
            let environment = ConfigurationEnvironment(hostName: "", variables: [:], isRoot: false)
            // As at the service's start, else as at its next start.
            let text = (try? environment.read(path, atMost: 8_192)) ?? (try? environment.read(source, atMost: 8_192))
            if let text { texts[path] = text }
        }
        return texts
    }
}
