import SabirProtocol
import SabirRoom

/// A room's nodes, as the desk draws them. Unknown values are `null`.
struct TopologyJSON: Encodable, Sendable {
    struct Node: Encodable, Sendable {
        /// An identifier that is unique in this answer and means nothing else.
        let id: String
        /// `host` or `stream` (shared by several nodes) numbers the room's lines; `node` is a node of a stream; `relay`
        /// follows a host.
        let kind: String
        @OrNull var name: String? = nil
        @OrNull var parent: String? = nil
        /// Whether this is the node that serves the page.
        let own: Bool
        /// How many members are connected to this node; at the stream, to other nodes.
        let people: Int
        /// False if the connection to the node above is lost; `since` says since when, in milliseconds since 1970.
        @OrNull var up: Bool? = nil
        @OrNull var since: Int? = nil
        /// Whether the relay is idle, as another relay carries the room on its side.
        let standby: Bool
        /// How many messages the node has not passed on yet.
        @OrNull var behind: Int? = nil
        /// How many messages of the node's members wait for their number.
        @OrNull var held: Int? = nil
    }

    let nodes: [Node]

    /// Lists each node after the one that it follows.
    ///
    /// - Parameter members: Everybody in the room.
    init(_ told: RoomTopology, _ members: [MemberInfo]) {
        let isStream = told.authority == .stream
        let people = members.count { $0.role != .relay && $0.via == nil }
        let host = Node(
            id: "root", kind: isStream ? "stream" : "host", own: told.authority == .own,
            people: told.authority == .own ? people : max(0, people - told.here), standby: false)
        // The entry of this node in a cluster.
        let here = Node(
            id: "this", kind: "node", parent: host.id, own: true, people: told.here, up: told.up, since: told.since,
            standby: false, behind: told.behind, held: told.held)
        // Once each: where two relays have one name, as one that went and came back under a new id, their names can
        // form a ring, and the desk's map follows parents.
        var listed: Set<String> = []
        let relays = RelayTree(members, told).nodes(behind: nil, at: host.id, hops: 1)
        nodes = [host] + (isStream ? [here] : []) + relays.filter { listed.insert($0.id).inserted }
    }
}

/// The relays of a room: members with that role, and every other member says which relay it is behind.
private struct RelayTree {
    /// Most relays in a chain below the host. Bounded, as names might form a ring.
    private static let deepest = 9

    private var names: [MemberID: String]
    /// The name of the relay that each relay follows; nil where it follows the host.
    private var parents: [MemberID: String?]
    /// The members directly behind each relay, without other relays.
    private let people: [String: Int]
    private let statuses: [MemberID: RelayStatus]
    private let told: RoomTopology

    init(_ members: [MemberInfo], _ told: RoomTopology) {
        self.told = told
        people = Dictionary(members.filter { $0.role != .relay }.compactMap { $0.via.map { ($0, 1) } }) { $0 + $1 }
        statuses = Dictionary(told.relays.map { ($0.member, $0) }) { first, _ in first }
        let relays = members.filter { $0.role == .relay }
        names = Dictionary(relays.map { ($0.id, $0.name) }) { first, _ in first }
        for relay in told.relays where names[relay.member] == nil { names[relay.member] = relay.name }
        parents = Dictionary(relays.map { ($0.id, $0.via) }) { first, _ in first }
        // The reporting node's word counts: it tells of the relays that follow it directly without a parent.
        for relay in told.relays { parents[relay.member] = (relay.via ?? told.member).flatMap { names[$0] } }
    }

    /// The relays behind this one, each followed by those behind it.
    func nodes(behind via: String?, at parent: String, hops: Int) -> [TopologyJSON.Node] {
        guard hops <= Self.deepest else { return [] }
        let here = names.filter { parents[$0.key, default: nil] == via && $0.value != via }
        return here.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.flatMap { id, name in
            [node(id, name, parent)] + nodes(behind: name, at: id.rawValue, hops: hops + 1)
        }
    }

    private func node(_ id: MemberID, _ name: String, _ parent: String) -> TopologyJSON.Node {
        let isOwn = told.member == id
        let status = statuses[id]
        return TopologyJSON.Node(
            id: id.rawValue, kind: "relay", name: name, parent: parent, own: isOwn,
            people: isOwn ? told.here : people[name] ?? 0, up: isOwn ? told.up : status?.up,
            since: isOwn ? told.since : status?.since, standby: !isOwn && status?.carries == false,
            behind: isOwn ? told.behind : status?.behind, held: isOwn ? told.held : status?.held)
    }
}
