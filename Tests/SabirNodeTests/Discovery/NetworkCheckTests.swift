import Logging
import SabirDiscovery
import SabirRooms
import Testing

@testable import SabirNode

@Suite struct NetworkCheckTests {
    @Test func eachInterfaceIsLookedAtOnce() throws {
        let loopback = try #require(NetworkInterface.all().first { $0.isLoopback })
        let findings = NetworkCheck.interfaces([loopback.name, "nowhere0", "nowhere0"], [loopback])
        #expect(findings.map(\.isFine) == [loopback.isUp, false])
        #expect(findings.last?.sentence.contains("nowhere0") == true && findings.last?.mend != nil)
    }

    @Test func aPeerThatAnswersIsWellAndOneThatDoesNotIsTold() async throws {
        let (alive, dead) = (try await SecureHost.open(nil), try await SecureHost.open(nil))
        await alive.server.introduce(NodeIntroduction(id: "node-1", name: "North desk"))
        await dead.server.close()
        var configuration = NodeConfiguration(
            on: ConfigurationSurroundings(hostName: "test", environment: [:], isRoot: false))
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
