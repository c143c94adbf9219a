import Logging

extension Browser {
    /// How long after the first match others of its name, and its further addresses, are waited for.
    static let settlingTime: Duration = .milliseconds(300)

    /// The rooms seen within `time`, on these interfaces or, where none is named, on all. Throws at once where discovery is unavailable.
    package static func rooms(
        for time: Duration, on interfaces: [String] = [], logger: Logger = Logger(label: "sabir.discovery")
    ) async throws -> [DiscoveredRoom] {
        try await search(within: time, on: interfaces, logger: logger, until: { _ in false })
    }

    /// The rooms of this name (without regard to case) or id, and those that may be meant by it: more than one where two
    /// hosts use one name, none where none turns up within `time`. Returns soon after the first is found; throws at once
    /// where discovery is unavailable.
    ///
    /// - Parameter id: of a room that is meant whatever it is called.
    /// - Parameter isWanted: whether looking may end with this one; all that were seen until then are told.
    package static func find(
        _ query: String, or id: String? = nil, within time: Duration, on interfaces: [String] = [],
        logger: Logger = Logger(label: "sabir.discovery"),
        where isWanted: @escaping @Sendable (DiscoveredRoom) -> Bool = { _ in true }
    ) async throws -> [DiscoveredRoom] {
        let isMeant: @Sendable (DiscoveredRoom) -> Bool = { $0.isMeant(by: query) || $0.id == id }
        let isEnough: @Sendable (DiscoveredRoom) -> Bool = { ($0.answers(to: query) || $0.id == id) && isWanted($0) }
        return try await search(within: time, on: interfaces, logger: logger, until: isEnough).filter(isMeant)
    }

    /// The rooms of this name or id that `isOther` says yes to, where one turns up or changes to be one within `time`:
    /// for whom what was found first led nowhere. None where discovery is unavailable.
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
        // An outage is thrown: whoever looks tells of it, however often they look.
        var quiet = logger
        quiet.logLevel = max(logger.logLevel, .error)
        let client = AvahiClient(logger: quiet)
        let browser = Browser(client: client, interfaces: interfaces, logger: logger)
        await browser.start()
        await client.open()
        let outcome = await withinDeadline(time) { await browser.firstMatch(isMatch) }
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
                // What an earlier run left in the network's caches is gone by now: go on looking.
                if rooms.contains(where: isMatch) || Task.isCancelled { return event }
            case .unavailable: return event
            default: continue
            }
        }
        return nil
    }
}
