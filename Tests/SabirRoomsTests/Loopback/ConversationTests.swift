import NIOCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

/// Real nodes on real TCP.
@Suite(.timeLimit(.minutes(5))) struct ConversationTests {
    @Test func threeTalkAndAllSeeOneOrder() async throws {
        let host = try await LoopbackHost.open()
        let anna = try await LoopbackGuest.join(.of("anna", "es"), at: host)
        let boris = try await LoopbackGuest.join(.of("boris", "fr"), at: host)
        let carla = try await LoopbackGuest.join(.of("carla", "ca"), at: host)

        await anna.says("hola")
        for reader in [anna, boris, carla] { try await reader.sees("hola", from: "anna") }
        await boris.says("bonjour")
        for reader in [anna, boris, carla] { try await reader.sees("bonjour", from: "boris") }

        for n in 0..<100 { for guest in [anna, boris, carla] { await guest.says("line \(n)") } }
        var orders: [[Int]] = []
        var ids: Set<[MessageID]> = []
        for reader in [anna, boris, carla] {
            var seen: [Message] = []
            for _ in 0..<300 { seen.append(try await reader.sees()) }
            orders.append(seen.map(\.seq))
            ids.insert(seen.map(\.id))
            #expect(seen.filter { $0.from == "anna" }.map(\.text) == (0..<100).map { "line \($0)" })
        }
        #expect(orders == Array(repeating: Array(3...302), count: 3))
        #expect(ids.count == 1)
        #expect(await anna.room.unacknowledged.isEmpty)
        await host.server.close()
    }

    @Test func aFrontEndThatFallsBehindMissesNothing() async throws {
        let host = try await LoopbackHost.open()
        let anna = try await LoopbackGuest.join(.of("anna"), at: host)
        let boris = LoopbackGuest(.of("boris"), at: host.port)
        await boris.room.join()
        _ = try await anna.journal.first("joined") { if case .packet(.joined) = $0 { true } else { nil } }
        let count = 2 * RemoteRoom.waitingEvents
        for first in stride(from: 0, to: count, by: 256) {
            for n in first..<first + 256 { await anna.says("line \(n)") }
            for _ in 0..<256 { _ = try await anna.sees() }
        }
        boris.startReading()
        for n in 0..<count { try await boris.sees("line \(n)", from: "anna") }
        await host.server.close()
    }
}
