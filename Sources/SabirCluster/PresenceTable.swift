import SabirProtocol

/// The members of a room at the other nodes.
///
/// Pure. Each node repeats its members every few seconds; those of a silent node expire.
struct PresenceTable: Sendable {
    static let beat = Duration.seconds(5)
    /// When members of a silent node expire; also how long the bucket keeps a value.
    static let patience = Duration.seconds(15)

    /// By key: the node's token, a dot and the page's number.
    private var pages: [String: (members: [MemberHere], heard: ContinuousClock.Instant)] = [:]

    /// All members, in the order of their nodes.
    var members: [MemberHere] { pages.sorted { $0.key < $1.key }.flatMap(\.value.members) }

    /// The token of this member's device; nil where it is not known.
    func author(of id: MemberID) -> String? {
        pages.values.lazy.flatMap(\.members).first { $0.info.id == id }?.token
    }

    /// Takes a page heard from a node. Returns whether it changes anything.
    mutating func update(_ key: String, _ members: [MemberHere], now: ContinuousClock.Instant) -> Bool {
        let known = pages[key]?.members
        pages[key] = (members, now)
        return known ?? [] != members
    }

    /// Takes a page read from the bucket, unless its node was heard already. Returns whether it changes anything.
    mutating func remember(_ key: String, _ members: [MemberHere], now: ContinuousClock.Instant) -> Bool {
        pages[key] == nil && update(key, members, now: now)
    }

    /// Removes the members of silent nodes. Returns whether there were any.
    mutating func expire(now: ContinuousClock.Instant) -> Bool {
        let silent = pages.filter { now - $0.value.heard > Self.patience }
        for key in silent.keys { pages[key] = nil }
        return silent.values.contains { !$0.members.isEmpty }
    }
}
