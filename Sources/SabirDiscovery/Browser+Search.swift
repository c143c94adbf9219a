import Logging
import SabirCore

extension Browser {
    /// How long the search waits, after the first match, for further addresses and other rooms of the name.
    static let settlingTime: Duration = .milliseconds(300)

    /// The rooms seen on these interfaces, or on all if none is named: until `time` is over, or soon after a room that
    /// satisfies `isMatch` is found, or changes so. Throws at once if discovery is unavailable.
    package static func rooms(
        within time: Duration, on interfaces: [String] = [], logger: Logger = Logger(label: "sabir.discovery"),
        until isMatch: @escaping @Sendable (DiscoveredRoom) -> Bool = { _ in false }
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
