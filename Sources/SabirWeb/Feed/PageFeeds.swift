import SabirFeed

/// The page's feeds of rooms with visitors.
actor PageFeeds {
    /// The underlying feeds, shared with IRC.
    nonisolated let feeds: Feeds
    private let dependencies: PageFeed.Dependencies
    private var known: [String: PageFeed] = [:]

    init(_ feeds: Feeds, _ dependencies: PageFeed.Dependencies) {
        self.feeds = feeds
        self.dependencies = dependencies
    }

    func feed(of room: any WebRoom) async -> PageFeed {
        let feed = await feeds.feed(of: room)
        let before = known[room.id].flatMap { $0.feed === feed ? $0 : nil }
        let page = before ?? PageFeed(room, feed, in: dependencies)
        known[room.id] = page
        // Another request may have made the same feed, whose `listen` has not run yet.
        await page.listen()
        return page
    }

    /// The feed of a room; nil if the room has no visitors.
    func feed(ofRoom id: String) -> PageFeed? { known[id] }

    func all() -> [PageFeed] { Array(known.values) }

    /// Drops the feeds of rooms that have closed.
    func sweep() async {
        await feeds.sweep()
        for (id, page) in known where await page.feed.hasEnded && known[id] === page { known[id] = nil }
    }
}
