/// An event at standard input, from a person or a program.
package enum LineEvent: Sendable, Hashable {
    /// One line without its ending, 64 KiB of UTF-8 at most, invalid bytes replaced by U+FFFD.
    case line(String)
    /// A line longer than `limit` bytes was read to its end and left out.
    case overlong(limit: Int)
    case pageUp
    /// Ctrl-C cleared a line that had text on it; the Up key brings it back.
    case cleared
    /// Ctrl-C was typed with nothing to clear. The last event.
    case interrupt
    /// Ctrl-D on an empty line, the end of the file, or the terminal is gone. The last event.
    case end
}

/// The events of one console, in order, none dropped, for one reader. At most `LineBacklog.limit` events wait for the
/// reader. Beyond that, standard input is not read, so that the kernel holds back the writer.
package typealias LineEvents = AsyncMapSequence<AsyncStream<LineEvent>, LineEvent>
