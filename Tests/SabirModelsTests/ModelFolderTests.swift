import Crypto
import Foundation
import SabirCore
import Testing

@testable import sabir

/// With files that come and go beside it.
struct ModelFolderTests {
    private let home = FileManager.default.temporaryDirectory.appending(path: "sabir-models-\(UUID().uuidString)")
    private var stick: String { home.path + "/stick" }
    private var place: String { home.path + "/place" }

    private func write(_ name: String, _ text: String) throws {
        let file = home.appending(path: name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    private func bundle() throws -> ModelBundle {
        let files = [
            "model/model.bin": "weights", "sentencepiece.model": "pieces",
            "metadata.json": #"{"from_code": "en", "to_code": "pt-BR"}"#,
        ]
        for (name, text) in files { try write("stick/m/" + name, text) }
        let sums = files.map { name, text in
            SHA256.hash(data: Data(text.utf8)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
                + "  m/\(name)\n"
        }
        try write("stick/SHA256SUMS", sums.joined())
        return try ModelBundle(checking: stick)
    }

    private func there() -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: place + "/packages")) ?? []).sorted()
    }

    @Test func aFileThatChangesAfterItWasCheckedIsNotTaken() throws {
        defer { try? FileManager.default.removeItem(at: home) }
        let bundle = try bundle()
        try write("stick/m/model/model.bin", "WEIGHTS")
        #expect(throws: Failure.self) { try ModelFolder(place).install(bundle) { _ in } }
        #expect(there() == [])
        #expect(try FileManager.default.contentsOfDirectory(atPath: place + "/models") == [])
    }

    @Test func aDiskWithTooLittleRoomIsToldBeforeAnythingIsWritten() throws {
        defer { try? FileManager.default.removeItem(at: home) }
        let bundle = try bundle()
        var folder = ModelFolder(place)
        folder.room = { _ in 64 << 20 }
        #expect(throws: Failure.self) { try folder.install(bundle) { _ in } }
        #expect(there() == [])
        folder.room = { _ in (64 << 20) + 1_000 }
        try folder.install(bundle) { _ in }
        #expect(there() == ["en_pt-BR"])
    }

    @Test func whatAKilledProcessLeftIsClearedAwayAndNoOtherFolder() throws {
        defer { try? FileManager.default.removeItem(at: home) }
        try write("place/models/fr_es.1/model/model.bin", "half")
        try write("place/packages/by-hand/metadata.json", "{}")
        try ModelFolder(place).install(try bundle()) { _ in }
        #expect(there() == ["by-hand", "en_pt-BR"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: place + "/models") == ["en_pt-BR.1"])
        let link = try FileManager.default.destinationOfSymbolicLink(atPath: place + "/packages/en_pt-BR")
        #expect(link == "../models/en_pt-BR.1", "The folder may be moved.")
    }

    @Test func aFolderThatSomebodyPutThereIsNotReplaced() throws {
        defer { try? FileManager.default.removeItem(at: home) }
        try write("place/packages/en_pt-BR/metadata.json", "{}")
        #expect(throws: Failure.self) { try ModelFolder(place).install(try bundle()) { _ in } }
        #expect(try String(contentsOfFile: place + "/packages/en_pt-BR/metadata.json", encoding: .utf8) == "{}")
    }
}
