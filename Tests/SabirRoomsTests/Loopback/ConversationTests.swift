import Foundation
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

    @Test func comingGoingAndChangingIsSeen() async throws {
        let host = try await LoopbackHost.open()
        let anna = try await LoopbackGuest.join(.of("anna"), at: host)
        let boris = LoopbackGuest(.of("boris", "fr"), at: host.port)
        await boris.start()
        let welcome = try await boris.welcome()
        #expect(welcome.n == 2)
        #expect(welcome.members.map(\.name) == ["anna", "boris"])
        #expect(welcome.langs == ["es": 1, "fr": 1])
        var info = MemberInfo(id: welcome.member, name: "boris", lang: "fr")

        try await anna.sees(.joined(info, n: 2))
        await boris.room.change(Profile(name: "Boris", lang: "de"))
        info = MemberInfo(id: welcome.member, name: "Boris", lang: "de")
        try await anna.sees(.changed(info, n: 2))
        try await boris.sees(.changed(info, n: 2))
        await anna.room.askMembers()
        try await anna.sees(.members([welcome.members[0], info], more: false))
        await boris.leaves()
        try await boris.sees(.ended(nil))
        try await anna.sees(.left(info, n: 1))
        #expect(await host.room.memberCount == 1)
        await host.server.close()
    }

    @Test func whenTheHostComesBackTheConversationGoesOn() async throws {
        // Below the ports that the system gives out by itself: nobody else gets it while the host is away.
        let host = try await LoopbackHost.open(port: 15_900 + Int(getpid()) % 50)
        let anna = try await LoopbackGuest.join(.of("anna"), at: host)
        await anna.says("before")
        try await anna.sees("before", from: "anna")

        await host.server.close()
        let why = try await anna.journal.first("reconnecting") {
            if case .reconnecting(let reason) = $0 { reason.english } else { nil }
        }
        #expect(why == "The room is closing.")
        await anna.says("while away")
        #expect(await anna.room.unacknowledged.map(\.text) == ["while away"])

        let again = try await LoopbackHost.open(port: host.port)
        let resumed = try await anna.journal.first("reconnected") {
            if case .reconnected(_, let resumed) = $0 { resumed } else { nil }
        }
        #expect(!resumed, "Another life of the room numbers anew.")
        try await anna.sees("while away", from: "anna")
        let boris = try await LoopbackGuest.join(.of("boris"), at: again)
        await anna.says("after")
        try await boris.sees("after", from: "anna")
        try await anna.sees("after", from: "anna")
        #expect(await anna.room.unacknowledged.isEmpty)
        await again.server.close()
    }

    @Test func aDeviceThatJoinsAgainReplacesItself() async throws {
        let host = try await LoopbackHost.open()
        let boris = try await LoopbackGuest.join(.of("boris"), at: host)
        let first = LoopbackGuest(.of("anna"), at: host.port)
        await first.start()
        let member = try await first.welcome().member
        let second = LoopbackGuest(.of("anna"), at: host.port)
        await second.start()
        #expect(try await second.welcome().member == member)
        let end = try await first.journal.first("the end") { if case .ended(let why) = $0 { why } else { nil } }
        #expect(end.code == .replaced)

        await second.says("still me")
        try await boris.sees("still me", from: "anna")
        let presence = await boris.journal.all.count { event in
            switch event {
            case .packet(.joined), .packet(.left): true
            default: false
            }
        }
        #expect(presence == 1, "Anna came once and never left.")
        #expect(await host.room.memberCount == 2)
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

    @Test func aRoomThatIsNotThereIsTheEnd() async throws {
        let host = try await LoopbackHost.open()
        var hello = Hello.of("anna")
        hello.room = "Elsewhere"
        let anna = LoopbackGuest(hello, at: host.port)
        await anna.start()
        let end = try await anna.journal.first("the end") { if case .ended(let why) = $0 { why } else { nil } }
        #expect(end.code == .noRoom)
        await host.server.close()

        let late = LoopbackGuest(.of("boris"), at: host.port)
        await late.start()
        let refused = try await late.journal.first("the end") { if case .ended(let why) = $0 { why } else { nil } }
        #expect(refused.reason.contains("connection refused"))
    }
}
