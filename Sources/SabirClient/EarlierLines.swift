import SabirProtocol

/// Pages back through earlier lines: puts one answer together from as many of the host's pages as needed. Pure.
package struct EarlierLines: Sendable {
    /// Lines for a person who names no number.
    package static let usual = 20
    /// Most lines in one answer.
    package static let mostAtOnce = 200
    /// Most lines that a host gives at once.
    static let page = HistoryRequest.most

    package enum Step: Equatable {
        case ask(HistoryRequest)
        case show(HistoryPage)
        /// The page answers no request of this person.
        case nothing
    }

    private static let patience = Duration.seconds(10)

    private struct Search {
        let wanted: Int
        let since: ContinuousClock.Instant
        var found: [Message] = []
        /// The number before which the first page began, as the host named it; part of the answer.
        var before: Int?
    }

    private var search: Search?
    /// The lowest sequence number that was shown or skipped; nil before the first.
    package private(set) var oldest: Int?

    package init() {}

    package mutating func markShown(_ seq: Int) { oldest = min(oldest ?? seq, seq) }

    /// Forgets everything: the numbering began anew, or the connection that would bring an answer is gone.
    package mutating func reset() { (search, oldest) = (nil, nil) }

    package mutating func cancelSearch() { search = nil }

    /// Begins a search, and returns its first request; nil while the answer to an earlier search is still on its way
    /// and not overdue (10 s).
    package mutating func ask(before: Int?, limit: Int, now: ContinuousClock.Instant) -> HistoryRequest? {
        if let search, now - search.since < Self.patience { return nil }
        search = Search(wanted: min(limit, Self.mostAtOnce), since: now)
        return HistoryRequest(before: before ?? oldest, limit: min(limit, Self.page))
    }

    package mutating func add(_ page: HistoryPage) -> Step {
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
