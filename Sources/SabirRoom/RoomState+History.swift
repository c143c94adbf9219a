import NIOCore
import SabirProtocol

/// Older lines, as members may read them.
extension RoomState {
    /// Number of the first message that somebody who comes with this hello may see.
    func firstVisibleSeq(of hello: Hello, _ joinContext: JoinContext, now: NIODeadline) -> Int {
        visibility.first(
            for: hello, joinContext, in: timeline, wasSentOut: moderation.hasRemoved(joinContext.token),
            present: { roster.lowestClaimableSeq(at: joinContext.address) }, now: now)
    }

    /// What `welcome` says of the history to a member who sees from this number on.
    func historyTerms(from firstVisibleSeq: Int) -> HistoryTerms {
        let first = settings.history == .off ? timeline.newest + 1 : max(firstVisibleSeq, timeline.cleared + 1)
        return HistoryTerms(
            kept: place, seconds: settings.keepFor, from: min(first, timeline.newest + 1), staffRead: staffRead)
    }

    /// A page of older lines out of memory; nil where the room's log has to be asked.
    func page(_ request: HistoryRequest, for firstVisibleSeq: Int) -> HistoryPage? {
        let before = request.before ?? timeline.newest + 1
        let found = timeline.messages(from: firstVisibleSeq, before: before, limit: request.limit + 1)
        guard
            !timeline.isEntrusted || found.count > request.limit || before <= firstVisibleSeq
                || firstVisibleSeq >= timeline.oldest
        else {
            return nil
        }
        return page(of: found, before: before, limit: request.limit)
    }

    /// A page out of memory, while the log cannot say what lies before it; nil where memory has none.
    func pageInMemory(before: Int, _ limit: Int, from firstVisibleSeq: Int) -> HistoryPage? {
        let found = timeline.messages(from: firstVisibleSeq, before: before, limit: limit)
        guard !found.isEmpty else { return nil }
        return HistoryPage(before: before, messages: found, more: true)
            .fitting(min(settings.maximumFrame, Frame.maximumLength))
    }

    /// `found`: one line more than was asked for, where there are so many.
    func page(of found: [Message], before: Int, limit: Int) -> HistoryPage {
        HistoryPage(before: before, messages: Array(found.suffix(limit)), more: found.count > limit)
            .fitting(min(settings.maximumFrame, Frame.maximumLength))
    }
}
