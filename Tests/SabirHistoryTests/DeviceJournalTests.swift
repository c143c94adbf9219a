import Foundation
import Logging
import SabirProtocol
import Synchronization
import Testing

@testable import SabirHistory

/// What devices may see of rooms from elsewhere, over restarts.
@Suite final class DeviceJournalTests {
    private let folder = NSTemporaryDirectory() + "sabir-devices-\(UUID().uuidString)"
    private var path: String { folder + "/devices.list" }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func journal(day: Int = 0) -> DeviceJournal {
        DeviceJournal(in: folder, logger: silent, now: { 1_795_000_000_000 + day * 86_400_000 })
    }

    private func device(_ author: Int64, from first: Int) -> DeviceRecord {
        DeviceRecord(author: AuthorID(value: author), member: MemberID(rawValue: "m\(author)"), first: first)
    }

    @Test func whatWasKeptIsKnownInItsRoomAndEpochAlone() async throws {
        let first = journal()
        #expect(!FileManager.default.fileExists(atPath: path), "Before there is something to keep.")
        first.keep(device(-7, from: 3), in: "r1", epoch: "e")
        first.keep(device(8, from: 9), in: "r1", epoch: "e")
        first.keep(device(8, from: 5), in: "r1", epoch: "e")
        first.keep(device(8, from: 1), in: "r2", epoch: "f")
        await first.flush()
        let second = journal()
        let known = second.known(in: "r1", epoch: "e").sorted { $0.first < $1.first }
        #expect(known == [device(-7, from: 3), device(8, from: 5)])
        #expect(second.known(in: "r1", epoch: "f").isEmpty)
        #expect(second.known(in: "r2", epoch: "f") == [device(8, from: 1)])
        let facts = try FileManager.default.attributesOfItem(atPath: path)
        #expect(facts[.posixPermissions] as? Int == 0o600)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.split(separator: "\n").count == 3, "At a start only the last line of a device stays.")
    }

    @Test func aDeviceThatDidNotComeForNinetyDaysIsForgotten() async throws {
        let first = journal()
        first.keep(device(1, from: 3), in: "r", epoch: "e")
        await first.flush()
        let later = journal(day: 89)
        later.keep(device(2, from: 4), in: "r", epoch: "e")
        await later.flush()
        #expect(journal(day: 89).known(in: "r", epoch: "e").count == 2)
        #expect(journal(day: 90).known(in: "r", epoch: "e") == [device(2, from: 4)])
        #expect(try !String(contentsOfFile: path, encoding: .utf8).contains(" m1 "))
    }

    @Test func aLineThatWasBeingWrittenIsLeftOutAndAnotherPersonsFileIsNotRead() async throws {
        let first = journal()
        first.keep(device(1, from: 3), in: "r", epoch: "e")
        await first.flush()
        let handle = try #require(FileHandle(forWritingAtPath: path))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("r e 2 m2\nr e x m3 1 1\nr e 4 m4 1 1795000000".utf8))
        try handle.close()
        #expect(journal().known(in: "r", epoch: "e") == [device(1, from: 3)])
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        let other = journal()
        #expect(other.known(in: "r", epoch: "e").isEmpty)
        other.keep(device(5, from: 1), in: "r", epoch: "e")
        await other.flush()
        #expect(try !String(contentsOfFile: path, encoding: .utf8).contains(" m5 "), "It is left as it is.")
    }

    @Test func ofManyDevicesTheLatestStayAndOfManyRoomsTheFirst() async throws {
        let first = journal()
        for number in 0...DeviceJournal.mostRooms {
            first.keep(device(1, from: 3), in: "r\(number)", epoch: "e")
        }
        await first.flush()
        #expect(first.known(in: "r0", epoch: "e").count == 1)
        #expect(first.known(in: "r\(DeviceJournal.mostRooms)", epoch: "e").isEmpty)
        let lines = (0...DeviceJournal.mostDevices).map { "r e \($0) m\($0) 1 \(1_795_000_000_000 + $0)\n" }
        try Data(lines.joined().utf8).write(to: URL(filePath: path))
        let known = Set(journal().known(in: "r", epoch: "e").map(\.author.value))
        #expect(known.count == DeviceJournal.mostDevices && !known.contains(0))
    }

    @Test func theFileIsWrittenAnewWhenItHasGrown() async throws {
        let journal = journal()
        for round in 0..<DeviceJournal.mostAppended + 10 {
            journal.keep(device(1, from: 1 + round % 9), in: "r", epoch: "e")
        }
        await journal.flush()
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.split(separator: "\n").count < 100)
    }
}
