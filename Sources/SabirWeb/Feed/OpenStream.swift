import NIOCore
import SabirWire

/// A stream as its feed holds it: what waits for it, and its writer where that waits for something.
struct OpenStream {
    var listening: Listening
    /// A kiosk's are bounded by what the room shows on screens.
    var visible = VisibleLines(after: 0)
    /// Other languages that its visitor reads.
    var reads: Set<LanguageTag> = []
    var told = ToldReach()
    var queue = VisitorQueue()
    /// What its visitor missed and the feed does not keep, before the rest of the greeting.
    var missed: MissedLines?
    var waiting: CheckedContinuation<ByteBuffer?, Never>?
    /// Breaks the connection off, which also ends a write that does not come to an end.
    let breakOff: @Sendable () -> Void

    /// With whom its visitor is counted; nil of screens and of staff at their page.
    var group: ReachGroup? {
        guard case .visitor(_, let lang) = listening else { return nil }
        return ReachGroup(lang: lang, reads: reads, visible: visible)
    }

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
