import Foundation
import Logging
import SabirRoom
import SabirProtocol
import Testing

@testable import SabirCore
@testable import SabirNode

/// A folder of its own for each test.
struct StateFolder: ~Copyable {
    let path = FileManager.default.temporaryDirectory.appending(path: "sabir-\(UUID().uuidString)").path

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func mode(of name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path + "/" + name)[.posixPermissions] as? Int
    }
}

let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

@Suite struct StaffKeyTests {
    @Test func aKeyIsMadeOnceAndIsItsOwnersAlone() throws {
        let folder = try StateFolder()
        let key = try StaffKey.own(in: folder.path)
        #expect(try StaffKey.own(in: folder.path).secret == key.secret)
        #expect(try folder.mode(of: "staff.key") == 0o600)
        #expect(StaffKey.isFingerprint(key.fingerprint) && key.fingerprint != key.secret)
        // FIPS 180-4's own example, "abc".
        #expect(StaffKey.fingerprint(of: "abc") == "ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0")
    }

    @Test func aFileThatIsNoKeyIsNotTakenForOne() throws {
        let folder = try StateFolder()
        try Data("hello\n".utf8).write(to: URL(filePath: folder.path + "/staff.key"))
        #expect(throws: NodeError.self) { try StaffKey.own(in: folder.path) }
    }
}

@Suite struct StaffListTests {
    private let key = StaffKey.fingerprint(of: "one")
    private let other = StaffKey.fingerprint(of: "two")

    @Test func peopleAreAddedOnceAndRemovedByNameOrKey() throws {
        var list = StaffList()
        try list.add("  Rosa \u{202E}Mir ", key: key, at: Date(timeIntervalSince1970: 0))
        #expect(list.person(withKey: key)?.name == "Rosa Mir")
        #expect(throws: NodeError.self) { try list.add("Rosa", key: key, at: Date()) }
        #expect(throws: NodeError.self) { try list.add("rosa mir", key: other, at: Date()) }
        #expect(throws: NodeError.self) { try list.add("Pau", key: "no key", at: Date()) }
        #expect(throws: NodeError.self) { try list.add("", key: other, at: Date()) }
        try list.add("Pau", key: other, at: Date())
        try list.remove("ROSA MIR")
        try list.remove(other)
        #expect(list.staff.isEmpty)
        #expect(throws: NodeError.self) { try list.remove("Pau") }
    }

    @Test func theFileIsItsOwnersAloneAndHoldsNoSecret() throws {
        let folder = try StateFolder()
        let file = StaffFile(stateDirectory: folder.path)
        #expect(try file.read() == StaffList())
        let own = try StaffKey.own(in: folder.path)
        try file.update { list in
            try list.add("Rosa", key: own.fingerprint, at: Date(timeIntervalSince1970: 0))
        }
        #expect(try file.read().staff.map(\.name) == ["Rosa"])
        #expect(try folder.mode(of: "staff.json") == 0o600)
        #expect(!(try String(contentsOfFile: file.path, encoding: .utf8)).contains(own.secret))
    }

    @Test func anUnreadableListMakesNobodyStaffAndIsNotWrittenOver() async throws {
        let folder = try StateFolder()
        let file = StaffFile(stateDirectory: folder.path)
        try Data("{".utf8).write(to: URL(filePath: file.path))
        #expect(throws: NodeError.self) { try file.read() }
        #expect(throws: NodeError.self) {
            try file.update { list in try list.add("Rosa", key: key, at: Date()) }
        }
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == "{")
        #expect(await NodeStaffOffice(stateDirectory: folder.path, logger: quiet).rank(of: "one") == .nobody)
    }

    @Test func aRunningNodeNoticesWhoComesAndGoes() async throws {
        let folder = try StateFolder()
        let file = StaffFile(stateDirectory: folder.path)
        let office = NodeStaffOffice(stateDirectory: folder.path, logger: quiet)
        #expect(await office.rank(of: "one") == .nobody)
        try file.update { list in try list.add("Rosa", key: key, at: Date()) }
        #expect(await office.rank(of: "one") == .person("Rosa"))
        #expect(await office.rank(of: "two") == .nobody)
        #expect(await office.rank(of: key) == .nobody, "a fingerprint is no key")
        try file.update { list in _ = try list.remove("Rosa") }
        #expect(await office.rank(of: "one") == .nobody)
    }
}

@Suite struct AuditFileTests {
    private func record(_ what: String = "ban") -> AuditEntry {
        var record = AuditEntry(what, by: "Rosa", in: RoomInfo(id: "r1", name: "Reception"))
        (record.member, record.name, record.minutes) = (MemberID(rawValue: "m1"), "Boris\n{\"who\":\"x\"}", 60)
        return record
    }

    @Test func eachActIsALineOfWhoWhatAndWhen() async throws {
        let folder = try StateFolder()
        let audit = AuditFile(stateDirectory: folder.path, logger: quiet)
        audit.append(record(), at: Date(timeIntervalSince1970: 1_000))
        audit.append(record("mute"), at: Date(timeIntervalSince1970: 1_001))
        await audit.flush()
        let path = folder.path + "/audit.jsonl"
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        #expect(
            lines.first.map(String.init) == #"{"member":"m1","minutes":60,"name":"Boris\n{\"who\":\"x\"}","room":"#
                + #""Reception","roomID":"r1","time":"1970-01-01T00:16:40Z","what":"ban","who":"Rosa"}"#)
        #expect(lines.count == 2)
        #expect(try folder.mode(of: "audit.jsonl") == 0o600)
    }

    /// A command writes into the file of a running node; each line of both is there, whole.
    @Test func whatCommandsDoStandsBetweenTheActsOfTheNode() async throws {
        let folder = try StateFolder()
        let (audit, command) = (
            AuditFile(stateDirectory: folder.path, rotation: 2_000, logger: quiet),
            CommandAudit(stateDirectory: folder.path)
        )
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for _ in 0..<50 { audit.append(self.record()) } }
            for n in 0..<50 { group.addTask { #expect(command.write("staff-add", "Person \(n)") == nil) } }
        }
        await audit.flush()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let lines = try names.flatMap {
            try String(contentsOfFile: folder.path + "/" + $0, encoding: .utf8).split(separator: "\n")
        }
        #expect(lines.count == 100 && names.count > 1)
        for n in 0..<50 {
            #expect(lines.count { $0.contains("\"name\":\"Person \(n)\"") && $0.contains("\"who\":\"command ") } == 1)
        }
        #expect(lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
        #expect(CommandAudit(stateDirectory: folder.path + "/nowhere").write("staff-add", "Rosa") != nil)
    }

    @Test func theFileIsTurnedOverAndTheOldestDeleted() async throws {
        let folder = try StateFolder()
        let audit = AuditFile(stateDirectory: folder.path, rotation: 300, logger: quiet)
        for _ in 0..<60 { audit.append(record()) }
        await audit.flush()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.count == AuditFile.kept + 1)
        for name in names { #expect(try folder.mode(of: name) == 0o600) }
    }

    @Test func aLinkInItsPlaceIsNotFollowed() async throws {
        let folder = try StateFolder()
        let target = folder.path + "/elsewhere"
        try Data().write(to: URL(filePath: target))
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/audit.jsonl", withDestinationPath: target)
        let audit = AuditFile(stateDirectory: folder.path, logger: quiet)
        audit.append(record())
        await audit.flush()
        #expect(try Data(contentsOf: URL(filePath: target)).isEmpty)
    }
}
