/// What is told of an engine that is well.
package enum EngineNews: Sendable {
    /// It was known to be away.
    case back
    /// It failed at a text and was found well at once.
    case proved
}

/// Which texts are asked for again when an engine is well: for the feed and a terminal alike. Pure.
///
/// A question is a text for readers of one language. Who keeps the texts chooses which of them have no translation; the
/// book knows which answers are older than what was told of the engines, and how often a text was tried.
package struct RetryBook<Question: Hashable & Sendable>: Sendable {
    /// How often a text is tried again at an engine that failed at it and is well otherwise: it may be the text.
    static var secondTries: Int { 2 }

    private let age: Duration
    /// Questions under way when news came: where they come back without a translation, they are older than the news.
    private var overtaken: [Question: EngineNews] = [:]
    private var made: [Question: Int] = [:]

    /// - Parameter age: how long after a text was read untranslated it is worth asking for, which nobody looks for later.
    package init(age: Duration = .seconds(15 * 60)) { self.age = age }

    /// - Parameter since: when the text was shown.
    package func isWorthAsking(since: ContinuousClock.Instant, now: ContinuousClock.Instant) -> Bool {
        now - since <= age
    }

    /// - Parameter underWay: what engines have in hand.
    package mutating func hear(_ news: EngineNews, during underWay: some Sequence<Question>) {
        for question in underWay where overtaken[question] != .back { overtaken[question] = news }
    }

    /// An answer has come.
    ///
    /// - Returns: the news that it is older than, after which it may be asked for again; nil where it is a translation.
    package mutating func answered(_ question: Question, isTranslated: Bool) -> EngineNews? {
        let news = overtaken.removeValue(forKey: question)
        return isTranslated ? nil : news
    }

    /// Whether it is asked for again: without bound of an engine that was away, a few times of one that failed at a text.
    package mutating func takes(_ question: Question, after news: EngineNews) -> Bool {
        guard news == .proved else { return true }
        guard made[question, default: 0] < Self.secondTries else { return false }
        made[question, default: 0] += 1
        return true
    }

    /// Those that were tried again, until they are forgotten.
    package var tried: some Sequence<Question> { made.keys }

    /// Their texts are gone, or were translated.
    package mutating func forget(_ questions: some Sequence<Question>) {
        for question in questions { made[question] = nil }
    }
}
