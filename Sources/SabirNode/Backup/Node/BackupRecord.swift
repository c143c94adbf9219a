import Foundation
import SabirCore

/// What became of the last backups: `backups.json` in the state folder.
package struct BackupRecord: Codable, Hashable, Sendable {
    package struct Run: Codable, Hashable, Sendable {
        /// Milliseconds since 1970.
        package let at: Int
        /// Nil where there is none.
        package let file: String?
        package let bytes: Int
        package let rooms: Int
        package let lines: Int
        /// Whether it was read back, opened and found to be all that was to be in it.
        package let proved: Bool
        /// Why there is no proved backup, in a sentence.
        package let why: String?
    }

    private static let kept = 30

    /// The oldest first: the newest thirty, and the last proved one.
    package private(set) var runs: [Run] = []

    package init() {}

    package var last: Run? { runs.last }
    package var proved: Run? { runs.last(where: \.proved) }

    mutating func add(_ run: Run) {
        runs.append(run)
        let first = runs.count - Self.kept
        let proved = runs.lastIndex(where: \.proved)
        runs = runs.indices.filter { $0 >= first || $0 == proved }.map { runs[$0] }
    }

    private static func file(in state: String) -> PrivateFile { PrivateFile(path: state + "/backups.json") }

    /// Empty where there is none, and where it cannot be understood: the next backup writes it anew.
    package static func kept(in state: String) throws(NodeError) -> BackupRecord {
        guard let text = try file(in: state).text(atMost: 1 << 20) else { return BackupRecord() }
        return (try? JSONDecoder().decode(Self.self, from: Data(text.utf8))) ?? BackupRecord()
    }

    func keep(in state: String) throws(NodeError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(self) else { return }
        try Self.file(in: state).write(String(decoding: data, as: UTF8.self) + "\n")
    }
}
