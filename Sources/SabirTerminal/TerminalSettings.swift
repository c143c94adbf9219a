import CEdit
import Glibc
import Synchronization

/// The settings that terminals had before an editor changed them, so that every way out can put them back: `close()`,
/// `exit(3)`, and a signal that ends the process while nobody else handles it.
enum TerminalSettings {
    /// Keeps the settings of `terminal` until `restore`. Throws if the descriptor is no terminal.
    ///
    /// - Parameter output: the descriptor through which the terminal was asked to mark pastes (`PasteMarks`) and is
    ///   asked to stop; -1 if it was not asked.
    static func save(_ terminal: Int32, marksPastesOn output: Int32 = -1) throws(TerminalError) {
        var settings = termios()
        guard tcgetattr(terminal, &settings) == 0 else { throw .system("read the terminal's settings", errno) }
        let kept = SavedTerminal(settings: settings, output: output)
        saved.withLock { $0[terminal] = kept }
        LastResort.arm(terminal, kept)
    }

    /// Puts the kept settings back; does nothing the second time.
    static func restore(_ terminal: Int32) {
        guard var kept = saved.withLock({ $0.removeValue(forKey: terminal) }) else { return }
        LastResort.disarm(terminal)
        // TCSANOW, not TCSADRAIN: a terminal whose output is stopped must not keep the program from ending.
        tcsetattr(terminal, TCSANOW, &kept.settings)
        stopMarkingPastes(kept.output)
    }

    static func restoreAll() {
        for terminal in saved.withLock({ Array($0.keys) }) { restore(terminal) }
    }

    private static let saved = Mutex<[Int32: SavedTerminal]>([:])
}

private struct SavedTerminal {
    var settings: termios
    var output: Int32
}

/// Asks the terminal to stop marking pastes. Skipped if its output is stopped, which must not keep the program from
/// ending.
private func stopMarkingPastes(_ output: Int32) {
    guard output >= 0 else { return }
    var entry = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
    guard poll(&entry, 1, 0) == 1, entry.revents & Int16(POLLOUT) != 0 else { return }
    _ = write(output, slot.marksOff.utf8Start, slot.marksOff.utf8CodeUnitCount)
}

/// Restores the terminal when the process ends without `close()`. A handler is set only for a signal whose action is
/// still the default. The handler sets the default again and raises the signal again. A program that handles the signal
/// itself, before or later, is not disturbed.
private enum LastResort {
    private static let signals = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE]

    /// Sets which terminal a signal restores: the one opened last.
    static func arm(_ terminal: Int32, _ kept: SavedTerminal) {
        _ = atExit
        slot.settings.initialize(to: kept.settings)
        slot.output.store(kept.output, ordering: .sequentiallyConsistent)
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
        // Async-signal-safe (signal-safety(7)): atomic loads, tcsetattr, poll, write, signal and raise. `slot` and the
        // bytes to write were made in `arm`.
        // The raised signal is delivered when this handler has returned. The interrupted code may still read its errno.
        let before = errno
        defer { errno = before }
        let terminal = slot.terminal.load(ordering: .sequentiallyConsistent)
        if terminal >= 0 {
            tcsetattr(terminal, TCSANOW, slot.settings)
            stopMarkingPastes(slot.output.load(ordering: .sequentiallyConsistent))
        }
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

/// The state that the signal handler reads.
private let slot = LastResortSlot()

/// Sendable without a lock: `terminal` is atomic, and `settings` is written by `arm` before `terminal` says that it may
/// be read. The memory is never freed, since a signal may arrive at any time.
private final class LastResortSlot: @unchecked Sendable {
    let terminal = Atomic<Int32>(-1)
    let output = Atomic<Int32>(-1)
    let settings = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    /// Read here so that the signal handler does not set `PasteMarks.off` up.
    let marksOff = PasteMarks.off
}

/// Columns and rows of a terminal; 80 by 24 if unknown.
package struct TerminalSize: Sendable, Hashable {
    package var columns = 80
    package var rows = 24

    package init(of terminal: Int32) {
        var size = winsize()
        guard ioctl(terminal, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return }
        columns = Int(size.ws_col)
        rows = Int(size.ws_row)
    }
}

/// Makes sure that the process's LC_CTYPE is UTF-8: libedit reads and shows text by it.
enum TerminalLocale {
    /// Set once for the process: the environment's locale, or C.UTF-8 if that locale is not UTF-8. Nothing but LC_CTYPE
    /// changes, so numbers and messages stay as they were.
    static let isUTF8: Bool = ["", "C.UTF-8"].contains { (name: String) in
        setlocale(LC_CTYPE, name) != nil && String(cString: cedit_codeset()) == "UTF-8"
    }
}
