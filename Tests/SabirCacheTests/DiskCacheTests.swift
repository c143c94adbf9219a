import Foundation
import Logging
import SabirTranslation
import Testing

@testable import SabirCache

struct DiskCacheTests {
    private let question = StoredQuestion(text: "No tome nada", from: "es-Latn", to: "ca-Latn", glossary: "7")
    private let answer = StoredTranslation(
        text: "No prengui res", engine: "apertium", pivots: ["en", "zh-Hant"],
        warnings: [.init(kind: "negation", words: ["no", "\"nada\""], counterparts: ["res"])])

    @Test func allOfATranslationComesBackInTheNextLifeOfTheNode() async throws {
        let folder = NSTemporaryDirectory() + "sabir-node-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        let first = DiskCache(stateDirectory: folder, logger: logger)
        await first.keep(answer, for: question, of: .ownRequest(at: 1))
        await first.close()
        let second = DiskCache(stateDirectory: folder, logger: logger)
        #expect(await second.translation(for: question, by: ["deepl", "apertium"]) == answer)
        #expect(await second.translation(for: question, by: ["deepl"]) == nil)
        await second.close()

        let inspection = DiskCacheInspection(stateDirectory: folder)
        #expect(try inspection.statistics()?.entries == 1)
        #expect(try inspection.clear() == 1)
        #expect(try inspection.statistics()?.entries == 0)
    }

    @Test func anEntryThatCannotBeReadIsNone() {
        #expect(StoredTranslation(.init(text: "res", engine: "apertium", details: "{\"pivots\":1}")) == nil)
    }
}
