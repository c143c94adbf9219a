import Glibc

/// A moment by two clocks: the wall clock, which may be set, and a monotonic one.
package struct HistoryTime: Hashable, Sendable {
    /// Milliseconds since 1970.
    package let wall: Int
    /// Milliseconds since the machine started, sleep included.
    let steady: Int

    package static func now() -> Self { Self(wall: read(CLOCK_REALTIME), steady: read(CLOCK_BOOTTIME)) }

    private static func read(_ clock: clockid_t) -> Int {
        var time = timespec()
        clock_gettime(clock, &time)
        return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
    }
}
