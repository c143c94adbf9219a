import SabirProtocol

/// What the page does by itself while it runs.
extension WebParts {
    /// Seconds between two heartbeats on a silent stream.
    private static let heartbeat = 15

    /// Ticks every feed once a second, sends heartbeats, and follows changes of engines, until the tasks are cancelled.
    func beginChores() -> [Task<Void, Never>] {
        staff.followBook()
        return [Task { await tick() }, Task { await feeds.feeds.followEngines() }]
    }

    private func tick() async {
        var seconds = 0
        while (try? await Task.sleep(for: .seconds(1))) != nil {
            seconds += 1
            await visitors.sweep(now: .now)
            staff.followBook()
            await sweepStaff()
            await feeds.feeds.sweep()
            await sweepTalks()
            await tellCallersOfStaff()
            if await help.isWatched { await help.follow(await services.rooms()) }
            if seconds % Self.heartbeat == 0 { await help.beat() }
            for page in await feeds.all() {
                await page.feed.tick()
                if seconds % Self.heartbeat == 0 { await page.beat() }
            }
        }
    }
}
