import Glibc
import Logging
import NIOCore
import NIOPosix
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

/// Asking a node for its rooms over a real port of the loopback interface.
@Suite(.timeLimit(.minutes(1))) struct RoomsQuestionTests {
    private let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    private let loop = MultiThreadedEventLoopGroup.singleton.next()

    /// What `RoomsQuestion.ask` answers, however long a busy machine takes: the suite's own limit ends it.
    private func answer(of address: NodeAddress) async throws -> RoomsQuestion.Answer {
        try await RoomsQuestion.ask(address, security: nil, on: loop, patience: .seconds(120))
    }

    /// A node of so many rooms, each changed by `change`, that has been introduced.
    private func node(
        of count: Int, listening addresses: [String] = ["127.0.0.1"],
        _ change: (inout RoomSettings, Int) -> Void = { _, _ in }
    ) async throws -> (server: RoomServer, addresses: [NodeAddress]) {
        let server = RoomServer(on: loop, limits: .patient(ConnectionLimits()), logger: quiet)
        for number in 0..<count {
            var settings = RoomSettings(
                info: RoomInfo(id: "\(MessageID.numbered(UInt64(number + 1)))", name: "Room \(number)"))
            change(&settings, number)
            _ = await server.open(settings)
        }
        await server.introduce(NodeIntroduction(id: "node-1", name: "North desk", webPort: 8275))
        let bound = try await server.listen(on: addresses, port: 0)
        return (server, bound.map { NodeAddress(host: $0.ipAddress ?? "", port: $0.port ?? 0) })
    }

    private func failure(of address: NodeAddress) async -> String? {
        do throws(RouteError) {
            _ = try await RoomsQuestion.ask(address, security: nil, on: loop)
            return nil
        } catch {
            return error.description
        }
    }

    @Test func everyRoomIsToldOnceInOrderAPageAtATime() async throws {
        let (server, addresses) = try await node(of: 120)
        let answer = try await answer(of: addresses[0])
        #expect(answer.list.rooms.map(\.name) == (0..<120).map { "Room \($0)" })
        #expect(answer.list.rooms.allSatisfy { $0.n == 0 && $0.auth == "none" && $0.via == nil })
        #expect((answer.list.node, answer.list.name, answer.list.web) == ("node-1", "North desk", 8275))
        #expect(!answer.list.more && answer.certificate == nil)
        await server.close()
    }

    @Test func whatIsToldToNobodyIsNotTold() async throws {
        let (server, addresses) = try await node(of: 4) { settings, number in
            if number == 1 { settings.isPrivate = true }
            if number == 2 { settings.isAnnounced = false }
        }
        let answer = try await answer(of: addresses[0])
        #expect(answer.list.rooms.map(\.name) == ["Room 0", "Room 3"])
        await server.close()
    }

    @Test func aRoomOfOneInterfaceIsThereOverLoopback() async throws {
        let (server, addresses) = try await node(of: 1, listening: ["127.0.0.1", "::1"]) { settings, _ in
            settings.interfaces = ["nowhere0"]
        }
        for address in addresses {
            let answer = try await answer(of: address)
            #expect(answer.list.rooms.count == 1, "\(address)")
        }
        await server.close()
    }

    @Test func aNodeThatIsNotReadySaysSo() async throws {
        let host = try await LoopbackHost.open()
        let told = await failure(of: NodeAddress(host: "127.0.0.1", port: host.port))
        #expect(told?.contains("opening or closing") == true, "\(told ?? "")")
    }

    @Test func whoeverIsNoNodeIsToldInASentence() async throws {
        let port = try #require(
            try await ServerBootstrap(group: loop)
                .childChannelInitializer { $0.close() }
                .bind(host: "127.0.0.1", port: 0).get().localAddress?.port)
        let told = await failure(of: NodeAddress(host: "127.0.0.1", port: port))
        #expect(
            told?.hasPrefix("127.0.0.1:\(port)") == true || told?.hasPrefix("No connection") == true, "\(told ?? "")")
    }
}

@Suite struct IncomingInterfaceTests {
    private let elsewhere = UInt32.max

    @Test func roomsOfNoInterfaceAreEverywhere() {
        #expect(IncomingInterface(index: elsewhere).leads(to: []))
        #expect(IncomingInterface(index: nil).leads(to: []))
    }

    @Test func theKernelsWordCounts() {
        #expect(IncomingInterface(index: if_nametoindex("lo")).leads(to: ["nowhere0"]))
        // Somebody at another interface who sends to an address of this one.
        #expect(!IncomingInterface(index: elsewhere).leads(to: ["nowhere0", "lo"]))
    }

    /// The address that it came to does not say where it came from.
    @Test func withoutItARoomOfSomeInterfacesIsNotThere() {
        #expect(!IncomingInterface(index: nil).leads(to: ["nowhere0", "lo"]))
    }

    /// That the kernel does say it, over sockets of both families.
    @Test(arguments: ["127.0.0.1", "::1", "::"])
    func anAcceptedConnectionShowsItsInterface(_ address: String) async throws {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let (ways, told) = AsyncStream.makeStream(of: IncomingInterface.self)
        let listener = try await ServerBootstrap(group: loop, childGroup: loop)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { _ = told.yield(IncomingInterface(of: channel)) }
            }
            .bind(host: address, port: 0).get()
        let port = try #require(listener.localAddress?.port)
        let guest = try await ClientBootstrap(group: loop)
            .connect(host: address == "::" ? "127.0.0.1" : address, port: port).get()
        let way = await ways.first { _ in true }
        #expect(way?.index == if_nametoindex("lo"), "\(address): \(String(describing: way))")
        try await guest.close()
        try await listener.close()
    }
}
