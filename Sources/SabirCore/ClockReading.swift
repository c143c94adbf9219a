import Glibc

/// A moment by two clocks, in milliseconds: the wall clock since 1970, which may be set, and a monotonic one since the
/// machine started, which also counts sleep.
package struct ClockReading: Sendable, Hashable {
    package let wall: Int
    package let steady: Int

    package init(wall: Int, steady: Int) { (self.wall, self.steady) = (wall, steady) }

    package static func now() -> Self { Self(wall: read(CLOCK_REALTIME), steady: read(CLOCK_BOOTTIME)) }

    private static func read(_ clock: clockid_t) -> Int {
        var time = timespec()
        clock_gettime(clock, &time)
        return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
    }
}
