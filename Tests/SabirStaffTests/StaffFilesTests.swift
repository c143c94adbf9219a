import Foundation
import SabirRoom
import SabirProtocol
import Testing

@testable import SabirNode

/// Files of staff as they are on disks already: what is written differs from these in no byte.
@Suite struct StaffFilesTests {
    private static let moderation =
        #"{"admitted":[7,-9],"bans":[{"left":3000000,"member":"m1","name":"Anna","token":"anna","until":4000000},"#
        + #"{"address":"10.0.0.2","left":60000,"member":"m2","name":"Boris","until":1060000},"#
        + #"{"left":60000,"member":"m3","name":"Carla","scope":"address","token":"carla","until":1060000}],"#
        + #""configuredTopic":"","isClosed":true,"isLocked":true,"muted":["dora"],"#
        + #""mutedMembers":[{"member":"m4","name":"Dora","token":"dora"}],"#
        + #""notice":{"id":"a987fbc9-4bed-4078-8f07-9141ba07c9f3","lang":"en","text":"Wait / here","ts":5},"#
        + #""removed":["emil"],"topic":"Closed at noon"}"#

    @Test func whatStandsInARoomIsReadAndWrittenAsEver() async throws {
        let folder = try StateFolder()
        let path = folder.path + "/moderation/reception.json"
        try FileManager.default.createDirectory(
            atPath: folder.path + "/moderation", withIntermediateDirectories: true)
        try Data(Self.moderation.utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        let file = ModerationFile(path: path)
        let past = try #require(try file.read())
        try FileManager.default.removeItem(atPath: path)
        let failure = await withCheckedContinuation { done in file.keep(past) { done.resume(returning: $0) } }
        #expect(failure == nil)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == Self.moderation)
        #expect(try folder.mode(of: "moderation/reception.json") == 0o600)
    }

    @Test func theAuditNamesTheMessageThatWasReportedAndWhoBecameStaff() async throws {
        let folder = try StateFolder()
        let audit = AuditFile(stateDirectory: folder.path, logger: quiet)
        var report = AuditEntry("report", by: "m2", in: RoomInfo(id: "r1", name: "Reception"))
        (report.member, report.message) = (MemberID(rawValue: "m1"), MessageID("a987fbc9-4bed-4078-8f07-9141ba07c9f3"))
        audit.append(report, at: Date(timeIntervalSince1970: 1_000))
        audit.append(
            AuditEntry("staff-add", by: "Rosa", in: nil, named: "Pau"), at: Date(timeIntervalSince1970: 1_001))
        await audit.flush()
        let lines = try String(contentsOfFile: folder.path + "/audit.jsonl", encoding: .utf8)
        #expect(
            lines == """
                {"member":"m1","message":"a987fbc9-4bed-4078-8f07-9141ba07c9f3","room":"Reception","roomID":"r1","time":"1970-01-01T00:16:40Z",\
                "what":"report","who":"m2"}
                {"name":"Pau","time":"1970-01-01T00:16:41Z","what":"staff-add","who":"Rosa"}

                """)
    }
}
