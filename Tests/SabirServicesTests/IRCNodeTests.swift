import Logging
import NIOPosix
import SabirConfiguration
import SabirFeed
import SabirProtocol
import Testing

@testable import SabirIRC
@testable import SabirNode
@testable import SabirRoom

/// The rooms of a node as its listener for clients of IRC sees them.
@Suite(.timeLimit(.minutes(2))) struct IRCNodeTests {
    @Test func roomsOfStaffAreThereUntilTheyAreClosed() async throws {
        let scene = await HouseScene()
        let made = try await scene.services.openRoom(name: "Ward", topic: "", isPrivate: false)
        let rooms = await scene.services.openRooms()
        #expect(rooms.map(\.id) == [scene.reception.id, made.id])
        #expect(rooms.first === scene.reception)
        await scene.services.closeRoom(made.id, by: "desk")
        #expect(await scene.services.openRooms().map(\.id) == [scene.reception.id])
    }

    @Test func aClosedRoomIsNotThereUntilItIsOpenedAgain() async throws {
        let scene = await HouseScene()
        try await scene.reception.perform(.close)
        #expect(await scene.services.openRooms().isEmpty)
        try await scene.reception.perform(.open)
        #expect(await scene.services.openRooms().first === scene.reception)
    }

    @Test func aRoomThatIsCarriedAnewIsThereAgain() async throws {
        let scene = await HouseScene()
        let relay = RelayConfiguration(from: try JoinTarget("10.0.0.1:7000/Ward"))
        let ward = scene.room("Ward")
        _ = await scene.services.carry(ward, relay, host: nil)
        await scene.services.drop(ward)
        #expect(await scene.services.openRooms().last === scene.reception)
        _ = await scene.services.carry(ward, relay, host: nil)
        #expect(await scene.services.openRooms().last === ward)
    }

    /// Whoever joins in between is told to join again.
    @Test func nobodyComesIntoARoomThatIsCarriedAnewUntilTheOneBeforeItHasEnded() async throws {
        let scene = await HouseScene()
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let before = scene.reception
        let after = HostedRoom(settings: before.settings, on: loop, logger: logger)
        let carried = Carried(before)
        let hub = IRCHub(
            IRCSettings(lang: .english), node: node(of: scene.services) { await [carried.room] },
            metrics: SabirMetrics(), on: loop, logger: logger)
        func join(_ name: String) async -> IRCAnswer {
            let hello = Hello(room: nil, name: name, lang: .english, client: "irc", device: "device of \(name)")
            return await hub.enter("#reception", nil, hello, "127.0.0.1")
        }
        guard case .entered = await join("Anna") else { throw WireFault.noLongerIn }

        await carried.carry(after)
        guard case .notEntered("#Reception", let fault) = await join("Boris") else { throw WireFault.noLongerIn }
        #expect(fault.code == .unreachable)
        #expect(await after.members(after: nil).members.isEmpty)

        _ = await before.close(within: .seconds(1))
        while case .notEntered = await join("Clara") { await Task.yield() }
        #expect(await after.members(after: nil).members.map(\.name) == ["Clara"])
    }

    private func node(
        of services: NodeServices, rooms: @escaping @Sendable () async -> [HostedRoom] = { [] }
    ) -> IRCNode {
        IRCNode(
            name: "House", wording: services.wording, interface: services.wording.interface, looks: { [$0] },
            services: services, feeds: Feeds(services: services), isPrivate: true, rooms: rooms)
    }
}

/// The only room of a node.
private actor Carried {
    private(set) var room: HostedRoom

    init(_ room: HostedRoom) { self.room = room }

    func carry(_ room: HostedRoom) { self.room = room }
}
