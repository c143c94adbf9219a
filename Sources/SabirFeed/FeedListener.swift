import SabirProtocol
import SabirRoom

/// Who hands on what a feed tells: the page, which has a stream for each of its readers.
///
/// It is called in the feed's own turns, in order: it must not wait.
package protocol FeedListener: AnyObject, Sendable {
    /// An event for these readers; screens, which are told some of them otherwise, are not among them.
    func tell(_ event: FeedEvent, to readers: [ReaderID])
    /// All that this turn told has been told.
    func flush()
    /// What was made of these lines' texts goes.
    func forgetTexts(ofLines lines: Set<Int>)
    /// Name, lock or another of the facts may be others than these.
    func factsChanged(from before: RoomFacts)
    /// The room put these members out: their streams end behind what they were told.
    func membersRemoved(_ members: [MemberID])
    /// The feed is over: every stream ends behind what it was told.
    func feedEnded()
}
