/// Which logins of staff were written down as reading which rooms along: one record for a login and a room an hour,
/// however often its page asks meanwhile.
actor ReadingsNoted {
    static let lasts = Duration.seconds(3_600)

    private struct Key: Hashable {
        let token: String
        let room: String
    }

    private struct Reading {
        let since: ContinuousClock.Instant
        /// Ends once it is written down.
        let writing: Task<Void, Never>
    }

    /// There are 100 logins at most, and what is older than an hour goes with the next one.
    private var readings: [Key: Reading] = [:]

    init() {}

    /// Returns once it is written down, also to whoever asks while that is going on.
    func note(
        _ token: String, reading room: String, now: ContinuousClock.Instant, write: @escaping @Sendable () async -> Void
    ) async {
        let key = Key(token: token, room: room)
        if let reading = readings[key], reading.since.duration(to: now) < Self.lasts {
            return await reading.writing.value
        }
        readings = readings.filter { $0.value.since.duration(to: now) < Self.lasts }
        let writing = Task { await write() }
        readings[key] = Reading(since: now, writing: writing)
        await writing.value
    }
}
