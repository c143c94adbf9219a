import SabirProtocol
import SabirRoom
import SabirTranslation

/// A room of this node, with what the node itself knows of it. Owns what people in it are called, for its translator.
actor LocalRoom {
    nonisolated let hosted: HostedRoom
    /// This node is its host, or one of its cluster's, and carries it for no other.
    nonisolated let isOwn: Bool
    /// The host's engine of a room that this node carries from elsewhere.
    nonisolated let host: HostEngine?
    /// Nil where staff of this node do not read along.
    private var sight: StaffSight?
    /// Of those who are in, made ready for the translator; nil where somebody has come, gone or changed since.
    private var knownNames: RoomNames?
    /// Says when those are no longer so; nil until somebody asks for them.
    private var listening: Task<Void, Never>?

    nonisolated var id: String { hosted.id }

    init(_ hosted: HostedRoom, isOwn: Bool = true, host: HostEngine? = nil, sight: StaffSight? = nil) {
        self.isOwn = isOwn
        self.sight = sight
        self.host = host
        self.hosted = hosted
    }

    deinit { listening?.cancel() }

    func staffReadStart(in facts: RoomFacts) -> Int? { sight?.first(epoch: facts.epoch, newest: facts.epochStart) }

    /// What people here are called, which no engine is to translate: the first hundred.
    func names() async -> RoomNames {
        if let knownNames { return knownNames }
        if listening == nil {
            let news = await hosted.listen(speakingForMembers: false)
            listening = listening ?? Task { [weak self] in for await item in news { await self?.hear(item) } }
        }
        let names = RoomNames(await hosted.members(after: nil).members.map(\.name))
        knownNames = names
        return names
    }

    private func hear(_ news: RoomNews) {
        switch news {
        case .everybody(.joined), .everybody(.changed), .everybody(.left), .everybody(.presence), .lagged:
            knownNames = nil
        default: break
        }
    }
}
