import SabirProtocol

/// The grants of rooms' first hosts for this node's certificate, and when they are to be asked for anew. Pure: times
/// are milliseconds since 1970, passed in.
package struct GrantBook: Sendable {
    /// How long a grant holds that the first host of a clustered room makes.
    package static let life = 90 * 86_400_000

    /// By room; nil where none has been had yet, or none is needed.
    private var grants: [String: Grant?] = [:]

    package init() {}

    /// At half its life: so there are weeks for a first host that is away.
    static func isDue(_ grant: Grant, now: Int) -> Bool { grant.expires - now <= life / 2 }

    package mutating func follow(_ room: String) { grants[room] = .some(nil) }

    /// What was last had for this room; a node that has a grant keeps it where there is no other.
    package mutating func had(_ grant: Grant?, of room: String) { if let grant { grants[room] = grant } }

    /// Rooms whose grant is to be asked for, in their order.
    package func due(now: Int) -> [String] {
        grants.filter { $0.value.map { Self.isDue($0, now: now) } ?? true }.keys.sorted()
    }

    /// Rooms whose grant no guest takes any more.
    package func ended(now: Int) -> [String] {
        grants.filter { $0.value.map { $0.expires <= now } ?? false }.keys.sorted()
    }
}
