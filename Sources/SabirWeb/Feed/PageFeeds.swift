import SabirFeed

/// The page's side of the feeds of rooms with visitors.
struct PageFeeds: Sendable {
    /// The underlying feeds, shared with IRC.
    let feeds: Feeds
    let dependencies: PageFeed.Dependencies

    func feed(of room: any WebRoom) async -> PageFeed {
        let feed = await feeds.feed(of: room)
        return await feed.attachListener { PageFeed(room, feed, in: dependencies) }
    }

    /// The feed of a room; nil if the room has no visitors.
    func feed(ofRoom id: String) async -> PageFeed? { await feeds.feed(ofRoom: id)?.listener as? PageFeed }

    func all() async -> [PageFeed] {
        var all: [PageFeed] = []
        for feed in await feeds.all() {
            if let page = await feed.listener as? PageFeed { all.append(page) }
        }
        return all
    }
}
