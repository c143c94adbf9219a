import Foundation
import SabirCore
import Testing

@testable import SabirConfiguration

@Suite("What a running node goes by")
struct RunningConfigurationTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "sabir-running-\(UUID().uuidString)")

    private func file(_ more: String, port: Int = 1) throws -> NodeConfiguration {
        try configuration("[node]\nstate_directory = \"\(folder.path)\"\nport = \(port)\n\(more)")
    }

    private func changes(to new: NodeConfiguration) -> ReloadedKeys? {
        RunningConfiguration.changes(to: new, on: .example)
    }

    @Test("tells of another version what a reload takes, and what a restart")
    func changed() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try changes(to: file("")) == nil)
        try RunningConfiguration.save(file("").source, in: folder.path)
        #expect(try changes(to: file("")) == ReloadedKeys())
        let new = try file("[limits]\nrooms = 3\n", port: 2)
        let keys = try #require(changes(to: new))
        #expect(keys.live == ["[limits] rooms"] && keys.atRestart == ["[node] port"])
        #expect(keys.forecast.count == 3 && keys.forecast[1].contains("a reload") && keys.forecast[1].contains("rooms"))
        try RunningConfiguration.save(file("").source, taken: new.source, in: folder.path)
        #expect(changes(to: new) == ReloadedKeys(live: [], atRestart: ["[node] port"]), "A reload took the one alone.")
        #expect(try changes(to: file("")) == ReloadedKeys(live: ["[limits] rooms"]))
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/running.json")
        #expect(attributes[.posixPermissions] as? Int == 0o600, "It may have a PIN in it.")
    }

    @Test("is not known of one that ended, or began without a file")
    func ended() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try RunningConfiguration.save(file("").source, in: folder.path)
        let path = folder.path + "/running.json"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        for other in ["\"process\":4194305", "\"process\":1"] {
            let changed = text.replacing("\"process\":\(getpid())", with: other)
            #expect(changed != text)
            try PrivateFile(path: path).write(Data(changed.utf8))
            #expect(try changes(to: file("")) == nil)
        }
        try PrivateFile(path: path).write(Data("no JSON".utf8))
        #expect(try changes(to: file("")) == nil)
        try RunningConfiguration.save(NodeConfiguration(on: .example).source, in: folder.path)
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}
