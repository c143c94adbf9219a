import Foundation
import Logging
import SabirConfiguration
import SabirCore
import SabirHistory
import SabirFeed
import SabirRoom
import SabirSecurity

/// Opens the configured rooms, at the start and when the configuration adds some, each with what is stored of it across
/// restarts. Owns the rooms' ids.
actor ConfiguredRooms {
    private let state: NodeAssembly.OwnedState
    /// The node's identity, with the ids of rooms that were opened since the start.
    private var identity: NodeIdentity
    private let server: RoomServer
    /// Nil if no room is stored on disk.
    nonisolated let history: HistoryKeeper?
    /// Nil if no room's log is a cluster's.
    private let cluster: ClusterService?
    private let moderation: ModerationFolder?
    private let translation: SharedTranslator?
    private let logger: Logger

    init(
        _ state: NodeAssembly.OwnedState, on server: RoomServer, history: HistoryKeeper?, cluster: ClusterService?,
        _ translation: SharedTranslator?, logger: Logger
    ) {
        self.state = state
        identity = state.identity
        self.server = server
        self.history = history
        self.cluster = cluster
        moderation = state.folder.map { ModerationFolder(stateDirectory: $0) }
        self.translation = translation
        self.logger = logger
    }

    /// Whether this node alone uses the state folder.
    nonisolated var ownsFolder: Bool { state.file != nil }

    /// Verifies the room's password; nil if it has none. Throws a sentence for people.
    nonisolated func verification(of room: RoomConfiguration) async throws(NodeError) -> (any PasswordVerification)? {
        try await room.passwordVerification(state.certificate, logger)
    }

    /// Throws a `NodeError`, or the problem with what was stored of the room.
    func open(
        _ room: RoomConfiguration, _ verification: (any PasswordVerification)?, in configuration: NodeConfiguration
    ) async throws -> LocalRoom {
        var settings = RoomSettings(
            room, id: try room.id ?? id(ofRoom: room.name), limits: configuration.limits,
            logsMessages: configuration.node.logMessages)
        settings.node = identity.node.uuidString.lowercased()
        settings.grant = state.certificate?.ownGrant(in: settings.info.id)
        if room.log == .nats, let cluster {
            let hosted = await cluster.open(
                settings, limits: room.streamLimits, on: server, translation: translation,
                passwordVerification: verification)
            return LocalRoom(hosted)
        }
        let kept = room.history == .disk ? await history?.open(settings, rule: room.retention) : nil
        let hosted = await server.open(
            settings, translation: translation, kept: kept, passwordVerification: verification,
            moderation: try moderation?.open(settings.info.id))
        if kept != nil { await history?.add(hosted) }
        let readStart = try StaffReadStart.open(
            await hosted.facts, reads: room.staffSee == .conversation, in: state.folder, logger: logger)
        return LocalRoom(hosted, readStart: readStart)
    }

    /// Starts the streams of a cluster's rooms, and tidies up what is stored of other rooms; called once all configured
    /// rooms are open.
    func finishOpening(_ rooms: [HostedRoom]) async {
        await cluster?.startStreams()
        await history?.logOtherRooms()
        moderation?.tidy(besides: Set(rooms.map(\.settings.info.id)))
    }

    /// The id is on the disk before anybody learns about the room.
    private func id(ofRoom name: String) throws -> UUID {
        if let known = identity.rooms[name] { return known }
        let new = identity.id(ofRoom: name)
        try state.file?.write(identity)
        return new
    }
}
