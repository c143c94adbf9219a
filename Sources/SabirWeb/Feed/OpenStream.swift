import NIOCore
import SabirFeed
import SabirProtocol

/// A stream as its feed holds it: what waits for it, and its writer where that waits for something. Whose it is and what
/// it may be told is `Readership`'s.
struct OpenStream {
    var queue = VisitorQueue()
    /// What its visitor missed and the feed does not keep, before the rest of the greeting.
    var missed: MissedLines?
    /// Told behind that: what the feed keeps, shared by all its streams.
    var behind: [ByteBuffer] = []
    var waiting: CheckedContinuation<ByteBuffer?, Never>?
    /// Breaks the connection off, which also ends a write that does not come to an end.
    let breakOff: @Sendable () -> Void

    /// Hands what waits to a writer that waits.
    mutating func pump() {
        guard let writer = waiting else { return }
        switch queue.take() {
        case .nothing: return
        case .end: writer.resume(returning: nil)
        case .bytes(let bytes): writer.resume(returning: bytes)
        }
        waiting = nil
    }

    /// The connection is gone, or is to go: nobody writes any more.
    mutating func release() {
        waiting?.resume(returning: nil)
        waiting = nil
    }
}
