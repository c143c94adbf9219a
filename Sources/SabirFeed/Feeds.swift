import SabirProtocol
import SabirRoom
import SabirTranslation

/// The feeds of all rooms with visitors or IRC clients: one for each room, made for its first reader, dropped when the
/// room closes.
package actor Feeds {
    private struct Followed {
        let begun: Task<(feed: RoomFeed, news: AsyncStream<RoomNews>), Never>
        let follower: Task<Void, Never>
    }

    private let dependencies: RoomFeed.Dependencies
    private var followed: [String: Followed] = [:]
    private var isClosed = false

    package init(_ dependencies: RoomFeed.Dependencies) { self.dependencies = dependencies }

    /// Makes the feeds of a node without a page, which offers no languages to choose from.
    package init(services: any FeedNodeServices) {
        self.init(
            RoomFeed.Dependencies(
                services: services,
                availability: LanguageAvailabilityService(services: services, offered: OfferedLanguages([])),
                limits: FeedState.Limits()))
    }

    package func feed(of room: any FeedRoom) async -> RoomFeed {
        if let known = await feed(ofRoom: room.id) {
            if await !known.hasEnded { return known }
            await forget(known)
        }
        // Another request may have made the feed while this one waited.
        let one = followed[room.id] ?? follow(room)
        followed[room.id] = one
        return await one.begun.value.feed
    }

    /// The feed of a room; nil where the room has none yet.
    package func feed(ofRoom id: String) async -> RoomFeed? { await followed[id]?.begun.value.feed }

    package func all() async -> [RoomFeed] {
        var all: [RoomFeed] = []
        for one in followed.values { all.append(await one.begun.value.feed) }
        return all
    }

    /// Retries untranslated lines when an engine comes back, until the task is cancelled.
    package func followEngines() async {
        for await event in await dependencies.services.engineEvents() { await engineChanged(event) }
    }

    private func engineChanged(_ event: EngineEvent?) async {
        await dependencies.availability.engineChanged()
        for feed in await all() { await feed.engineChanged(event) }
    }

    /// Drops the feeds of rooms that have closed.
    package func sweep() async {
        for feed in await all() where await feed.hasEnded { await forget(feed) }
    }

    /// Ends every stream of every room; a feed that is opened later ends at once.
    package func close(saying text: String) async {
        isClosed = true
        for feed in await all() { await feed.close(saying: text) }
        for one in followed.values { one.follower.cancel() }
        followed = [:]
    }

    private func forget(_ feed: RoomFeed) async {
        guard let known = followed[feed.room.id], await known.begun.value.feed === feed else { return }
        guard followed[feed.room.id]?.begun == known.begun else { return }
        known.follower.cancel()
        followed[feed.room.id] = nil
    }

    private func follow(_ room: any FeedRoom) -> Followed {
        let begun = Task { [dependencies, isClosed] in
            // Listen before reading the room's lines, so that no line falls between the two.
            let news = await room.listen(speakingForMembers: true)
            let feed = await RoomFeed(room, in: dependencies)
            if isClosed { await feed.end() }
            return (feed: feed, news: news)
        }
        return Followed(
            begun: begun,
            follower: Task {
                let (feed, news) = await begun.value
                await Self.follow(feed, news)
            })
    }

    /// Hands the room's news to its feed. Where the room had to drop news, the feed reads the missed lines from its
    /// log.
    private static func follow(_ feed: RoomFeed, _ first: AsyncStream<RoomNews>) async {
        var news = first
        while true {
            var hasLagged = false
            for await item in news {
                await feed.apply(item)
                hasLagged = item == .lagged
                // The dropped news may be that the room has closed: a new listener is told so.
                if hasLagged { break }
            }
            if !hasLagged { try? await Task.sleep(for: .seconds(1)) }
            guard !Task.isCancelled, await !feed.hasEnded else { return }
            news = await feed.room.listen(speakingForMembers: true)
            await feed.catchUp()
            await feed.endFollower()
        }
    }
}
