import SabirProtocol

/// Decides when this node publishes who is in here.
///
/// Pure. A change is published at once where the last one is a while ago, otherwise with those that follow; unchanged
/// pages are published again before the bucket forgets them. A node without members publishes nothing.
struct PresencePublisher: Sendable {
    /// Least time between two published changes.
    static let pause = Duration.milliseconds(250)
    /// The pause where many members make each publication long.
    static let longPause = Duration.seconds(1)

    private(set) var members: [MemberHere] = []
    private var told: [PresencePage] = []
    private var toldAt: ContinuousClock.Instant?
    private var isDue = false

    mutating func here(_ members: [MemberHere]) {
        self.members = members
        isDue = true
    }

    /// The pages to publish now, by number.
    mutating func take(now: ContinuousClock.Instant) -> [(page: Int, PresencePage)] {
        let since = toldAt.map { now - $0 } ?? .seconds(3_600)
        let isBeat = since >= PresenceTable.beat
        let pause = members.count > PresencePage.capacity ? Self.longPause : Self.pause
        guard isBeat || isDue && since >= pause else { return [] }
        let pages = PresencePage.pages(of: members)
        // Pages that are no longer needed are emptied once.
        let all = pages + Array(repeating: PresencePage([]), count: max(0, told.count - pages.count))
        let meant = all.enumerated().filter { number, page in
            let before = told.indices.contains(number) ? told[number] : PresencePage([])
            return page != before || isBeat && !page.members.isEmpty
        }
        isDue = false
        toldAt = isBeat || !meant.isEmpty ? now : toldAt
        told = pages
        return meant.map { ($0.offset, $0.element) }
    }

    /// Forgets what was published: the node says goodbye, or it is unknown what has arrived.
    mutating func forget() { (told, toldAt, isDue) = ([], nil, true) }
}
