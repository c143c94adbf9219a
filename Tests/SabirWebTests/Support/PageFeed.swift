import Logging

@testable import SabirFeed
@testable import SabirWeb

extension PageFeed {
    /// The feed of a room as a page has it. Where it is not `following` the room, it hears what a test has it hear.
    static func of(
        _ room: FakeRoom, _ services: FakeNodeServices, following isFollowing: Bool = true,
        limits: FeedState.Limits = FeedState.Limits()
    ) async -> PageFeed {
        let availability = LanguageAvailabilityService(services: services, offered: OfferedLanguages(["es"]))
        let dependencies = RoomFeed.Dependencies(services: services, availability: availability, limits: limits)
        let feed =
            isFollowing ? await Feeds(dependencies).feed(of: room) : await RoomFeed(room, in: dependencies)
        return await feed.attachListener {
            PageFeed(
                room, feed,
                in: Dependencies(
                    services: services, availability: availability, visitors: Visitors { [] }, help: OpenCallWatch(),
                    base: { _ in "" }, logger: Logger(label: "test")))
        }
    }
}
