import SabirProtocol
import SabirRoom

/// Receives the events of a feed for its readers: `PageFeed`, which has a stream for each of them.
///
/// Called on the feed's executor, in order; an implementation must not block.
package protocol FeedListener: AnyObject, Sendable {
    /// Sends an event to these readers. Screens are never among them; the listener decides itself what screens show.
    func tell(_ event: FeedEvent, to readers: [ReaderID])
    /// Called after the last event of a turn, so that streams are written once a turn.
    func flush()
    /// Deletes everything encoded from the texts of these lines.
    func forgetTexts(ofLines lines: Set<Int>)
    /// The name, lock or another fact of the room may differ from `before`.
    func factsChanged(from before: RoomFacts)
    /// The room removed these members: their streams end after the events already sent.
    func membersRemoved(_ members: [MemberID])
    /// The feed has ended: every stream ends after the events already sent.
    func feedEnded()
}
