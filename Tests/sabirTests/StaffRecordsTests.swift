import Foundation
import Testing

@testable import sabir

/// What `history erase --person` says that it does not reach.
@Suite struct StaffRecordsTests {
    @Test func filesThatNameThePersonAreFoundAndNoOthers() throws {
        let folder = NSTemporaryDirectory() + "records-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for place in ["reports", "moderation"] {
            try FileManager.default.createDirectory(
                atPath: "\(folder)/\(place)", withIntermediateDirectories: true)
        }
        let texts = [
            "audit.jsonl": #"{"who":"page 10.0.0.7","name":"Boris"}"#,
            "audit.1.jsonl": #"{"name":"Anna \"A/B\" Rossi"}"#,
            "reports/a.json": #"[{"from":"Anna \"A\/B\" Rossi"}]"#, "moderation/b.json": #"{"bans":[]}"#,
            "history.sqlite": #"Anna "A/B" Rossi"#,
        ]
        for (name, text) in texts { try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
        let found = StaffRecords.files(naming: #"Anna "A/B" Rossi"#, in: folder)
        #expect(found == ["\(folder)/audit.1.jsonl", "\(folder)/reports/a.json"])
        #expect(StaffRecords.files(naming: "Boris", in: folder) == ["\(folder)/audit.jsonl"])
        #expect(StaffRecords.files(naming: "Boris", in: folder + "/none").isEmpty)
    }
}
