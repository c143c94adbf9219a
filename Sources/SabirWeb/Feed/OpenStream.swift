import NIOCore
import SabirFeed
import SabirProtocol

/// A stream's queue, and its writer while that waits for events. Which events the stream gets is decided by
/// `Readership`.
struct OpenStream {
    var queue = VisitorQueue()
    /// Missed lines that the feed no longer keeps; sent before the rest of the greeting.
    var missed: MissedLines?
    /// The rest of the greeting: events that the feed keeps, shared by all streams.
    var behind: [ByteBuffer] = []
    var waiting: CheckedContinuation<ByteBuffer?, Never>?
    /// Breaks the connection off, which also ends a write that is stuck.
    let breakOff: @Sendable () -> Void

    /// Hands waiting events to a writer that waits for them.
    mutating func pump() {
        guard let writer = waiting else { return }
        switch queue.take() {
        case .nothing: return
        case .end: writer.resume(returning: nil)
        case .bytes(let bytes): writer.resume(returning: bytes)
        }
        waiting = nil
    }

    /// Releases the waiting writer, as the connection is gone or to be closed.
    mutating func release() {
        waiting?.resume(returning: nil)
        waiting = nil
    }
}
