import Glibc
import Synchronization

/// The settings that terminals had before an editor changed them, so that every way out can put them back: `close()`,
/// `exit(3)`, and a signal that ends the process while nobody else handles it.
enum TerminalSettings {
    /// Keeps the settings of `terminal` until `restore`. Throws where the descriptor is no terminal.
    static func save(_ terminal: Int32) throws(TerminalError) {
        var settings = termios()
        guard tcgetattr(terminal, &settings) == 0 else { throw .system("read the terminal's settings", errno) }
        saved.withLock { $0[terminal] = settings }
        LastResort.arm(terminal, settings)
    }

    /// Puts the kept settings back; does nothing the second time.
    static func restore(_ terminal: Int32) {
        guard var settings = saved.withLock({ $0.removeValue(forKey: terminal) }) else { return }
        LastResort.disarm(terminal)
        // TCSANOW, not TCSADRAIN: a terminal whose output is stopped must not keep the program from ending.
        tcsetattr(terminal, TCSANOW, &settings)
    }

    static func restoreAll() {
        for terminal in saved.withLock({ Array($0.keys) }) { restore(terminal) }
    }

    private static let saved = Mutex<[Int32: termios]>([:])
}

/// Restores the terminal when the process ends without `close()`. A handler is set for a signal only where its action
/// is still the default, and sets it back to the default and raises the signal again; a program that handles the
/// signal itself, before or later, is not disturbed.
private enum LastResort {
    private static let signals = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE]

    /// One process has one terminal to save from a signal: the latest that was opened.
    static func arm(_ terminal: Int32, _ settings: termios) {
        _ = atExit
        slot.settings.initialize(to: settings)
        slot.terminal.store(terminal, ordering: .sequentiallyConsistent)
        for signal in signals where action(of: signal) == nil { set(signal, handler: handle) }
    }

    static func disarm(_ terminal: Int32) {
        let (wasArmed, _) = slot.terminal.compareExchange(
            expected: terminal, desired: -1, ordering: .sequentiallyConsistent)
        guard wasArmed else { return }
        for signal in signals where isOurs(signal) { set(signal, handler: SIG_DFL) }
    }

    private static let atExit: Int32 = atexit { TerminalSettings.restoreAll() }

    private static let handle: @convention(c) (Int32) -> Void = { number in
        // Async-signal-safe (signal-safety(7)): an atomic load, tcsetattr, signal and raise. `slot` was made in `arm`.
        // The signal is raised once more when this has returned: what was interrupted may still look at its errno.
        let before = errno
        defer { errno = before }
        let terminal = slot.terminal.load(ordering: .sequentiallyConsistent)
        if terminal >= 0 { tcsetattr(terminal, TCSANOW, slot.settings) }
        signal(number, SIG_DFL)
        raise(number)
    }

    /// The handler set for `signal`, nil for the default.
    private static func action(of signal: Int32) -> UnsafeRawPointer? {
        var current = sigaction()
        guard sigaction(signal, nil, &current) == 0 else { return nil }
        return unsafeBitCast(current.__sigaction_handler.sa_handler, to: UnsafeRawPointer?.self)
    }

    private static func isOurs(_ signal: Int32) -> Bool {
        action(of: signal) == unsafeBitCast(handle, to: UnsafeRawPointer?.self)
    }

    private static func set(_ number: Int32, handler: (@convention(c) (Int32) -> Void)?) {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = handler
        sigaction(number, &action, nil)
    }
}

/// What the signal handler reads.
private let slot = LastResortSlot()

/// Sendable without a lock: `terminal` is atomic, and `settings` is written by `arm` before `terminal` says that it may
/// be read. The memory is never freed, since a signal may arrive at any time.
private final class LastResortSlot: @unchecked Sendable {
    let terminal = Atomic<Int32>(-1)
    let settings = UnsafeMutablePointer<termios>.allocate(capacity: 1)
}
