import Logging
import SabirCore

extension Browser {
    /// How long the search waits, after the first match, for further addresses and other rooms of the name.
    static let settlingTime: Duration = .milliseconds(300)

    /// The rooms seen within `time` on these interfaces, or on all if none is named. Throws at once if discovery is
    /// unavailable.
    package static func rooms(
        for time: Duration, on interfaces: [String] = [], logger: Logger = Logger(label: "sabir.discovery")
    ) async throws -> [DiscoveredRoom] {
        try await search(within: time, on: interfaces, logger: logger, until: { _ in false })
    }

    /// The rooms with this name (ignoring case) or id, and those with a name that Avahi made of it. Several rooms if
    /// two hosts use one name, none if none appears within `time`. Returns soon after the first is found. Throws at
    /// once if discovery is unavailable.
    ///
    /// - Parameters:
    ///   - id: a room that matches whatever its name is.
    ///   - isWanted: whether the search may end with this room; all rooms seen until then are returned.
    package static func find(
        _ query: String, or id: String? = nil, within time: Duration, on interfaces: [String] = [],
        logger: Logger = Logger(label: "sabir.discovery"),
        where isWanted: @escaping @Sendable (DiscoveredRoom) -> Bool = { _ in true }
    ) async throws -> [DiscoveredRoom] {
        let isMeant: @Sendable (DiscoveredRoom) -> Bool = { $0.isMeant(by: query) || $0.id == id }
        let isEnough: @Sendable (DiscoveredRoom) -> Bool = { ($0.answers(to: query) || $0.id == id) && isWanted($0) }
        return try await search(within: time, on: interfaces, logger: logger, until: isEnough).filter(isMeant)
    }

    /// The rooms with this name or id that satisfy `isOther`, if one appears, or changes so, within `time`. For a
    /// caller whom the first room found led nowhere. Empty if discovery is unavailable.
    package static func findOther(
        _ query: String, within time: Duration, on interfaces: [String] = [],
        logger: Logger = Logger(label: "sabir.discovery"), where isOther: @escaping @Sendable (DiscoveredRoom) -> Bool
    ) async -> [DiscoveredRoom] {
        let isMatch: @Sendable (DiscoveredRoom) -> Bool = { $0.answers(to: query) && isOther($0) }
        return ((try? await search(within: time, on: interfaces, logger: logger, until: isMatch)) ?? []).filter(isMatch)
    }

    private static func search(
        within time: Duration, on interfaces: [String], logger: Logger,
        until isMatch: @escaping @Sendable (DiscoveredRoom) -> Bool
    ) async throws -> [DiscoveredRoom] {
        // An outage is thrown to the caller, who reports it; logging each search would repeat it.
        var quiet = logger
        quiet.logLevel = max(logger.logLevel, .error)
        let client = AvahiClient(logger: quiet)
        let browser = Browser(client: client, interfaces: interfaces, logger: logger)
        await browser.start()
        await client.open()
        let outcome = await within(time) { await browser.firstMatch(isMatch) } ?? nil
        let rooms = await browser.rooms
        await browser.close()
        await client.close()
        if case .unavailable(let reason) = outcome { throw DiscoveryError.unavailable(reason.english) }
        return rooms
    }

    private func firstMatch(_ isMatch: @Sendable (DiscoveredRoom) -> Bool) async -> Event? {
        for await event in events {
            switch event {
            case .found(let room) where isMatch(room), .changed(let room) where isMatch(room):
                try? await Task.sleep(for: Self.settlingTime)
                // An earlier run's stale announcement is gone by now: keep looking.
                if rooms.contains(where: isMatch) || Task.isCancelled { return event }
            case .unavailable: return event
            default: continue
            }
        }
        return nil
    }
}
