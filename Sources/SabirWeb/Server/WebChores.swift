import SabirProtocol

/// Ticks every feed once a second, sends heartbeats, and follows changes of engines.
struct WebChores: Sendable {
    /// Seconds between two heartbeats on a silent stream.
    static let heartbeat = 15

    let parts: WebParts

    func begin() -> [Task<Void, Never>] {
        parts.staff.followBook()
        return [Task { await tick() }, Task { await parts.feeds.feeds.followEngines() }]
    }

    private func tick() async {
        var seconds = 0
        while (try? await Task.sleep(for: .seconds(1))) != nil {
            seconds += 1
            await parts.visitors.sweep(now: .now) { await parts.services.rooms() }
            parts.staff.followBook()
            await parts.sweepStaff()
            await parts.feeds.sweep()
            await parts.sweepTalks()
            await parts.tellCallersOfStaff()
            if await parts.help.isWatched { await parts.help.follow(await parts.services.rooms()) }
            if seconds % Self.heartbeat == 0 { await parts.help.beat() }
            for page in await parts.feeds.all() {
                await page.feed.tick()
                if seconds % Self.heartbeat == 0 { await page.beat() }
            }
        }
    }
}
