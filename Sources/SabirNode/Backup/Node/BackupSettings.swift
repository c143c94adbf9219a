import Foundation
import SabirCore

/// The settings of backups: `backup.json` in the state folder. Written once somebody has shown that they have the
/// recovery sheet.
package struct BackupSettings: Codable, Hashable, Sendable {
    /// How many of the newest backups stay if nobody chose a number.
    package static let defaultKeep = 14

    private let directory: String
    private let mount: String?
    /// How many of the newest backups stay.
    package let keep: Int
    /// Milliseconds since 1970.
    package let since: Int

    package init(_ folder: BackupFolder, keep: Int, since: Int) {
        (directory, mount) = (folder.path, folder.mount)
        (self.keep, self.since) = (keep, since)
    }

    package var folder: BackupFolder { BackupFolder(path: directory, mount: mount) }

    private enum CodingKeys: String, CodingKey { case directory = "folder", mount, keep, since }

    private static func file(in state: String) -> PrivateFile { PrivateFile(path: state + "/backup.json") }

    /// Reads the settings of the state folder; nil if backups are not set up.
    package static func kept(in state: String) throws(NodeError) -> BackupSettings? {
        let file = file(in: state)
        guard let text = try file.text(atMost: 16_384) else { return nil }
        guard let settings = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)) else {
            throw NodeError(description: "\(file.path) is damaged. Set backups up anew: sabir backup set-up FOLDER")
        }
        return settings
    }

    package func keep(in state: String) throws(NodeError) {
        guard let data = try? JSONEncoder().encode(self) else { return }
        try Self.file(in: state).write(String(decoding: data, as: UTF8.self) + "\n")
    }
}
