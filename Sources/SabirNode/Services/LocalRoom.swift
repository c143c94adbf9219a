import SabirProtocol
import SabirRoom
import SabirTranslation

/// A room of this node, with what only the node knows about it. Owns the members' names for the translator.
actor LocalRoom {
    nonisolated let hosted: HostedRoom
    /// Whether this node hosts the room, alone or with its cluster, and does not carry it for another host.
    nonisolated let isOwn: Bool
    /// The host's engine of a carried room.
    nonisolated let host: HostEngine?
    /// Nil if staff of this node do not read along.
    private var readStart: StaffReadStart?
    /// The members' names, prepared for the translator; nil if a member has joined, left or changed since.
    private var knownNames: RoomNames?
    /// Invalidates `knownNames`; nil until somebody asks for the names.
    private var listening: Task<Void, Never>?

    nonisolated var id: String { hosted.id }

    init(_ hosted: HostedRoom, isOwn: Bool = true, host: HostEngine? = nil, readStart: StaffReadStart? = nil) {
        self.isOwn = isOwn
        self.readStart = readStart
        self.host = host
        self.hosted = hosted
    }

    deinit { listening?.cancel() }

    func staffReadStart(in facts: RoomFacts) -> Int? {
        readStart?.firstReadable(epoch: facts.epoch, newest: facts.epochStart)
    }

    /// Names of the first hundred members, which no engine should translate.
    func names() async -> RoomNames {
        if let knownNames { return knownNames }
        if listening == nil {
            let news = await hosted.listen(speakingForMembers: false)
            listening = listening ?? Task { [weak self] in for await item in news { await self?.handle(item) } }
        }
        let names = RoomNames(await hosted.members(after: nil).members.map(\.name))
        knownNames = names
        return names
    }

    private func handle(_ news: RoomNews) {
        switch news {
        case .everybody(.joined), .everybody(.changed), .everybody(.left), .everybody(.presence), .lagged:
            knownNames = nil
        default: break
        }
    }
}
