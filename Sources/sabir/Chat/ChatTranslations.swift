import SabirTranslation
import SabirProtocol

/// The state of translating a chat's lines, and which lines are tried again. Pure.
///
/// Bounded in number and age, so that no reader is told about a line that has long left the screen.
struct ChatTranslations {
    static let capacity = 200

    private struct Line {
        let message: Message
        /// When the reader was shown the line without a translation.
        let since: ContinuousClock.Instant
    }

    /// Lines that were shown untranslated because of an engine's trouble.
    private var untranslated: [Line] = []
    private var waiting: Set<MessageID> = []
    private var underWay: Set<MessageID> = []
    /// Retracted lines that an engine may still be translating.
    private var retracted: Set<MessageID> = []
    private var retries = RetryBook<MessageID>()

    /// Whether the line has to be queued.
    mutating func markQueued(_ id: MessageID) -> Bool { !underWay.contains(id) && waiting.insert(id).inserted }

    /// Removes a line that the queue had no place for.
    mutating func drop(_ id: MessageID) { waiting.remove(id) }

    /// Marks a line as taken from the queue.
    ///
    /// - Returns: whether it still has to be translated.
    mutating func begin(_ id: MessageID) -> Bool {
        waiting.remove(id)
        guard !retracted.contains(id) else { return false }
        return underWay.insert(id).inserted
    }

    /// - Returns: whether to show this outcome, and whether to queue the line again because news about the engines came
    ///   after the answer.
    mutating func finish(
        _ outcome: TranslationOutcome, for message: Message, now: ContinuousClock.Instant
    ) -> (isShown: Bool, isWantedAgain: Bool) {
        let id = message.id
        underWay.remove(id)
        let isRetracted = retracted.contains(id)
        let news = retries.recordAnswer(to: id, isTranslated: isRetracted || outcome.reason?.mayPass != true)
        guard !isRetracted else { return (false, false) }
        let isShown = record(outcome, of: message, now: now)
        return (isShown, news.map { retries.claimRetry(of: id, after: $0) && markQueued(id) } ?? false)
    }

    /// - Returns: whether to show this outcome: a line that fails a second time is marked as untranslated already.
    mutating func record(_ outcome: TranslationOutcome, of message: Message, now: ContinuousClock.Instant) -> Bool {
        let before = untranslated.firstIndex { $0.message.id == message.id }.map { untranslated.remove(at: $0) }
        if outcome.reason?.mayPass == true {
            if untranslated.count == Self.capacity { retries.forget([untranslated.removeFirst().message.id]) }
            untranslated.append(before ?? Line(message: message, since: now))
        } else {
            retries.forget([message.id])
        }
        return outcome.state != .untranslated || before == nil
    }

    /// - Returns: the lines to queue, oldest first.
    mutating func takeRetries(after news: EngineNews, now: ContinuousClock.Instant) -> [Message] {
        retries.recordNews(news, during: underWay)
        let isYoung = { [retries] (line: Line) in retries.isWorthAsking(since: line.since, now: now) }
        retries.forget(untranslated.filter { !isYoung($0) }.map(\.message.id))
        untranslated.removeAll { !isYoung($0) }
        return untranslated.map(\.message).filter {
            !underWay.contains($0.id) && !waiting.contains($0.id) && retries.claimRetry(of: $0.id, after: news)
                && markQueued($0.id)
        }
    }

    func isRetracted(_ id: MessageID) -> Bool { retracted.contains(id) }

    /// Drops later translations of retracted lines.
    mutating func retract(_ ids: [MessageID]) {
        if retracted.count >= RecentLines.capacity { retracted = [] }
        retracted.formUnion(ids)
        untranslated.removeAll { ids.contains($0.message.id) }
        retries.forget(ids)
    }
}

extension UntranslatedReason {
    /// Whether the same line may well be translated later: the trouble is the engine's, not the line's.
    var mayPass: Bool {
        switch self {
        case .unreachable, .resting, .timedOut, .badAnswer, .noTranslation, .busy: true
        default: false
        }
    }
}
