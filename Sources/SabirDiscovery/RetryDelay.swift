/// The back-off between attempts to reach D-Bus: 1, 2, 4, 8 and from then on 10 seconds. Pure.
struct RetryDelay: Sendable {
    static let longest: Duration = .seconds(10)

    private var upcoming: Duration = .seconds(1)

    mutating func next() -> Duration {
        defer { upcoming = min(upcoming * 2, Self.longest) }
        return upcoming
    }

    mutating func reset() {
        self = RetryDelay()
    }
}
