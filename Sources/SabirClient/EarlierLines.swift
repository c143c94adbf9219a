import SabirProtocol

/// Paging back: what was asked for, put together from as many of the host's pages as it takes. Pure.
package struct EarlierLines: Sendable {
    /// What a person gets who names no number.
    package static let usual = 20
    package static let mostAtOnce = 200
    /// What a host gives at once.
    static let page = HistoryRequest.most

    package enum Step: Equatable {
        case ask(HistoryRequest)
        case show(HistoryPage)
        /// Nobody asked.
        case nothing
    }

    private static let patience = Duration.seconds(10)

    private struct Search {
        let wanted: Int
        let since: ContinuousClock.Instant
        var found: [Message] = []
        /// As the host named it, for the answer.
        var before: Int?
    }

    private var search: Search?
    /// The oldest number that was shown or passed over; nil before anything was.
    package private(set) var oldest: Int?

    package init() {}

    /// A line that was just said is shown.
    package mutating func shown(_ seq: Int) { oldest = min(oldest ?? seq, seq) }

    /// The numbering began anew, or there is no connection that would bring an answer.
    package mutating func startOver() { (search, oldest) = (nil, nil) }

    package mutating func giveUp() { search = nil }

    /// Nil while an answer is still on its way, unless that has taken too long.
    package mutating func ask(before: Int?, limit: Int, now: ContinuousClock.Instant) -> HistoryRequest? {
        if let search, now - search.since < Self.patience { return nil }
        search = Search(wanted: min(limit, Self.mostAtOnce), since: now)
        return HistoryRequest(before: before ?? oldest, limit: min(limit, Self.page))
    }

    package mutating func received(_ page: HistoryPage) -> Step {
        guard var search else { return .nothing }
        search.before = search.before ?? page.before
        search.found = page.messages + search.found
        let missing = search.wanted - search.found.count
        if page.more, missing > 0, let first = page.messages.first {
            self.search = search
            return .ask(HistoryRequest(before: first.seq, limit: min(missing, Self.page)))
        }
        self.search = nil
        let reached = search.found.first?.seq ?? page.before
        oldest = min(oldest ?? reached, reached)
        let before = search.before ?? page.before
        return .show(HistoryPage(before: before, messages: search.found, more: page.more))
    }
}
