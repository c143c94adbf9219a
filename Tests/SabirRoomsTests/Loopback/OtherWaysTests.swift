import Glibc
import Logging
import NIOCore
import NIOPosix
import SabirProtocol
import Synchronization
import Testing

@testable import SabirClient
@testable import SabirRoom

/// A first join whose first destinations are what a dead host left behind.
@Suite struct OtherWaysTests {
    /// What is found at first leads nowhere; what is found next is `others`.
    private final class StaleRoute: RoomRoute {
        let first: [Destination]
        let others: [Destination]
        let asked = Mutex<[[Destination]]>([])
        var mayLeadElsewhere: Bool { true }

        init(_ first: [Destination], _ others: [Destination]) { (self.first, self.others) = (first, others) }

        /// As one that has looked again: what it found then comes from then on.
        func destinations() async throws(RouteError) -> [Destination] {
            asked.withLock { $0.isEmpty } || others.isEmpty ? first : others
        }

        func destinations(besides tried: [Destination]) async -> [Destination] {
            asked.withLock { $0.append(tried) }
            return others
        }
    }

    private func join(by route: StaleRoute) async -> RemoteRoom {
        let room = RemoteRoom(
            .of("anna"), by: route, on: MultiThreadedEventLoopGroup.singleton.next(),
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

    /// A port of the loopback interface that nobody listens on, nor can while this lives: it is taken.
    private final class DeadEnd: Sendable {
        let destination: Destination
        private let descriptor: Int32

        init() throws {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            self.descriptor = descriptor
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            // The address lives through both calls, which read or write `length` bytes of it.
            let isBound = withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
                }
            }
            try #require(isBound)
            destination = Destination(NodeAddress(host: "127.0.0.1", port: Int(UInt16(bigEndian: address.sin_port))))
        }

        deinit { close(descriptor) }
    }

    @Test func whereAllThatWasFoundIsDeadTheOthersAreTried() async throws {
        let host = try await LoopbackHost.open()
        let dead = try DeadEnd()
        let route = StaleRoute([dead.destination], [Destination(NodeAddress(host: "127.0.0.1", port: host.port))])
        let room = await join(by: route)
        let event = await firstEvent(of: room)
        #expect(isWelcome(event), "\(String(describing: event))")
        #expect(route.asked.withLock { $0 } == [[dead.destination]])
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

    /// A host was started anew at its address, with another id for its room, and the old announcement was still there.
    @Test func whereTheHostHasNoSuchRoomAnotherIdIsLookedForOnce() async throws {
        let host = try await LoopbackHost.open()
        let address = NodeAddress(host: "127.0.0.1", port: host.port)
        let stale = Destination(address, room: "9d9f1c1e-4b1a-4f0e-9d7a-2f1d5c3b6a09")
        let route = StaleRoute([stale], [Destination(address, room: host.room.settings.info.id)])
        let room = await join(by: route)
        let event = await firstEvent(of: room)
        #expect(isWelcome(event), "\(String(describing: event))")
        #expect(route.asked.withLock { $0 } == [[stale]])
        await room.leave()
    }

    @Test(arguments: [true, false])
    func whereNoOtherIdTurnsUpTheRefusalIsTold(_ isFoundAgain: Bool) async throws {
        let host = try await LoopbackHost.open()
        let address = NodeAddress(host: "127.0.0.1", port: host.port)
        let stale = Destination(address, room: "9d9f1c1e-4b1a-4f0e-9d7a-2f1d5c3b6a09")
        let other = Destination(address, room: "9d9f1c1e-4b1a-4f0e-9d7a-2f1d5c3b6a10")
        let route = StaleRoute([stale], isFoundAgain ? [other] : [])
        let told = try #require(reason(await firstEvent(of: await join(by: route))))
        #expect(told.hasPrefix("There is no room"), "\(told)")
        #expect(route.asked.withLock { $0 } == [[stale]])
    }

    @Test func whereThereIsNoOtherTheFirstFailureIsTold() async throws {
        let dead = try DeadEnd()
        let room = await join(by: StaleRoute([dead.destination], []))
        let told = reason(await firstEvent(of: room))
        #expect(told == "No connection to \(dead.destination.address): connection refused.")
    }

    @Test func whereTheOthersAreDeadTooTheLastFailureIsTold() async throws {
        let (dead, other) = (try DeadEnd(), try DeadEnd())
        let room = await join(by: StaleRoute([dead.destination], [other.destination]))
        let told = reason(await firstEvent(of: room))
        #expect(told == "No connection to \(other.destination.address): connection refused.")
    }
}
