/// Records that staff read along in rooms: once an hour for each login and room, however often its desk asks meanwhile.
actor ReadingsNoted {
    static let lasts = Duration.seconds(3_600)

    private struct Key: Hashable {
        let token: String
        let room: String
    }

    /// Recent records. Bounded by the 100 logins; records older than an hour are dropped with the next one.
    private var readings: [Key: (since: ContinuousClock.Instant, writing: Task<Void, Never>)] = [:]

    /// Records a reading; returns once it is written, also to callers during the writing.
    func note(
        _ token: String, reading room: String, now: ContinuousClock.Instant, write: @escaping @Sendable () async -> Void
    ) async {
        let key = Key(token: token, room: room)
        if let reading = readings[key], reading.since.duration(to: now) < Self.lasts {
            return await reading.writing.value
        }
        readings = readings.filter { $0.value.since.duration(to: now) < Self.lasts }
        let writing = Task { await write() }
        readings[key] = (now, writing)
        await writing.value
    }
}
