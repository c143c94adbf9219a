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
        days.update("paid") { $0 = spent }
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
        days.update("paid") { $0 = spent }
        #expect(open().spent(by: "paid") == spent)
    }

    @Test func withoutAFolderItIsCountedInMemory() {
        let days = open()
        let spent = DaySpent(ends: Date(timeIntervalSince1970: 1_795_392_000), characters: 5)
        days.update("paid") { $0 = spent }
        #expect(days.spent(by: "paid") == spent)
    }

    /// As a node and a command beside it: each has its own view, and one file.
    @Test func twoProgramsTogetherSendNoMoreThanTheDaysShare() async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let now = Date(timeIntervalSince1970: 1_795_350_000)
        let accounts = (0..<2).map { _ in
            EngineAccount(proofLasts: .zero, charactersPerDay: 1_000, name: "paid", ledger: open(), now: now)
        }
        var sent = 0
        for turn in 0..<400 {
            do {
                try await accounts[turn % 2].spend(7, at: now)
                sent += 7
            } catch {
                break
            }
        }
        // Of what each sets aside for itself, a hundredth of the day stays at most.
        #expect((970...1_000).contains(sent))
        #expect(try #require(open().spent(by: "paid")).characters <= 1_000)
        let third = EngineAccount(proofLasts: .zero, charactersPerDay: 1_000, name: "paid", ledger: open(), now: now)
        await #expect(throws: EngineFailure.self) { try await third.spend(30, at: now) }
        try await third.spend(30, at: now.addingTimeInterval(86_400))
    }

    @Test func manyAtOnceLoseNothing() async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let now = Date(timeIntervalSince1970: 1_795_350_000)
        let folder = folder.path
        let sent = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
                    let days = EngineDays(stateDirectory: folder, logger: quiet)
                    let account = EngineAccount(
                        proofLasts: .zero, charactersPerDay: 500, name: "paid", ledger: days, now: now)
                    var sent = 0
                    for _ in 0..<50 where (try? await account.spend(5, at: now)) != nil { sent += 5 }
                    return sent
                }
            }
            return await group.reduce(0, +)
        }
        #expect((450...500).contains(sent))
    }

    @Test func whereNothingCanBeKeptThereIsASentence() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "sabir-days-\(UUID().uuidString)")
        try Data().write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let days = EngineDays(stateDirectory: file.path, logger: quiet)
        #expect(throws: (any Error).self) { try days.check() }
        let spent = DaySpent(ends: Date(timeIntervalSince1970: 1_795_392_000), characters: 5)
        days.update("paid") { $0 = spent }
        #expect(days.spent(by: "paid") == spent, "It is counted on in memory.")
    }
}
