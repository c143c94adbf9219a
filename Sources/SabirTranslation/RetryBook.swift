/// News of an engine that works.
package enum EngineNews: Sendable {
    /// The engine is back after being known as down.
    case back
    /// The engine failed at a text, but was found to work right afterwards.
    case proved
}

/// Decides which texts to translate again when an engine works again, for the feed and the terminal alike. Pure.
///
/// A question is a text for readers of one language. The caller keeps the texts and knows which lack a translation;
/// this book knows which answers are older than the engines' news, and how often a text was retried.
package struct RetryBook<Question: Hashable & Sendable>: Sendable {
    /// How often a text is retried at a working engine that failed at it: the text may be the cause.
    static var secondTries: Int { 2 }

    private let age: Duration
    /// Questions under way when news came. If they end without a translation, they are older than the news.
    private var overtaken: [Question: EngineNews] = [:]
    private var made: [Question: Int] = [:]

    /// - Parameter age: how long an untranslated text is worth retrying; nobody looks for it later.
    package init(age: Duration = .seconds(15 * 60)) { self.age = age }

    /// - Parameter since: when the text was shown.
    package func isWorthAsking(since: ContinuousClock.Instant, now: ContinuousClock.Instant) -> Bool {
        now - since <= age
    }

    /// - Parameter underWay: the questions that engines have in hand.
    package mutating func recordNews(_ news: EngineNews, during underWay: some Sequence<Question>) {
        for question in underWay where overtaken[question] != .back { overtaken[question] = news }
    }

    /// Records an answer.
    ///
    /// - Returns: the news that the answer is older than, so that the question may be retried; nil for a translation.
    package mutating func recordAnswer(to question: Question, isTranslated: Bool) -> EngineNews? {
        let news = overtaken.removeValue(forKey: question)
        return isTranslated ? nil : news
    }

    /// Whether to retry a question, counting the retry: always after an outage, a few times after a failure at the
    /// text.
    package mutating func claimRetry(of question: Question, after news: EngineNews) -> Bool {
        guard news == .proved else { return true }
        guard made[question, default: 0] < Self.secondTries else { return false }
        made[question, default: 0] += 1
        return true
    }

    /// Questions that were retried and not forgotten since.
    package var tried: some Sequence<Question> { made.keys }

    /// Forgets questions whose texts are gone or translated.
    package mutating func forget(_ questions: some Sequence<Question>) {
        for question in questions { made[question] = nil }
    }
}
