import SabirProtocol

/// Who is in a room at the other nodes.
///
/// Pure. Each node says it again every few seconds; of a node that has been silent for longer nobody is in any more.
struct PresenceTable: Sendable {
    static let beat = Duration.seconds(5)
    /// Also how long the bucket keeps a value.
    static let patience = Duration.seconds(15)

    /// By key: the node's token, a dot and the page's number.
    private var pages: [String: (members: [ClusterMember], heard: ContinuousClock.Instant)] = [:]

    /// Everybody, in the order of their nodes.
    var members: [ClusterMember] { pages.sorted { $0.key < $1.key }.flatMap(\.value.members) }

    /// What stands for this member's device; nil where it is not known.
    func author(of id: MemberID) -> String? {
        for page in pages.values {
            if let member = page.members.first(where: { $0.info.id == id }) { return member.author }
        }
        return nil
    }

    /// Whether that is news.
    mutating func update(_ key: String, _ members: [ClusterMember], now: ContinuousClock.Instant) -> Bool {
        let known = pages[key]?.members
        pages[key] = (members, now)
        return known ?? [] != members
    }

    /// Whether that is news. What was read of a node that has been heard is older than that.
    mutating func remember(_ key: String, _ members: [ClusterMember], now: ContinuousClock.Instant) -> Bool {
        pages[key] == nil && update(key, members, now: now)
    }

    /// Whether somebody has vanished with their node.
    mutating func expire(now: ContinuousClock.Instant) -> Bool {
        let silent = pages.filter { now - $0.value.heard > Self.patience }
        for key in silent.keys { pages[key] = nil }
        return silent.values.contains { !$0.members.isEmpty }
    }
}
