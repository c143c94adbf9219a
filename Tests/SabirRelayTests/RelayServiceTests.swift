import Foundation
import Logging
import NIOCore
import NIOPosix
import SabirClient
import SabirConfiguration
import SabirProtocol
import SabirRoom
import SabirSecurity
import SabirFeed
import Synchronization
import Testing

@testable import SabirCore
@testable import SabirNode

/// The relays of one node, as it starts them from its configuration.
@Suite(.timeLimit(.minutes(2))) final class RelayServiceTests {
    private static let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    private let folder = NSTemporaryDirectory() + "sabir-relays-\(UUID().uuidString)"
    private let shown = Shown()

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Where the node shows the rooms that it carries.
    private final class Shown: CarriedRooms {
        let rooms: AsyncStream<HostedRoom>
        private let show: AsyncStream<HostedRoom>.Continuation
        let faults: AsyncStream<String>
        private let tell: AsyncStream<String>.Continuation

        init() {
            (rooms, show) = AsyncStream.makeStream()
            (faults, tell) = AsyncStream.makeStream()
        }

        func carry(_ room: HostedRoom, _ relay: RelayConfiguration, host: HostEngine?) -> Bool {
            show.yield(room)
            return true
        }
        func drop(_ room: HostedRoom) {}
        func setShutOut(_ relay: String, _ why: String?) { tell.yield(why ?? "") }
    }

    /// Of a node that knows one relay.
    private struct Office: StaffOffice {
        func lookUp(_ device: String, answer: @escaping @Sendable (StaffRank) -> Void) {
            answer(device == "key of the floor" ? .relay("Floor") : .nobody)
        }
        func record(_ entry: AuditEntry, done: @escaping @Sendable () -> Void) { done() }
    }

    private func configuration(_ relays: RelayConfiguration...) -> NodeConfiguration {
        var configuration = NodeConfiguration(
            on: ConfigurationEnvironment(hostName: "floor", variables: ["HOME": folder], isRoot: false))
        configuration.node.stateDirectory = folder
        configuration.node.plaintext = true
        configuration.discovery.mdns = false
        configuration.relays = relays
        return configuration
    }

    private func around(_ configuration: NodeConfiguration) -> RelayLink.Dependencies {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        return RelayLink.Dependencies(
            configuration: configuration, server: RoomServer(on: loop, logger: Self.quiet), announcer: nil,
            services: shown,
            wording: ReaderWording(warnings: .english, interface: .none), loop: loop, node: UUID().uuidString,
            certificate: nil, copies: folder, translation: nil, checks: nil, changed: { _, _ in }, logger: Self.quiet)
    }

    /// - Parameter key: nil where it cannot be read.
    private func start(_ configuration: NodeConfiguration, key: String?) async throws(NodeError) -> RelayService {
        try await RelayService.start(
            device: { () throws(NodeError) in
                guard let key else { throw NodeError(description: "The key cannot be read.") }
                return key
            }, around: around(configuration))
    }

    /// Why it does not start.
    private func refusal(_ configuration: NodeConfiguration, key: String?) async -> String? {
        do throws(NodeError) {
            await (try start(configuration, key: key)).stop()
            return nil
        } catch {
            return error.description
        }
    }

    private func relay(to port: Int) throws -> RelayConfiguration {
        RelayConfiguration(from: try JoinTarget("127.0.0.1:\(port)/Ward"))
    }

    @Test func aNodeWithoutRelaysNeedsNoKeyAndKeepsNoCopies() async throws {
        try PrivateFile(path: folder + "/relays/17.copy").write(Data())
        try Data().write(to: URL(filePath: folder + "/relays/of another kind"))
        let relays = try await start(configuration(), key: nil)
        await relays.stop()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/relays") == ["of another kind"])
    }

    @Test func aKeyThatCannotBeReadIsTheEndOfTheStart() async throws {
        #expect(await refusal(configuration(try relay(to: 1)), key: nil) == "The key cannot be read.")
    }

    /// Everybody on the way could read it.
    @Test func aPasswordWithoutACertificateIsRefused() async throws {
        var relay = try relay(to: 1)
        relay.password = try Password("a long password")
        let why = await refusal(configuration(relay), key: "key of the floor")
        #expect(why?.contains("has a password, and this node talks without TLS") == true)
    }

    @Test func staffAreToldThatAHostLetsTheRelayInNoLongerAndWhatToDo() async throws {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let server = RoomServer(on: loop, dependencies: RoomDependencies(office: Office()), logger: Self.quiet)
        let settings = RoomSettings(info: RoomInfo(id: "9e107d9d-0000-4000-8000-000000000001", name: "Ward"))
        _ = await server.open(settings, translation: nil)
        let port = try #require(try await server.listen(on: ["127.0.0.1"], port: 0).first?.port)
        let relays = try await start(configuration(try relay(to: port)), key: "key of nobody")
        let told = try #require(await shown.faults.first { !$0.isEmpty })
        #expect(told.contains("/Ward\"") && told.contains("At the host: sabir staff add --relay"))
        #expect(told.contains("knows no relay by your key"))
        await relays.stop()
        await server.close()
    }

    @Test func whatIsSaidInTheCarriedRoomIsSaidInItsHostsAndBack() async throws {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let server = RoomServer(on: loop, dependencies: RoomDependencies(office: Office()), logger: Self.quiet)
        let settings = RoomSettings(info: RoomInfo(id: "9e107d9d-0000-4000-8000-000000000001", name: "Ward"))
        let there = await server.open(settings, translation: nil)
        let port = try #require(try await server.listen(on: ["127.0.0.1"], port: 0).first?.port)
        let relays = try await start(configuration(try relay(to: port)), key: "key of the floor")

        var rooms = shown.rooms.makeAsyncIterator()
        let here = try #require(await rooms.next())
        #expect(here.settings.info.name == "Ward" && here !== there)
        func says(_ text: String, _ name: String, in room: HostedRoom) async throws -> Message {
            let hello = Hello(room: nil, name: name, lang: LanguageTag("es")!, device: "device of \(name)")
            let seat = try await room.enter(hello, address: "10.0.0.7").seat
            return try await room.say(Draft(text: text), from: seat)
        }
        // Numbered by the host, also what is said here.
        let first = try await says("uno", "anna", in: here)
        #expect(first.seq == 1)
        #expect(await there.lines(after: 0).map(\.id) == [first.id])
        let news = await here.listen()
        let second = try await says("dos", "boris", in: there)
        #expect(second.seq == 2)
        #expect(await news.first { $0 == .everybody(.message(second)) } != nil)
        await relays.stop()
        await server.close()
    }
}
