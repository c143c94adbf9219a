import Foundation
import Logging
import SabirCluster
import SabirRooms
import SabirSecurity
import SabirWire

/// The node's rooms with `log = "nats"`: their streams, and the leave to show this node's certificate for them.
actor ClusterService {
    /// How long a grant holds; nodes ask again at every start.
    static let grantDays = 90

    #if NATS
        private let cluster: Cluster
    #endif
    private let node: UUID
    private let certificate: NodeCertificate?
    private let logger: Logger

    /// Nil where no room asks for it.
    static func start(
        _ configuration: NodeConfiguration, node: UUID, certificate: NodeCertificate?, logger: Logger
    ) async throws(NodeError) -> ClusterService? {
        guard configuration.rooms.contains(where: { $0.log == .nats }) else { return nil }
        do {
            let service = try ClusterService(configuration.cluster, node, certificate, logger)
            await service.begin()
            return service
        } catch {
            throw NodeError(description: "\(error)")
        }
    }

    private init(
        _ configuration: ClusterConfiguration, _ node: UUID, _ certificate: NodeCertificate?, _ logger: Logger
    ) throws {
        self.node = node
        self.certificate = certificate
        self.logger = logger
        #if NATS
            cluster = try Cluster(ClusterSettings(configuration), node: Self.token(of: node), logger: logger)
        #else
            throw ClusterError.notBuilt
        #endif
    }

    private static func token(of node: UUID) -> String { node.uuidString.lowercased() }

    /// Member ids of a node that has no other to ask: its space is made of its own id, and with two million to one not
    /// that of another node of the room.
    private static func idSpace(of node: UUID) -> UInt64 {
        let bytes = withUnsafeBytes(of: node.uuid) { Array($0) }
        return bytes.reduce(UInt64(0)) { ($0 << 8 | UInt64($1)) % 16_777_214 } + 1
    }

    private func begin() async {
        #if NATS
            await cluster.start()
        #endif
    }

    func stop() async {
        #if NATS
            await cluster.close()
        #endif
    }

    /// Opens a room at this node over its stream. A cluster that is away does not hold it up for longer than a few
    /// seconds: until it is reached, members wait.
    func open(
        _ settings: RoomSettings, limits: StreamLimits, on server: RoomServer, translation: (any RoomTranslation)?,
        doorkeeper: (any RoomDoorkeeper)?
    ) async throws(NodeError) -> HostedRoom {
        #if NATS
            do {
                return try await opened(settings, limits, server, translation, doorkeeper)
            } catch {
                throw NodeError(description: "\(error)")
            }
        #else
            throw NodeError(description: "\(ClusterError.notBuilt)")
        #endif
    }

    #if NATS
        private func opened(
            _ settings: RoomSettings, _ limits: StreamLimits, _ server: RoomServer,
            _ translation: (any RoomTranslation)?, _ doorkeeper: (any RoomDoorkeeper)?
        ) async throws -> HostedRoom {
            let fingerprint = certificate?.fingerprint.description ?? ""
            let room = await cluster.open(settings.info.id, limits: limits, founder: fingerprint)
            var settings = settings
            settings.idSpace = Self.idSpace(of: node)
            settings.node = Self.token(of: node)
            settings.grant = certificate == nil ? nil : await room.grant(for: fingerprint)
            let authority = ClusterAuthority(room, logger: logger)
            let kept = HostedRoom.Kept(
                log: ClusterLog(room: room), past: RoomPast(epoch: RoomPast.newEpoch(), newest: 0))
            let hosted = await server.open(
                settings, translation: translation, kept: kept, doorkeeper: doorkeeper, authority: authority)
            await hosted.isKept(.disk)
            let (reached, told) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
            await room.start(sign: signer(of: settings.info.id)) { news in
                for piece in ClusterAuthority.news(news) { await hosted.follow(piece) }
                if case .up = news { told.finish() }
            }
            await Self.wait(for: reached)
            return hosted
        }

        /// Whoever came in before the stream is reached would begin with another numbering, and be sent back from it.
        private static func wait(for reached: AsyncStream<Void>) async {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { for await _ in reached {} }
                group.addTask { try? await Task.sleep(for: patience) }
                await group.next()
                group.cancelAll()
            }
        }

        private static let patience = Duration.seconds(5)

        /// Whoever can speak in the cluster is vouched for by its credentials: that is what they mean.
        private func signer(of room: String) -> ClusterRoom.Signer {
            guard let certificate else { return { _ in nil } }
            return { text in
                guard let fingerprint = Fingerprint(text), fingerprint != certificate.fingerprint else { return nil }
                let expires = Int(Date.now.timeIntervalSince1970 + 86_400 * Double(Self.grantDays)) * 1_000
                return try? Grant(room: room, to: fingerprint, until: expires, by: certificate)
            }
        }
    #endif
}

extension ClusterSettings {
    init(_ configuration: ClusterConfiguration) {
        self.init(servers: configuration.nats)
        login = configuration.login
        authorityFile = configuration.authority
        usesTLS = configuration.usesTLS
        replicas = configuration.replicas
        prefix = configuration.prefix
    }
}
