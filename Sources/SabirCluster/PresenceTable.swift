import SabirWire

/// Who is in a room at the other nodes.
///
/// Pure. Each node says it again every few seconds; of a node that has been silent for longer nobody is in any more.
struct PresenceTable: Sendable {
    static let beat = Duration.seconds(5)
    static let patience = Duration.seconds(15)

    private var nodes: [String: (members: [MemberInfo], heard: ContinuousClock.Instant)] = [:]

    /// Everybody, in the order of their nodes.
    var members: [MemberInfo] { nodes.sorted { $0.key < $1.key }.flatMap(\.value.members) }

    /// Whether that is news.
    mutating func hear(_ node: String, _ members: [MemberInfo], now: ContinuousClock.Instant) -> Bool {
        let known = nodes[node]?.members
        nodes[node] = (members, now)
        return known ?? [] != members
    }

    /// Whether somebody has vanished with their node.
    mutating func expire(now: ContinuousClock.Instant) -> Bool {
        let silent = nodes.filter { now - $0.value.heard > Self.patience }
        for node in silent.keys { nodes[node] = nil }
        return silent.values.contains { !$0.members.isEmpty }
    }
}
