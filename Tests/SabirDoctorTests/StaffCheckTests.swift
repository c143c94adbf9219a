import Foundation
import Testing

@testable import SabirNode

@Suite("Checks of the list of staff")
struct StaffCheckTests {
    @Test("A list that a node cannot read is wrong, and what mends it fits; none is nothing to tell of")
    func list() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sabir-\(UUID().uuidString)").path()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(StaffCheck.run(folder).isEmpty)
        let file = folder + "/staff.json"
        func look(at text: String, mode: Int = 0o600) throws -> (isFine: Bool, sentence: String, mend: String?)? {
            try Data(text.utf8).write(to: URL(filePath: file))
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
            return StaffCheck.run(folder).first.map { ($0.isFine, $0.sentence, $0.mend) }
        }
        #expect(try look(at: #"{"staff": []}"#)?.isFine == true)
        let damaged = try #require(try look(at: #"{"staff": [{"na"#))
        #expect(!damaged.isFine && damaged.sentence.contains("\(file) is not a list of staff"))
        #expect(damaged.mend?.contains("mv '\(file)' '\(file).damaged'") == true)
        #expect(try look(at: #"{"staff": []}"#, mode: 0o644)?.mend == "chmod 600 \(file)")
    }
}
