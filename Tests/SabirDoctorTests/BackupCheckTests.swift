import Foundation
import SabirCore
import Testing

@testable import SabirNode

@Suite struct BackupCheckTests {
    private static let day = 86_400_000
    private let settings = BackupSettings(folder: "/mnt/backup", mount: nil, keep: 14, since: 0)

    private func record(_ runs: (at: Int, proved: Bool)...) throws -> BackupRecord {
        let listed = runs.map { run in
            "{\"at\":\(run.at),\"bytes\":1,\"rooms\":1,\"lines\":1,\"proved\":\(run.proved),\"why\":\"No room.\"}"
        }
        return try JSONDecoder().decode(
            BackupRecord.self, from: Data("{\"runs\":[\(listed.joined(separator: ","))]}".utf8))
    }

    private func level(_ record: BackupRecord, days: Int) -> Finding.Level {
        BackupCheck.finding(settings, record, now: days * Self.day + 1).level
    }

    @Test func noneSetUpIsANote() {
        #expect(BackupCheck.finding(nil, BackupRecord(), now: 0).level == .note)
    }

    @Test func theFirstMayTakeThreeDays() {
        #expect(level(BackupRecord(), days: 2) == .ok)
        #expect(level(BackupRecord(), days: 3) == .wrong)
    }

    @Test func aProvedOneIsFineForThreeDays() throws {
        #expect(level(try record((0, true)), days: 2) == .ok)
        #expect(level(try record((0, true)), days: 3) == .wrong)
    }

    @Test func oneThatFailedIsWrongWhateverWasBefore() throws {
        let record = try record((0, true), (Self.day, false))
        #expect(level(record, days: 1) == .wrong)
        #expect(BackupCheck.finding(settings, record, now: Self.day).sentence.contains("No room."))
        #expect(level(try self.record((0, false), (Self.day, true)), days: 1) == .ok)
    }
}
