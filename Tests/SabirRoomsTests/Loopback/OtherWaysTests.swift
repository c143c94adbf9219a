import Logging
import NIOCore
import NIOPosix
import SabirWire
import Synchronization
import Testing

@testable import SabirRooms

/// A first join whose first destinations are what a dead host left behind.
@Suite struct OtherWaysTests {
    /// What is found at first leads nowhere; what is found next is `others`.
    private final class StaleRoute: RoomRoute {
        let first: [Destination]
        let others: [Destination]
        let asked = Mutex<[[Destination]]>([])

        init(_ first: [Destination], _ others: [Destination]) { (self.first, self.others) = (first, others) }

        func destinations() async throws(RouteError) -> [Destination] { first }

        func destinations(besides tried: [Destination]) async -> [Destination] {
            asked.withLock { $0.append(tried) }
            return others
        }
    }

    /// Its own: where another test holds a loop that all share, no answer comes in the time that a connection has.
    private let loop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()

    private func join(by route: StaleRoute) async -> RemoteRoom {
        let room = RemoteRoom(
            .of("anna"), by: route, on: loop,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        await room.join()
        return room
    }

    private func firstEvent(of room: RemoteRoom) async -> RoomEvent? {
        for await event in room.events { return event }
        return nil
    }

    private func isWelcome(_ event: RoomEvent?) -> Bool {
        if case .welcome = event { true } else { false }
    }

    /// Why it ended.
    private func reason(_ event: RoomEvent?) -> String? {
        if case .ended(let fault?) = event { fault.reason } else { nil }
    }

    /// A port of the loopback interface that nobody listens on.
    private func deadEnd() async throws -> Destination {
        let listener = try await ServerBootstrap(group: loop)
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(listener.localAddress?.port)
        try await listener.close()
        return Destination(NodeAddress(host: "127.0.0.1", port: port))
    }

    @Test func whereAllThatWasFoundIsDeadTheOthersAreTried() async throws {
        let host = try await LoopbackHost.open()
        let dead = try await deadEnd()
        let route = StaleRoute([dead], [Destination(NodeAddress(host: "127.0.0.1", port: host.port))])
        let room = await join(by: route)
        let event = await firstEvent(of: room)
        #expect(isWelcome(event), "\(String(describing: event))")
        #expect(route.asked.withLock { $0 } == [[dead]])
        await room.leave()
    }

    @Test func nobodyAsksForOthersWhereTheFirstAnswers() async throws {
        let host = try await LoopbackHost.open()
        let route = StaleRoute([Destination(NodeAddress(host: "127.0.0.1", port: host.port))], [])
        let room = await join(by: route)
        let event = await firstEvent(of: room)
        #expect(isWelcome(event), "\(String(describing: event))")
        #expect(route.asked.withLock { $0 }.isEmpty)
        await room.leave()
    }

    @Test func whereThereIsNoOtherTheFirstFailureIsTold() async throws {
        let dead = try await deadEnd()
        let room = await join(by: StaleRoute([dead], []))
        let told = reason(await firstEvent(of: room))
        #expect(told == "No connection to \(dead.address): connection refused.")
    }

    @Test func whereTheOthersAreDeadTooTheLastFailureIsTold() async throws {
        let (dead, other) = (try await deadEnd(), try await deadEnd())
        let room = await join(by: StaleRoute([dead], [other]))
        let told = reason(await firstEvent(of: room))
        #expect(told == "No connection to \(other.address): connection refused.")
    }
}
