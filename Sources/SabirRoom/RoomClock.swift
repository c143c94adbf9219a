/// The wall clock and a monotonic clock, as a room reads them; replaced where random lives of a room are tried.
/// Deadlines use the event loop's own clock.
struct RoomClock: Sendable {
    private let read: @Sendable () -> RetentionTime

    init(_ read: @escaping @Sendable () -> RetentionTime = { .now() }) { self.read = read }

    func now() -> RetentionTime { read() }

    /// Milliseconds since 1970.
    var wall: Int { read().wall }
}
