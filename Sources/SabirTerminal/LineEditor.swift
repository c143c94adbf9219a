import Dispatch
import Foundation
import Synchronization

/// A line editor for a person at a terminal: UTF-8, emacs keys, history, and text that appears above the line while it
/// is typed. One thread of its own owns libedit's editor; every method may be called from any task.
package final class LineEditor: LineConsole {
    package struct Setup: Sendable {
        /// Descriptors of one terminal. They stay the caller's and must be open until `close()` has returned.
        package var input: Int32 = 0
        package var output: Int32 = 1
        /// Text of any origin, made safe here; cut to half the terminal's columns.
        package var prompt = "> "
        /// Milliseconds that an Escape waits for the rest of a key's sequence; enough for a slow line.
        var escapePatience: Int32 = 500

        package init() {}
    }

    package let events: LineEvents

    private let output: Int32
    private let input: Int32
    private let mailbox: ConsoleMailbox
    private let ended = DispatchSemaphore(value: 0)

    /// Takes over the terminal. Throws if the input is no terminal, if no UTF-8 locale is available, or if another
    /// editor of this process is still open.
    package init(_ setup: Setup) throws(TerminalError) {
        guard TerminalLocale.isUTF8 else { throw .locale }
        let wake = try WakeEvent()
        // The last call that may throw: from here on `deinit` runs, and it expects the thread.
        try Self.claim(setup.input, setup.output)
        let mailbox = ConsoleMailbox(wake: wake)
        let (events, sink) = LineEventSink.make(wake: wake)
        (self.events, self.mailbox) = (events, mailbox)
        (input, output) = (setup.input, setup.output)
        start(setup, sink)
    }

    deinit {
        close()
    }

    package var columns: Int { TerminalSize(of: output).columns }

    package func setPrompt(_ prompt: String) {
        mailbox.post { $0.prompt = prompt }
    }

    package func setSecret(_ isSecret: Bool) {
        mailbox.post { $0.isSecret = isSecret }
    }

    /// Prints above the line being typed, which stays as it is; after the editor has ended, prints directly. Never
    /// waits: beyond 4,096 lines that the terminal has not taken yet, the oldest are dropped and their number is shown.
    package func print(_ lines: [String]) {
        guard !mailbox.print(lines), !lines.isEmpty else { return }
        OutputFile(descriptor: output).write(lines.map { $0 + "\r\n" }.joined())
    }

    /// Ends the editor, its thread and `events`, and restores the terminal; lines printed before are still shown. Waits
    /// two seconds at most for the thread, then restores the terminal's settings itself. May be called more than once.
    package func close() {
        mailbox.post { $0.isClosing = true }
        guard ended.wait(timeout: .now() + .seconds(2)) == .success else { return TerminalSettings.restore(input) }
        // The thread has restored the settings. Restoring them again could hit another terminal that reuses this
        // descriptor.
        ended.signal()
    }

    /// Whether this process has an editor. libedit asks about the terminal through ncurses' termcap calls, which keep
    /// their state in globals: two editors on two threads crash.
    private static let isOpen = Atomic<Bool>(false)

    private static func claim(_ terminal: Int32, _ output: Int32) throws(TerminalError) {
        guard isOpen.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged else {
            throw .busy
        }
        do {
            try TerminalSettings.save(terminal, marksPastesOn: output)
        } catch {
            isOpen.store(false, ordering: .releasing)
            throw error
        }
    }

    private func start(_ setup: Setup, _ sink: LineEventSink) {
        let thread = Thread { [mailbox, ended] in
            Self.runSession(setup, mailbox, sink)
            _ = mailbox.takeRequests(last: true)
            TerminalSettings.restore(setup.input)
            Self.isOpen.store(false, ordering: .releasing)
            sink.continuation.finish()
            ended.signal()
        }
        thread.name = "sabir-editor"
        thread.start()
    }

    /// When this returns, the session has ended, and with it libedit's hold on the descriptors.
    private static func runSession(_ setup: Setup, _ mailbox: ConsoleMailbox, _ sink: LineEventSink) {
        // Confined to this thread, because dispatch sources are not Sendable. Neither signal's default action is needed
        // while libdispatch handles it.
        let signals = [
            Self.watch(SIGWINCH) { mailbox.post { $0.isResized = true } },
            Self.watch(SIGCONT) { mailbox.post { $0.isResumed = true } },
        ]
        let session = EditorSession(setup: setup, mailbox: mailbox, events: sink)
        if let session { session.run() } else { sink.send(.end) }
        signals.forEach { $0.cancel() }
    }

    private static func watch(_ signal: Int32, _ action: @escaping @Sendable () -> Void) -> any DispatchSourceSignal {
        let source = DispatchSource.makeSignalSource(signal: signal)
        source.setEventHandler(handler: action)
        // Registering takes a moment. A signal that arrives in that moment would be missed.
        source.setRegistrationHandler(handler: action)
        source.resume()
        return source
    }
}
