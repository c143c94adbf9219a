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

    private var here: [MemberID: MemberHere] = [:]
    private var told: [PresencePage] = []
    private var toldAt: ContinuousClock.Instant?
    private var isDue = false

    /// All members at this node, in the order of their ids.
    var members: [MemberHere] { here.values.sorted { $0.info.id < $1.info.id } }

    /// The token of this member's device; nil where it has none, or is not here.
    func author(of id: MemberID) -> String? { here[id]?.token }

    mutating func apply(_ presence: PresenceHere) {
        switch presence {
        case .all(let all): here = Dictionary(all.map { ($0.info.id, $0) }) { $1 }
        case .joined(let member), .changed(let member): here[member.info.id] = member
        case .left(let id): here[id] = nil
        }
        isDue = true
    }

    /// The pages to publish now, by number.
    mutating func take(now: ContinuousClock.Instant) -> [(page: Int, PresencePage)] {
        let since = toldAt.map { now - $0 } ?? .seconds(3_600)
        let isBeat = since >= PresenceTable.beat
        let pause = here.count > PresencePage.capacity ? Self.longPause : Self.pause
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
