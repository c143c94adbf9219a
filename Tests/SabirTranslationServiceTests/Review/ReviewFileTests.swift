import Foundation
import Glibc
import SabirCore
import SabirProtocol
import Testing

@testable import SabirNode

@Suite struct ReviewFileTests {
    private let folder = NSTemporaryDirectory() + "sabir-review-\(UUID().uuidString)"
    private var path: String { folder + "/reviews.jsonl" }
    private var file: ReviewFile { ReviewFile(stateDirectory: folder) }

    private func word(_ subject: String, by: String = "Anna", at: Date = Date()) throws -> ReviewRecord {
        try ReviewRecord(
            .better, of: subject, digest: ReviewEntry.digest([subject]), text: "lepiej \"tak\"\nnowy wiersz",
            in: try #require(LanguageTag("pl")), by: by, at: at)
    }

    @Test func whatWasSaidComesBackAndIsForItsOwnerAlone() throws {
        let words = [try word("a"), try word("b", by: "Борис")]
        for word in words { try file.append([word]) }
        #expect(try file.read().records == words)
        var facts = stat()
        #expect(stat(path, &facts) == 0 && facts.st_mode & 0o777 == 0o600)
        try FileManager.default.removeItem(atPath: folder)
    }

    @Test func aDamagedLineIsLeftAndCountsForNothing() throws {
        try file.append([try word("a")])
        let whole = try Data(contentsOf: URL(filePath: path))
        // Cut off in the midst of the second, as by a death, and one that is nobody's.
        let junk = "\n{\"at\":\"never\"}\n\u{0}\u{0}\n{\"by\":\"An"
        try (whole + Data(junk.utf8)).write(to: URL(filePath: path))
        chmod(path, 0o600)
        try file.append([try word("b")])
        let (records, damaged) = try file.read()
        #expect(records.map(\.subject) == ["a", "b"])
        #expect(damaged == 3)
        try FileManager.default.removeItem(atPath: folder)
    }

    @Test func whatIsNoTextOrOpenToOthersIsASentence() throws {
        try file.append([try word("a")])
        chmod(path, 0o644)
        #expect(throws: NodeError.self) { try file.read() }
        try Data([0xFF, 0xFE, 0x00]).write(to: URL(filePath: path))
        chmod(path, 0o600)
        #expect(throws: NodeError.self) { try file.read() }
        try FileManager.default.removeItem(atPath: folder)
    }

    @Test func mergingTakesEachOnceAndLosesNobodys() throws {
        let (anna, boris) = (try word("a"), try word("a", by: "Boris"))
        try file.append([anna])
        #expect(try file.merge([boris, anna, boris]) == 1)
        #expect(try file.merge([boris, anna]) == 0)
        #expect(try file.read().records == [anna, boris])
        try FileManager.default.removeItem(atPath: folder)
    }

    @Test func anExportIsReadAsItWasWritten() throws {
        let export = ReviewExport([try word("a"), try word("b")])
        #expect(try ReviewExport.read(export.data, now: Date()).records == export.records)
        for wrong in ["", "[]", "{\"sabir_review\":2,\"records\":[]}", "{\"sabir_review\":1}", "{\"records\":[]}"] {
            #expect(throws: NodeError.self) { try ReviewExport.read(Data(wrong.utf8), now: Date()) }
        }
        let ahead = ReviewExport([try word("a", at: Date() + 2 * 86_400)])
        #expect(throws: NodeError.self) { try ReviewExport.read(ahead.data, now: Date()) }
    }
}
