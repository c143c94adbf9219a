import Logging
import SabirConfiguration
import SabirHistory
import SabirFeed
import SabirRoom

/// Where the node's rooms have what they are to know again after a restart; each is opened with what is there of it.
struct RoomRecords {
    /// A room as it was opened, and from where on staff read it along.
    struct Room {
        let hosted: HostedRoom
        let sight: StaffSight?
    }

    /// Nil where no room is kept on disk.
    let history: HistoryKeeper?
    /// Nil where no room's log is a cluster's.
    private let cluster: ClusterService?
    private let moderation: ModerationFolder?
    private let readStart: StaffReadStart?

    /// - Parameter folder: the state directory; nil where this node may keep nothing there.
    init(history: HistoryKeeper?, cluster: ClusterService?, folder: String?, logger: Logger) {
        self.history = history
        self.cluster = cluster
        moderation = folder.map { ModerationFolder(stateDirectory: $0) }
        readStart = folder.map { StaffReadStart(stateDirectory: $0, logger: logger) }
    }

    /// Nil where no room is kept on disk.
    static func history(
        _ configuration: NodeConfiguration, _ translationService: TranslationService?, _ metrics: NodeMetrics,
        isAlone: Bool, _ logger: Logger
    ) async -> HistoryKeeper? {
        // Made here, so that its 0 is shown by a node without history, too.
        let purgesFailed = metrics.sabir.purgesFailed
        guard configuration.rooms.contains(where: { $0.history == .disk }) else { return nil }
        return await HistoryKeeper.start(
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

    /// Once all configured rooms are open. Until those of a cluster follow their streams.
    func settle(_ rooms: [HostedRoom]) async {
        await cluster?.settle()
        await history?.logOtherRooms()
        moderation?.tidy(besides: Set(rooms.map(\.settings.info.id)))
    }
}
