import SabirProtocol

/// The grants of rooms' first hosts for this node's certificate, and when to request new ones. Pure: times are
/// milliseconds since 1970, passed in.
package struct GrantBook: Sendable {
    /// How long a grant by the first host of a clustered room is valid.
    package static let life = 90 * 86_400_000

    /// By room; nil where there is no grant yet, or none is needed.
    private var grants: [String: Grant?] = [:]

    package init() {}

    /// Whether a new grant is due: at half its life, which leaves weeks for a first host that is away.
    static func isDue(_ grant: Grant, now: Int) -> Bool { grant.expires - now <= life / 2 }

    package mutating func follow(_ room: String) { grants[room] = .some(nil) }

    /// Notes the result of a request for this room; without a new grant the node keeps the one it has.
    package mutating func had(_ grant: Grant?, of room: String) { if let grant { grants[room] = grant } }

    /// Rooms for which a new grant is due, in order.
    package func due(now: Int) -> [String] {
        grants.filter { $0.value.map { Self.isDue($0, now: now) } ?? true }.keys.sorted()
    }

    /// Rooms whose grant guests no longer accept.
    package func ended(now: Int) -> [String] {
        grants.filter { $0.value.map { $0.expires <= now } ?? false }.keys.sorted()
    }
}
