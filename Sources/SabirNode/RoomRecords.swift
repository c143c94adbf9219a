import Logging
import SabirConfiguration
import SabirHistory
import SabirFeed
import SabirRoom

/// Opens each of the node's rooms with what is stored of it across restarts.
struct RoomRecords {
    /// An opened room, and the line from which staff read along.
    struct Room {
        let hosted: HostedRoom
        let sight: StaffSight?
    }

    /// Nil if no room is stored on disk.
    let history: HistoryKeeper?
    /// Nil if no room's log is a cluster's.
    private let cluster: ClusterService?
    private let moderation: ModerationFolder?
    private let readStart: StaffReadStart?

    /// - Parameter folder: the state directory; nil if this node may not write there.
    init(history: HistoryKeeper?, cluster: ClusterService?, folder: String?, logger: Logger) {
        self.history = history
        self.cluster = cluster
        moderation = folder.map { ModerationFolder(stateDirectory: $0) }
        readStart = folder.map { StaffReadStart(stateDirectory: $0, logger: logger) }
    }

    /// Nil if no room is stored on disk.
    static func history(
        _ configuration: NodeConfiguration, _ translationService: TranslationService?, _ metrics: NodeMetrics,
        isAlone: Bool, _ logger: Logger
    ) async -> HistoryKeeper? {
        // Made here, so that a node without history also shows its 0.
        let purgesFailed = metrics.sabir.purgesFailed
        guard configuration.rooms.contains(where: { $0.history == .disk }) else { return nil }
        return await HistoryKeeper(
            configuration.historyPath, fsync: .init(rawValue: configuration.history.fsync.rawValue) ?? .normal,
            isAlone: isAlone, logger: logger,
            purgeFailed: { purgesFailed.increment() },
            forgetTexts: { await translationService?.translator.forget($0) })
    }

    func open(
        _ room: RoomConfiguration, _ settings: RoomSettings, on server: RoomServer,
        translation: (any RoomTranslation)?, _ passwordVerification: (any PasswordVerification)?
    ) async throws -> Room {
        if room.log == .nats, let cluster {
            let hosted = await cluster.open(
                settings, limits: room.streamLimits, on: server, translation: translation,
                passwordVerification: passwordVerification)
            return Room(hosted: hosted, sight: nil)
        }
        let kept = room.history == .disk ? await history?.open(settings, rule: room.retention) : nil
        let hosted = await server.open(
            settings, translation: translation, kept: kept, passwordVerification: passwordVerification,
            moderation: try moderation?.open(settings.info.id))
        if kept != nil { await history?.add(hosted) }
        let (facts, reads) = (await hosted.facts, room.staffSee == .conversation)
        let sight = try readStart?.open(facts, reads: reads) ?? (reads ? StaffSight(of: facts) : nil)
        return Room(hosted: hosted, sight: sight)
    }

    /// Waits until a cluster's rooms follow their streams; called once all configured rooms are open.
    func settle(_ rooms: [HostedRoom]) async {
        await cluster?.settle()
        await history?.logOtherRooms()
        moderation?.tidy(besides: Set(rooms.map(\.settings.info.id)))
    }
}
