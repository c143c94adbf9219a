import Foundation
import Logging
import SabirCore
import SabirHistory
import SabirProtocol
import Testing

@testable import SabirNode
@testable import SabirConfiguration

/// What `sabir doctor` says of real files, each staged in a folder of its own.
final class HistoryCheckTests {
    private let folder = NSTemporaryDirectory() + "sabir-check-\(UUID().uuidString)"
    private var path: String { folder + "/history.sqlite" }
    private static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func store() async -> HistoryStore {
        let store = HistoryStore(.init(path: path), logger: Self.silent)
        let room = await store.open(room: "r", name: "Reception", epoch: "e")
        let message = Message(
            seq: room.past.newest + 1, id: MessageID(), ts: 1_795_000_000_000, member: MemberID(rawValue: "m"),
            from: "Anna", lang: LanguageTag("en")!, text: String(repeating: "good morning ", count: 400))
        await store.append([HistoryLine(room: room.number, message: message)])
        return store
    }

    private func findings(_ rooms: [String] = []) async -> [Finding] {
        HistoryCheck.findings(await HistoryHealth.look(at: path), wanted: rooms)
    }

    @Test func nothingKeptIsNothingWrong() async {
        #expect(await findings().map(\.isFine) == [true])
        let wanted = await findings(["Reception"])
        #expect(wanted.map(\.isFine) == [true] && wanted[0].sentence.contains("Reception"))
    }

    @Test func aHistoryInUseIsFine() async {
        let store = await store()
        let found = await findings()
        #expect(found.map(\.isFine) == [true])
        #expect(
            found[0].sentence.contains(": 1 lines, rooms: 1, ") && found[0].sentence.hasSuffix("A node is writing it."))
        await store.close()
        #expect(await findings()[0].sentence.hasSuffix("No node is writing it."))
    }

    @Test func damageIsFoundAndLeftAlone() async throws {
        await store().close()
        var bytes = try #require(FileManager.default.contents(atPath: path))
        bytes.replaceSubrange(4_096..<bytes.count, with: Data(repeating: 7, count: bytes.count - 4_096))
        try bytes.write(to: URL(filePath: path))
        let found = await findings()
        #expect(found.first?.isFine == false && found.first?.sentence.contains("damaged") == true)
        #expect(found.first?.mend?.contains("sabir restore") == true)
        #expect(FileManager.default.contents(atPath: path) == bytes)
    }

    @Test func whatIsNoHistoryIsTold() async throws {
        try Data("a letter, not a database, and long enough for a header".utf8).write(to: URL(filePath: path))
        #expect(await findings().map(\.isFine) == [false])
    }

    @Test func whatWasMovedAsideIsTold() async throws {
        await store().close()
        for name in [".damaged-20261121-120000", ".damaged-20261121-120000-wal", ".replaced-20261121-130000"] {
            try Data().write(to: URL(filePath: path + name))
        }
        let found = await findings()
        #expect(found.map(\.isFine) == [true, true, true])
        #expect(found[1].sentence.contains(".damaged-20261121-120000. "))
        #expect(found[2].sentence.contains(".replaced-20261121-130000. "))
    }

    @Test func aFileThatOthersMayReadIsWrong() async throws {
        let store = await store()
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        let found = await findings().filter { !$0.isFine }
        #expect(found.map(\.mend) == ["chmod 600 \(path)"])
        await store.close()
    }

    /// The marker that the store takes away before lines go unsaved.
    @Test func linesThatDidNotReachTheDiskAreTold() async throws {
        let store = await store()
        try FileManager.default.removeItem(atPath: path + ".whole")
        #expect(await findings().filter { !$0.isFine }.count == 1)
        await store.close()
    }

    @Test func roomsThatAreNotKeptAreTold() async throws {
        let store = await store()
        #expect(await findings(["Reception"]).map(\.isFine) == [true])
        let missing = await findings(["Reception", "Ward"]).filter { !$0.isFine }
        #expect(missing.count == 1 && missing[0].sentence.contains("keep Ward there"))
        await store.close()
        let health = await HistoryHealth.look(at: path)
        let running = HistoryCheck.findings(health, wanted: ["Reception"], isNodeRunning: true)
        #expect(running.map(\.isFine) == [true, false])
        #expect(HistoryCheck.findings(health, wanted: ["Reception"]).map(\.isFine) == [true])
    }

    /// Judged without a full disk or rights that root has anyway.
    @Test func aFullDiskAndMissingRightsAreWrong() {
        var health = HistoryHealth(path: "/x/history.sqlite")
        health.exists = true
        (health.bytes, health.free, health.isWritable) = (500 << 20, 400 << 20, false)
        let found = HistoryCheck.findings(health, wanted: [])
        #expect(found.map(\.isFine) == [true, false, false])
        #expect(found[2].sentence.contains("400.0 MiB") && found[2].sentence.contains("564.0 MiB"))
    }
}
