import Logging
import NIOPosix
import SabirConfiguration
import SabirDiscovery
import SabirRoom
import SabirProtocol
import Testing

@testable import SabirNode

@Suite struct NetworkCheckTests {
    @Test func eachInterfaceIsLookedAtOnce() throws {
        let loopback = try #require(NetworkInterface.all().first { $0.isLoopback })
        let findings = NetworkCheck.interfaces([loopback.name, "nowhere0", "nowhere0"], [loopback])
        #expect(findings.map(\.isFine) == [loopback.isUp, false])
        #expect(findings.last?.sentence.contains("nowhere0") == true && findings.last?.mend != nil)
    }

    private let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    /// A room behind a real port of the loopback interface, without TLS.
    private func open() async throws -> (server: RoomServer, address: NodeAddress) {
        let server = RoomServer(on: MultiThreadedEventLoopGroup.singleton.next(), logger: quiet)
        let info = RoomInfo(id: "8f14e45f-ceea-467f-9575-11b1a2b2c3d4", name: "Reception")
        _ = await server.open(RoomSettings(info: info))
        let port = try #require(try await server.listen(on: ["127.0.0.1"], port: 0).first?.port)
        return (server, NodeAddress(host: "127.0.0.1", port: port))
    }

    @Test func aPeerThatAnswersIsWellAndOneThatDoesNotIsTold() async throws {
        let (alive, dead) = (try await open(), try await open())
        await alive.server.introduce(NodeIntroduction(id: "node-1", name: "North desk"))
        await dead.server.close()
        var configuration = NodeConfiguration(
            on: ConfigurationEnvironment(hostName: "test", variables: [:], isRoot: false))
        configuration.node.plaintext = true
        configuration.discovery.peers = [alive.address, dead.address]
        let findings = await NetworkCheck.run(configuration, logger: quiet)
        let sentences = Set(findings.map { "\($0.isFine) \($0.sentence)" })
        #expect(
            sentences == [
                "true \(alive.address) names 1 room.", "false No connection to \(dead.address): connection refused.",
            ])
        await alive.server.close()
    }
}
