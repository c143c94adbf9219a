/// The wall clock and a monotonic clock, as a room reads them; replaced where random lives of a room are tried.
/// Deadlines use the event loop's own clock.
struct RoomClock: Sendable {
    private let read: @Sendable () -> ClockReading

    init(_ read: @escaping @Sendable () -> ClockReading = { .now() }) { self.read = read }

    func now() -> ClockReading { read() }

    /// Milliseconds since 1970.
    var wall: Int { read().wall }
}
