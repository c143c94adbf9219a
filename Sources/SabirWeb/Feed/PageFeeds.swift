import SabirFeed

/// The feeds of rooms with visitors, as the page has them.
actor PageFeeds {
    /// The same as those know them who have no streams here.
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
        // Another request may have made it that has not come so far.
        await page.listen()
        return page
    }

    /// The feed of a room that has visitors.
    func feed(ofRoom id: String) -> PageFeed? { known[id] }

    func all() -> [PageFeed] { Array(known.values) }

    /// Drops those of rooms that are no more.
    func sweep() async {
        await feeds.sweep()
        for (id, page) in known where await page.feed.hasEnded && known[id] === page { known[id] = nil }
    }
}
