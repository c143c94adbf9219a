import Foundation
import SabirCore

/// The results of the last backups: `backups.json` in the state folder.
package struct BackupRecord: Codable, Hashable, Sendable {
    package struct Run: Codable, Hashable, Sendable {
        /// Milliseconds since 1970.
        package let at: Int
        /// Nil if the run left no file.
        package let file: String?
        package let bytes: Int
        package let rooms: Int
        package let lines: Int
        /// Whether the file was read back, decrypted and found complete.
        package let proved: Bool
        /// A sentence that says why the backup is not proved.
        package let why: String?
    }

    private static let kept = 30

    /// The newest thirty runs and the last proved one, oldest first.
    package private(set) var runs: [Run] = []

    package var last: Run? { runs.last }
    package var proved: Run? { runs.last(where: \.proved) }

    mutating func add(_ run: Run) {
        runs.append(run)
        let first = runs.count - Self.kept
        let proved = runs.lastIndex(where: \.proved)
        runs = runs.indices.filter { $0 >= first || $0 == proved }.map { runs[$0] }
    }

    private static func file(in state: String) -> PrivateFile { PrivateFile(path: state + "/backups.json") }

    /// Reads the record of the state folder; empty if there is no file or it is unreadable: the next backup replaces
    /// it.
    package static func kept(in state: String) throws(NodeError) -> BackupRecord {
        guard let text = try file(in: state).text(atMost: 1 << 20) else { return BackupRecord() }
        return (try? JSONDecoder().decode(Self.self, from: Data(text.utf8))) ?? BackupRecord()
    }

    func keep(in state: String) throws(NodeError) {
        guard let data = try? JSONEncoder.sorted.encode(self) else { return }
        try Self.file(in: state).write(String(decoding: data, as: UTF8.self) + "\n")
    }
}
