import SabirWire

/// The feeds of all rooms with visitors: one a room, made when the first comes, gone with its room.
actor Feeds {
    private struct Followed {
        let feed: Task<RoomFeed, Never>
        let follower: Task<Void, Never>
    }

    private let surroundings: RoomFeed.Surroundings
    private var followed: [String: Followed] = [:]

    init(_ surroundings: RoomFeed.Surroundings) { self.surroundings = surroundings }

    func feed(of room: any WebRoom) async -> RoomFeed {
        if let known = await followed[room.id]?.feed.value {
            if await !known.hasEnded { return known }
            await forget(known)
        }
        // Another request may have made it while this one waited.
        let one = followed[room.id] ?? follow(room)
        followed[room.id] = one
        return await one.feed.value
    }

    /// The feed of a room that has one.
    func feed(ofRoom id: String) async -> RoomFeed? { await followed[id]?.feed.value }

    func all() async -> [RoomFeed] {
        var all: [RoomFeed] = []
        for one in followed.values { all.append(await one.feed.value) }
        return all
    }

    func engineChanged(_ event: WebEngineEvent) async {
        await surroundings.outlooks.engineChanged()
        for feed in await all() { await feed.engineChanged(event) }
    }

    /// Drops the feeds of rooms that are no more.
    func sweep() async {
        for feed in await all() where await feed.hasEnded { await forget(feed) }
    }

    /// Ends every stream of every room.
    func close(saying text: String) async {
        for feed in await all() { await feed.close(saying: text) }
        for one in followed.values { one.follower.cancel() }
        followed = [:]
    }

    private func forget(_ feed: RoomFeed) async {
        guard let known = followed[feed.room.id], await known.feed.value === feed else { return }
        guard followed[feed.room.id]?.feed == known.feed else { return }
        known.follower.cancel()
        followed[feed.room.id] = nil
    }

    private func follow(_ room: any WebRoom) -> Followed {
        let feed = Task { [surroundings] in await RoomFeed(room, in: surroundings) }
        return Followed(feed: feed, follower: Task { await Self.follow(await feed.value) })
    }

    /// A room ends its news where it had to drop some: what was missed is then read from its log.
    private static func follow(_ feed: RoomFeed) async {
        while !Task.isCancelled, await !feed.hasEnded {
            let news = await feed.room.news()
            await feed.catchUp()
            for await item in news { await feed.hear(item) }
            try? await Task.sleep(for: .seconds(1))
        }
    }
}
