import Foundation
import SabirProtocol
import Testing

@testable import SabirCore
@testable import SabirRoom
@testable import SabirNode

/// What staff decided, over restarts of the node.
@Suite struct ModerationFolderTests {
    private var locked: StoredModeration {
        var stored = StoredModeration()
        stored.isLocked = true
        stored.topic = "Closed at noon"
        stored.muted = ["dora"]
        return stored
    }

    private func keep(_ moderation: StoredModeration, by kept: KeptModeration) async -> String? {
        await withCheckedContinuation { done in kept.store.keep(moderation) { done.resume(returning: $0) } }
    }

    private func age(_ path: String, days: Double) throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -days * 86_400)], ofItemAtPath: path)
    }

    private func files(in path: String) -> Set<String> {
        Set((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
    }

    @Test func whatStandsInARoomIsKeptForItAloneUntilNothingDoes() async throws {
        let state = try StateFolder()
        let kept = try ModerationFolder(stateDirectory: state.path).open("one")
        #expect(kept.past == nil)
        #expect(await keep(locked, by: kept) == nil)
        #expect(try state.mode(of: "moderation/one.json") == 0o600)

        let next = ModerationFolder(stateDirectory: state.path)
        #expect(try next.open("one").past == locked)
        #expect(try next.open("two").past == nil)
        #expect(await keep(StoredModeration(), by: try next.open("one")) == nil)
        #expect(files(in: state.path + "/moderation").isEmpty)
    }

    @Test func whatCannotBeStoredIsToldByASentence() async throws {
        let state = try StateFolder()
        try Data().write(to: URL(filePath: state.path + "/moderation"))
        let kept = try ModerationFolder(stateDirectory: state.path).open("one")
        #expect(await keep(locked, by: kept)?.contains("/moderation/one.json") == true)
    }

    /// Taken for none, it would let in whoever was sent out.
    @Test(arguments: ["{", "[]", #"{"isLocked":"yes"}"#, String(repeating: " ", count: 4 << 20 + 1)])
    func aFileThatIsNotWhatWasWrittenThereStopsTheNodeAndIsLeft(_ text: String) throws {
        let state = try StateFolder()
        let file = PrivateFile(path: state.path + "/moderation/one.json")
        try file.write(text)
        let folder = ModerationFolder(stateDirectory: state.path)
        let error = #expect(throws: NodeError.self) { try folder.open("one") }
        #expect(error?.description.hasPrefix(file.path) == true)
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == text)
    }

    @Test func norIsOneReadThatOthersMayRead() async throws {
        let state = try StateFolder()
        let folder = ModerationFolder(stateDirectory: state.path)
        #expect(await keep(locked, by: try folder.open("one")) == nil)
        let path = state.path + "/moderation/one.json"
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        #expect(throws: NodeError.self) { try folder.open("one") }
    }

    @Test func ofARoomThatIsGoneItIsKeptForAMonth() async throws {
        let state = try StateFolder()
        let folder = ModerationFolder(stateDirectory: state.path)
        for room in ["here", "gone", "long gone"] { #expect(await keep(locked, by: try folder.open(room)) == nil) }
        let path = state.path + "/moderation"
        try Data("{".utf8).write(to: URL(filePath: path + "/here.json.17.42"))
        try age(path + "/here.json", days: 31)
        try age(path + "/gone.json", days: 29)
        try age(path + "/long gone.json", days: 31)
        folder.tidy(besides: ["here"])
        #expect(files(in: path) == ["here.json", "gone.json"])
        // The month of a room that goes begins when it was there last.
        folder.tidy(besides: [], now: Date(timeIntervalSinceNow: 29 * 86_400))
        #expect(files(in: path) == ["here.json"])
    }
}
