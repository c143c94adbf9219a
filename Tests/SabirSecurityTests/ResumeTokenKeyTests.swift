import Foundation
import Logging
import SabirRoom
import Testing
@testable import SabirCore
@testable import SabirSecurity

@Suite struct ResumeTokenKeyTests {
    private let folder = NSTemporaryDirectory() + "sabir-resume-\(UUID().uuidString)"
    private let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    @Test func aTokenCountsInItsRoomAndEpochAndSaysWhetherItIsFromBefore() throws {
        let key = ResumeTokenKey([UInt8](repeating: 1, count: 32), start: "one")
        let next = ResumeTokenKey([UInt8](repeating: 1, count: 32), start: "two")
        let token = try #require(key.token(room: "AB-1", epoch: "e", first: 42))
        #expect(token.utf8.count <= 256)
        #expect(key.read(token, room: "ab-1", epoch: "e") == ResumeClaim(first: 42, isFromBefore: false))
        #expect(next.read(token, room: "ab-1", epoch: "e") == ResumeClaim(first: 42, isFromBefore: true))
        #expect(key.read(token, room: "ab-2", epoch: "e") == nil)
        #expect(key.read(token, room: "ab-1", epoch: "f") == nil)
        let stranger = ResumeTokenKey([UInt8](repeating: 2, count: 32), start: "one")
        #expect(stranger.read(token, room: "ab-1", epoch: "e") == nil)
    }

    @Test func aDevicesTokenIsNobodyElses() throws {
        let key = ResumeTokenKey([UInt8](repeating: 1, count: 32), start: "one")
        let claim = ResumeClaim(first: 42, isFromBefore: false)
        let token = try #require(key.token(room: "r", epoch: "e", first: 42, device: "anna"))
        let bare = try #require(key.token(room: "r", epoch: "e", first: 42))
        #expect(key.read(token, room: "r", epoch: "e", device: "anna") == claim)
        #expect(key.read(token, room: "r", epoch: "e", device: "boris") == nil)
        #expect(key.read(token, room: "r", epoch: "e") == nil)
        #expect(key.read(bare, room: "r", epoch: "e", device: "anna") == nil)
        #expect(key.read(token, room: "r2", epoch: "e", device: "anna") == nil)
        let stranger = ResumeTokenKey([UInt8](repeating: 2, count: 32), start: "one")
        #expect(stranger.read(token, room: "r", epoch: "e", device: "anna") == nil)
        // An epoch is what a member writes: lines that it makes of one are none of the key's.
        let digits = try #require(key.token(room: "r", epoch: "e", first: 42, device: "7"))
        let code = try #require(digits.split(separator: ".").last)
        #expect(key.read("7.42.\(code)", room: "r", epoch: "e\none") == nil)
    }

    @Test func aTokenThatWasChangedIsNone() throws {
        let key = ResumeTokenKey([UInt8](repeating: 1, count: 32), start: "one")
        let token = try #require(key.token(room: "r", epoch: "e", first: 42))
        let parts = token.split(separator: ".").map(String.init)
        for forged in [
            "1.\(parts[1]).\(parts[2])", "42.two.\(parts[2])", "42..\(parts[2])", "42.one.", "42.one.AAAA", "", "...",
            "42.one", token + ".x", "+42.one.\(parts[2])", "042.one.\(parts[2])", " 42.one.\(parts[2])",
            "-1.one.\(parts[2])", "9223372036854775808.one.\(parts[2])",
        ] {
            #expect(key.read(forged, room: "r", epoch: "e") == nil, "\(forged)")
        }
    }

    @Test func theKeyIsKeptInTheFolderForItsOwnerAlone() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let first = try ResumeTokenKey.kept(in: folder, logger: silent)
        let token = try #require(first.token(room: "r", epoch: "e", first: 3))
        let second = try ResumeTokenKey.kept(in: folder, logger: silent)
        #expect(second.read(token, room: "r", epoch: "e") == ResumeClaim(first: 3, isFromBefore: true))
        let facts = try FileManager.default.attributesOfItem(atPath: folder + "/resume.key")
        #expect(facts[.posixPermissions] as? Int == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["resume.key"])
        let alone = try ResumeTokenKey.kept(in: nil, logger: silent)
        #expect(alone.read(token, room: "r", epoch: "e") == nil)
    }

    @Test func aFileThatIsNoKeyIsToldAndLeft() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        _ = try ResumeTokenKey.kept(in: folder, logger: silent)
        let path = folder + "/resume.key"
        try Data("short\n".utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        #expect(throws: NodeError.self) { try ResumeTokenKey.kept(in: folder, logger: silent) }
        #expect(FileManager.default.contents(atPath: path) == Data("short\n".utf8))
    }
}
