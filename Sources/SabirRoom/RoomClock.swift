/// The clock on the wall and the one that only ever goes on, as a room reads them: moved by hand where many lives of a
/// room are tried. Deadlines are taken from the event loop's own clock.
package struct RoomClock: Sendable {
    private let read: @Sendable () -> ClockReading

    package init() { read = { .now() } }

    init(_ read: @escaping @Sendable () -> ClockReading) { self.read = read }

    func now() -> ClockReading { read() }

    /// Milliseconds since 1970.
    package var wall: Int { read().wall }
}
