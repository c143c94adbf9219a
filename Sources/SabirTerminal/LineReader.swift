import Dispatch
import Foundation
import Synchronization

/// Reads lines from a file, a pipe or a terminal that cannot edit, and prints lines without any escape sequence. A
/// thread of its own reads; `print` writes on the caller's thread.
package final class LineReader: LineConsole {
    /// Most bytes of one line. A frame of the protocol holds no more.
    package static let longestLine = 64 << 10

    package let events: LineEvents
    private let mailbox: ConsoleMailbox
    private let input: Int32
    private let ended = DispatchSemaphore(value: 0)
    /// Locked while a text is written, so that lines of two tasks never mix. A slow reader of the output slows its
    /// writers: nothing is dropped.
    private let output: Mutex<OutputFile>

    /// The descriptors stay the caller's, open until `close()` has returned.
    package init(input: Int32 = 0, output: Int32 = 1) throws(TerminalError) {
        let wake = try WakeEvent()
        let (events, sink) = LineEventSink.make(wake: wake)
        self.events = events
        mailbox = ConsoleMailbox(wake: wake)
        self.input = input
        self.output = Mutex(OutputFile(descriptor: output))
        start(input, sink)
    }

    deinit {
        close()
    }

    package func print(_ lines: [String]) {
        guard !lines.isEmpty else { return }
        let text = lines.map { $0 + "\n" }.joined()
        let isWritten = output.withLock { $0.write(text) }
        // Nobody reads the output any more.
        if !isWritten { mailbox.post { $0.isClosing = true } }
    }

    /// The columns of a terminal that cannot edit; unbounded for a file or a pipe.
    package var columns: Int {
        let descriptor = output.withLock(\.descriptor)
        return isatty(descriptor) == 1 ? TerminalSize(of: descriptor).columns : Int.max
    }

    package func setPrompt(_ prompt: String) {}

    package func setSecret(_ isSecret: Bool) { TerminalEcho.set(!isSecret, on: input) }

    package func close() {
        mailbox.post { $0.isClosing = true }
        TerminalEcho.set(true, on: input)
        if ended.wait(timeout: .now() + .seconds(2)) == .success { ended.signal() }
    }

    private func start(_ input: Int32, _ sink: LineEventSink) {
        let thread = Thread { [mailbox, ended] in
            Self.readLines(of: input, mailbox, sink)
            sink.continuation.finish()
            ended.signal()
        }
        thread.name = "sabir-lines"
        thread.start()
    }

    /// Runs until the input ends or closing is asked for. One piece of input may hold more lines than the backlog has
    /// room for; the size of a piece bounds the surplus.
    private static func readLines(of input: Int32, _ mailbox: ConsoleMailbox, _ events: LineEventSink) {
        var splitter = LineSplitter(limit: longestLine)
        var bytes = [UInt8](repeating: 0, count: 4_096)
        while !mailbox.takeRequests().isClosing {
            guard waitForInput(input, wanted: !events.backlog.isFull, wake: mailbox.wake) else { continue }
            let count = read(input, &bytes, bytes.count)
            if count > 0 {
                splitter.add(bytes[..<count]).forEach(events.send)
            } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
                if let rest = splitter.finish() { events.send(rest) }
                return events.send(.end)
            }
        }
    }
}
