import Foundation
import Logging
import Testing

@testable import SabirTranslation

/// What engines were sent in a day, over restarts.
struct EngineDaysTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "sabir-days-\(UUID().uuidString)")
    private let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private func open() -> EngineDays { EngineDays(stateDirectory: folder.path, logger: quiet) }

    @Test func whatWasKeptIsThereAfterARestart() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let spent = DaySpent(ends: Date(timeIntervalSince1970: 1_795_392_000), characters: 1_234)
        let days = open()
        #expect(days.spent(by: "paid") == nil)
        days.keep(spent, by: "paid")
        #expect(open().spent(by: "paid") == spent)
        #expect(open().spent(by: "other") == nil)
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/engines.json")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test(arguments: ["", "no JSON", "[]", #"{"paid":{"ends":"x"}}"#])
    func aFileThatCannotBeReadCountsAsNoneAndIsWrittenAnew(_ text: String) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(text.utf8).write(to: folder.appending(path: "engines.json"))
        let days = open()
        #expect(days.spent(by: "paid") == nil)
        let spent = DaySpent(ends: Date(timeIntervalSince1970: 1_795_392_000), characters: 5)
        days.keep(spent, by: "paid")
        #expect(open().spent(by: "paid") == spent)
    }

    @Test func withoutAFolderItIsCountedInMemory() {
        let days = open()
        let spent = DaySpent(ends: Date(timeIntervalSince1970: 1_795_392_000), characters: 5)
        days.keep(spent, by: "paid")
        #expect(days.spent(by: "paid") == spent)
    }
}
