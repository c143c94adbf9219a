import Foundation
import Logging
import NIOCore
import NIOPosix
import SabirConfiguration
import SabirProtocol
import SabirSecurity
import Testing

@testable import SabirNode
@testable import SabirCore

/// Whatever a start stumbles over, it ends what it had begun: the next finds the state directory and every port free.
@Suite(.timeLimit(.minutes(1)), .serialized) struct FailedStartTests {
    /// In the order in which a start comes to them.
    enum Fault: String, CaseIterable {
        case certificate, resumeKey, cluster, password, moderation, port
        case pageCertificate, pagePort, ircCertificate, ircPort, relayKey
    }

    private static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    private static let id = UUID()

    private let folder = NSTemporaryDirectory() + "sabir-failed-\(UUID().uuidString)"
    /// Ports below those that the system gives out by itself: nobody else gets them between two starts.
    private let room = 15_000 + Int(getpid()) % 300 * 3
    private var page: Int { room + 1 }
    private var irc: Int { room + 2 }

    private static func hold(_ port: Int) throws -> any Channel {
        try ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .bind(host: "127.0.0.1", port: port).wait()
    }

    private func configuration() throws -> NodeConfiguration {
        var configuration = NodeConfiguration(
            on: ConfigurationEnvironment(hostName: "test", variables: ["HOME": folder], isRoot: false))
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../..")
        configuration.node.stateDirectory = folder
        configuration.node.dataDirectory = root.appending(path: "share").standardized.path
        configuration.node.bind = ["127.0.0.1"]
        configuration.node.port = room
        configuration.discovery.mdns = false
        configuration.translation.enabled = false
        configuration.share.enabled = false
        configuration.web.port = page
        configuration.web.httpsPort = 0
        configuration.irc.enabled = true
        configuration.irc.bind = ["127.0.0.1"]
        configuration.irc.port = irc
        var room = RoomConfiguration(name: "Reception")
        room.history = .disk
        configuration.rooms = [room]
        configuration.relays = [RelayConfiguration(from: try JoinTarget("127.0.0.1:1/Ward"))]
        configuration.relays[0].side = "garden"
        return configuration
    }

    private func start(_ configuration: NodeConfiguration) async throws -> Node {
        try await Node.start(configuration, logger: Self.silent)
    }

    @Test(arguments: Fault.allCases) func theNextStartFindsEverythingFree(after fault: Fault) async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let whole = try configuration()
        let first = try await start(whole)
        let info = first.rooms[0].info
        await first.stop()

        var (broken, damaged, held) = (whole, String?.none, (any Channel)?.none)
        var missing = whole.web.tls
        (missing.certificate, missing.key) = (folder + "/no.pem", folder + "/no.key")
        switch fault {
        case .certificate: damaged = "node.pem"
        case .resumeKey: damaged = "resume.key"
        case .cluster:
            broken.rooms.append(RoomConfiguration(name: "Wards"))
            broken.rooms[1].log = .nats
            broken.cluster.settings.servers = ["nats://127.0.0.1:1"]
            broken.cluster.settings.usesTLS = true
            broken.cluster.settings.authorityFile = folder + "/no.pem"
        case .password:
            broken.rooms[0].password = try RoomPassword("hola hola")
            broken.node.plaintext = true
        case .moderation: damaged = "moderation/\(info.id).json"
        case .port: held = try Self.hold(room)
        case .pageCertificate: broken.web.tls = missing
        case .pagePort: held = try Self.hold(page)
        case .ircCertificate: broken.irc.tls = missing
        case .ircPort: held = try Self.hold(irc)
        case .relayKey: damaged = "staff.key"
        }
        let path = damaged.map { folder + "/" + $0 }
        let before = path.flatMap { FileManager.default.contents(atPath: $0) }
        if let path {
            try FileManager.default.createDirectory(
                atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
            try Data("damaged".utf8).write(to: URL(fileURLWithPath: path))
            chmod(path, 0o600)
        }
        await #expect(throws: NodeError.self) { try await start(broken) }

        try await held?.close().get()
        if let path {
            let whole = try before?.write(to: URL(fileURLWithPath: path))
            if whole == nil { try FileManager.default.removeItem(atPath: path) }
        }
        let second = try await start(whole)
        #expect(second.rooms[0].info.id == info.id, "The state directory was given back.")
        #expect(second.rooms[0].address.port == room && second.ircAddress?.port == irc)
        #expect(second.rooms[0].page?.contains(":\(page)/") == true)
        await second.stop()
    }
}
