import SabirTranslation
import SabirProtocol

/// What became of the translations of a chat's lines, and which of them are asked for again. Pure.
///
/// Bounded in number and age, so that nobody is told of a line that has long left the screen.
struct ChatTranslations {
    static let capacity = 200

    private struct Line {
        let message: Message
        /// When its reader has had it without a translation.
        let since: ContinuousClock.Instant
    }

    /// What the reader saw untranslated because of an engine's trouble.
    private var untranslated: [Line] = []
    private var waiting: Set<MessageID> = []
    private var underWay: Set<MessageID> = []
    /// Lines that their authors have taken back, for as long as an engine may have them in hand.
    private var retracted: Set<MessageID> = []
    private var retries = RetryBook<MessageID>()

    /// Whether it has to be put into the queue.
    mutating func want(_ id: MessageID) -> Bool { !underWay.contains(id) && waiting.insert(id).inserted }

    /// The queue had no place for it.
    mutating func drop(_ id: MessageID) { waiting.remove(id) }

    /// It comes out of the queue.
    ///
    /// - Returns: whether it is still to be translated.
    mutating func begin(_ id: MessageID) -> Bool {
        waiting.remove(id)
        guard !retracted.contains(id) else { return false }
        return underWay.insert(id).inserted
    }

    /// - Returns: whether the reader is to see this, and whether the line has to be put into the queue again, as what was
    ///   told of the engines meanwhile is newer than the answer.
    mutating func answered(
        _ outcome: TranslationOutcome, for message: Message, now: ContinuousClock.Instant
    ) -> (isShown: Bool, isWantedAgain: Bool) {
        let id = message.id
        underWay.remove(id)
        let isRetracted = retracted.contains(id)
        let news = retries.recordAnswer(to: id, isTranslated: isRetracted || outcome.reason?.mayPass != true)
        guard !isRetracted else { return (false, false) }
        let isShown = note(outcome, of: message, now: now)
        return (isShown, news.map { retries.claimRetry(of: id, after: $0) && want(id) } ?? false)
    }

    /// - Returns: whether the reader is to see this: a line that is tried again and fails again is marked already.
    mutating func note(_ outcome: TranslationOutcome, of message: Message, now: ContinuousClock.Instant) -> Bool {
        let before = untranslated.firstIndex { $0.message.id == message.id }.map { untranslated.remove(at: $0) }
        if outcome.reason?.mayPass == true {
            if untranslated.count == Self.capacity { retries.forget([untranslated.removeFirst().message.id]) }
            untranslated.append(before ?? Line(message: message, since: now))
        } else {
            retries.forget([message.id])
        }
        return outcome.state != .untranslated || before == nil
    }

    /// - Returns: what has to be put into the queue, oldest first.
    mutating func hear(_ news: EngineNews, now: ContinuousClock.Instant) -> [Message] {
        retries.recordNews(news, during: underWay)
        let isYoung = { [retries] (line: Line) in retries.isWorthAsking(since: line.since, now: now) }
        retries.forget(untranslated.filter { !isYoung($0) }.map(\.message.id))
        untranslated.removeAll { !isYoung($0) }
        return untranslated.map(\.message).filter {
            !underWay.contains($0.id) && !waiting.contains($0.id) && retries.claimRetry(of: $0.id, after: news)
                && want($0.id)
        }
    }

    func isRetracted(_ id: MessageID) -> Bool { retracted.contains(id) }

    /// No translation is shown that comes only now.
    mutating func retract(_ ids: [MessageID]) {
        if retracted.count >= RecentLines.capacity { retracted = [] }
        retracted.formUnion(ids)
        untranslated.removeAll { ids.contains($0.message.id) }
        retries.forget(ids)
    }
}

extension UntranslatedReason {
    /// Whether the same line may well be translated later: the engine's trouble, not the line's.
    var mayPass: Bool {
        switch self {
        case .unreachable, .resting, .timedOut, .badAnswer, .noTranslation, .busy: true
        default: false
        }
    }
}
