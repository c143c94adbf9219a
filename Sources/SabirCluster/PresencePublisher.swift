import SabirProtocol

/// When this node has to say who is in here.
///
/// Pure. A change goes out at once where the last one is a while ago, otherwise with those that follow it; what has not
/// changed goes again before the bucket forgets it. A node where nobody is in says nothing.
struct PresencePublisher: Sendable {
    /// Between two changes that are told.
    static let pause = Duration.milliseconds(250)
    /// The same where there are so many members that each telling is long.
    static let longPause = Duration.seconds(1)

    private(set) var members: [ClusterMember] = []
    private var told: [PresencePage] = []
    private var toldAt: ContinuousClock.Instant?
    private var isDue = false

    mutating func here(_ members: [ClusterMember]) {
        self.members = members
        isDue = true
    }

    /// What is to be put now, by the number of the page.
    mutating func take(now: ContinuousClock.Instant) -> [(page: Int, PresencePage)] {
        let since = toldAt.map { now - $0 } ?? .seconds(3_600)
        let isBeat = since >= PresenceTable.beat
        let pause = members.count > PresencePage.capacity ? Self.longPause : Self.pause
        guard isBeat || isDue && since >= pause else { return [] }
        let pages = PresencePage.pages(of: members)
        // Pages that there are no more are emptied once.
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

    /// The node says goodbye, or nobody knows what arrived of what was told.
    mutating func forget() { (told, toldAt, isDue) = ([], nil, true) }
}
