import CEdit
import Glibc

/// An eventfd(2) by which any task wakes the one thread that sleeps in poll(2).
final class WakeEvent: Sendable {
    let descriptor: Int32

    init() throws(TerminalError) {
        descriptor = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
        guard descriptor >= 0 else { throw .system("make a wake-up event", errno) }
    }

    deinit {
        Glibc.close(descriptor)
    }

    /// Ignores errors: a counter at its limit leaves the descriptor readable, as it should be.
    func signal() {
        _ = eventfd_write(descriptor, 1)
    }

    func clear() {
        var count: eventfd_t = 0
        _ = eventfd_read(descriptor, &count)
    }
}

/// Waits until `wake` is signalled or, if `wanted`, the input can be read. Usually without a time limit, because the
/// program waits for a person; `WakeEvent` ends the wait.
///
/// - Parameter milliseconds: -1 for no limit.
/// - Returns: whether the input can be read.
func waitForInput(
    _ input: Int32, wanted: Bool, wake: WakeEvent, atMost milliseconds: Int32 = -1
) -> Bool {
    // poll(2) leaves an entry with a negative descriptor alone.
    var entries = [
        pollfd(fd: wanted ? input : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    // On EINTR and the like nothing is ready, and the caller's loop calls again.
    return poll(&entries, 2, milliseconds) > 0 && entries[0].revents != 0
}
