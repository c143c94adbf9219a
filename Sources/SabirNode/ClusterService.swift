import Foundation
import Logging
import SabirCluster
import SabirConfiguration
import SabirRoom
import SabirSecurity
import SabirProtocol
import SabirCore

/// The node's rooms with `log = "nats"`: their streams, and the grants that let this node's certificate stand in for
/// the first host's.
actor ClusterService {
    /// How often to check whether a grant is due for renewal.
    private static let renewal = Duration.seconds(3_600)

    /// The clustered rooms by id, if this node has a certificate; each with the grant of its first host, if one is
    /// needed and was given.
    private var rooms: [String: (room: ClusterRoom, hosted: HostedRoom, grant: Grant?)] = [:]
    private var renewals: Task<Void, Never>?
    private let cluster: Cluster
    private let opening = OpeningRooms(patience: .seconds(5))
    private let node: UUID
    private let certificate: NodeCertificate?
    private let logger: Logger

    /// Connects to the cluster; nil if no room's log is a stream.
    static func start(
        _ configuration: NodeConfiguration, node: UUID, certificate: NodeCertificate?, logger: Logger
    ) async throws(NodeError) -> ClusterService? {
        guard configuration.rooms.contains(where: { $0.log == .nats }) else { return nil }
        let service = try orNodeError { try ClusterService(configuration.cluster, node, certificate, logger) }
        await service.begin()
        return service
    }

    private init(
        _ configuration: ClusterConfiguration, _ node: UUID, _ certificate: NodeCertificate?, _ logger: Logger
    ) throws {
        self.node = node
        self.certificate = certificate
        self.logger = logger
        cluster = try Cluster(configuration.settings, node: Self.token(of: node), logger: logger)
    }

    private static func token(of node: UUID) -> String { node.uuidString.lowercased() }

    /// The space of member ids for a node that can ask no other node: derived from its own id, and the same as a
    /// given other node's only once in sixteen million.
    private static func idSpace(of node: UUID) -> UInt64 {
        let bytes = withUnsafeBytes(of: node.uuid) { Array($0) }
        return bytes.reduce(UInt64(0)) { ($0 << 8 | UInt64($1)) % 16_777_214 } + 1
    }

    private func begin() async {
        await cluster.start()
        guard certificate != nil else { return }
        renewals = Task { [weak self] in
            while !Task.isCancelled {
                try? await Task.sleep(for: Self.renewal)
                await self?.renewGrants()
            }
        }
    }

    func stop() async {
        renewals?.cancel()
        await cluster.close()
    }

    /// Adds a room of this node; `startStreams` opens its stream together with all others.
    func open(
        _ settings: RoomSettings, limits: StreamLimits, on server: RoomServer, translation: (any RoomTranslation)?,
        passwordVerification: (any PasswordVerification)?
    ) async -> HostedRoom {
        let fingerprint = certificate?.fingerprint.description ?? ""
        let earlier = Set(certificate?.earlier.map(\.description) ?? [])
        let room = await cluster.open(settings.info.id, limits: limits, founder: fingerprint, earlier: earlier)
        var settings = settings
        settings.idSpace = Self.idSpace(of: node)
        settings.node = Self.token(of: node)
        let authority = ClusterAuthority(room, logger: logger)
        let kept = HostedRoom.RestoredLog(
            log: ClusterLog(room: room), past: RoomPast(epoch: RoomPast.newEpoch(), newest: 0))
        let hosted = await server.open(
            settings, translation: translation, kept: kept, passwordVerification: passwordVerification,
            authority: authority)
        await hosted.setHistoryPlace(.disk)
        let failures = authority.failures
        Task { [weak hosted] in for await failure in failures { await hosted?.follow(failure) } }
        if certificate != nil {
            rooms[settings.info.id] = (room, hosted, nil)
            answer(authority.certificates, in: room, for: hosted)
        }
        let (opening, sign) = (opening, signer(of: settings.info.id))
        await opening.add {
            await room.start(sign: sign) { [weak self] news in
                for piece in ClusterAuthority.news(news) { await hosted.follow(piece) }
                guard case .up = news else { return }
                Task {
                    // Asked each time the stream returns, because the room's first host may have been away before.
                    await self?.askForGrant(hosted.settings.info.id)
                    await opening.ready(hosted.settings.info.id)
                }
            }
        }
        return hosted
    }

    /// Opens all streams, once, and waits until every one is followed and its room's first host was asked for a grant.
    /// A cluster that is away or slow does not delay the node; a member who joined before would start with another
    /// numbering and be disconnected later.
    func startStreams() async { await opening.startAllRooms() }

    // MARK: The first host's grant

    private static let isBy: @Sendable (Grant, String) -> Bool = { grant, founder in
        Fingerprint(founder).map(grant.isIssued) ?? false
    }

    private func renewGrants() async {
        for (id, room) in rooms where room.grant?.isDue(now: ClockReading.now().wall) ?? true { await askForGrant(id) }
        for (id, room) in rooms where room.grant?.hasEnded(now: ClockReading.now().wall) ?? false {
            logger.error(
                "this node's grant from the room's first host has ended: guests who know the room refuse this node until that host runs again",
                metadata: ["room": "\(id)"])
        }
    }

    private func askForGrant(_ id: String) async {
        guard let certificate, let (room, hosted, _) = rooms[id] else { return }
        let grant = await room.grant(
            for: certificate.fingerprint.description, now: ClockReading.now().wall, isBy: Self.isBy)
        guard let grant else { return }  // where the first host is away, the grant had before stays
        rooms[id]?.grant = grant
        await hosted.setGrant(grant)
    }

    /// Passes grants on to relays behind this node, which present them too.
    private func answer(_ certificates: AsyncStream<String>, in room: ClusterRoom, for hosted: HostedRoom) {
        Task { [weak hosted] in
            for await certificate in certificates {
                guard let grant = await room.grant(for: certificate, now: ClockReading.now().wall, isBy: Self.isBy)
                else {
                    continue
                }
                await hosted?.follow(.granted(certificate: certificate, grant))
            }
        }
    }

    /// Signs for any node that can speak in the cluster: its NATS credentials vouch for it.
    private func signer(of room: String) -> ClusterRoom.Signer {
        guard let certificate else { return { _ in nil } }
        return { text in
            guard let fingerprint = Fingerprint(text), fingerprint != certificate.fingerprint else { return nil }
            return try? Grant(room: room, to: fingerprint, until: ClockReading.now().wall + Grant.life, by: certificate)
        }
    }
}
