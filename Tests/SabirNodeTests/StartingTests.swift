import Foundation
import Glibc
import Logging
import SabirConfiguration
import Testing

@testable import SabirNode
@testable import SabirCore

/// Starts that fail, and what they leave behind.
@Suite(.timeLimit(.minutes(1))) struct StartingTests {
    private let folder = NSTemporaryDirectory() + "sabir-start-\(UUID().uuidString)"
    private static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private func configuration() -> NodeConfiguration {
        var configuration = NodeConfiguration(
            on: ConfigurationEnvironment(hostName: "test", variables: ["HOME": folder], isRoot: false))
        configuration.node.stateDirectory = folder
        configuration.node.bind = ["127.0.0.1"]
        configuration.node.port = 0
        configuration.discovery.mdns = false
        configuration.translation.enabled = false
        configuration.share.enabled = false
        configuration.web.enabled = false
        var room = RoomConfiguration(name: "Reception")
        room.history = .disk
        configuration.rooms = [room]
        return configuration
    }

    private func start(_ configuration: NodeConfiguration) async throws -> Node {
        try await Node.start(configuration, logger: Self.silent)
    }

    @Test(arguments: ["", "{", "[]", "{\"node\":\"no id\",\"rooms\":{}}"])
    func aDamagedIdentityIsRefusedWithWhatToDo(_ damaged: String) async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let first = try await start(configuration())
        let id = first.rooms[0].info.id
        await first.stop()
        let path = folder + "/identity.json"
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        try Data(damaged.utf8).write(to: URL(fileURLWithPath: path))
        let error = await #expect(throws: NodeError.self) { try await start(configuration()) }
        #expect(
            error?.description.hasPrefix("\(path) is damaged") == true && error?.description.contains("copy") == true)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(damaged.utf8), "it is left as it was")
        try whole.write(to: URL(fileURLWithPath: path))
        let second = try await start(configuration())
        #expect(second.rooms[0].info.id == id)
        await second.stop()
    }
}
