import SabirDiscovery
import SabirProtocol

/// On which of its networks a relay is needed, and which other nodes open the room to everybody there, by what is
/// announced. Pure: it is fed what is heard, and answers with what the host is to be told.
///
/// A network is one where no node of the room's path announces the room itself. A node counts that is heard on every network where this relay is needed: heard on one of them alone, it would leave people elsewhere
/// without the room. What tells networks apart is that announcements do not pass from one to another; addresses would
/// not, as two sites may well use the same.
struct SiblingRelays: Sendable {
    enum Action: Sendable, Equatable {
        case say(SiblingNodes)
        /// `isTime` is to be called after `patience`.
        case wait
    }

    /// One node, as it is heard on one network.
    struct Sighting: Sendable, Hashable {
        let node: String
        /// The interface's index.
        let interface: Int
    }

    /// How long somebody who was heard may be silent: announcements are renewed, and Avahi restarts.
    static let patience = Duration.seconds(3)

    private let node: String
    private var path: Set<String> = []
    /// The interfaces at which a node of the path was heard, since the path is what it is: a host that is away for a while
    /// finds its room's name free when it comes back.
    private var reached: Set<Int> = []
    private var hearing = Hearing.notYet
    /// What the host was told, and whether on this link.
    private var said = SiblingNodes([])
    private var isSaid = false
    private var isAsked = false
    private var isWaiting = false

    private enum Hearing {
        case notYet
        /// Nothing can be heard at the moment.
        case deaf
        case hears(Set<Sighting>, interfaces: Set<Int>)
    }

    /// - Parameter node: this node's id.
    init(node: String) { self.node = node }

    /// The host wants to know, as it does on each link. `path`: the nodes by which the room comes here.
    mutating func asked(path: [String]) -> [Action] {
        if self.path != Set(path) { reached = [] }
        (self.path, isAsked, isSaid) = (Set(path), true, false)
        lookForPath()
        return look(isPatient: false)
    }

    /// Everything that is heard of the room, on the interfaces over which this relay opens it; nil where nothing can be
    /// heard at the moment: then what was said stands.
    mutating func heard(_ sightings: Set<Sighting>?, on interfaces: Set<Int>) -> [Action] {
        hearing = sightings.map { .hears($0, interfaces: interfaces) } ?? .deaf
        lookForPath()
        return look(isPatient: true)
    }

    /// The time since `wait` is over.
    mutating func isTime() -> [Action] {
        isWaiting = false
        return look(isPatient: false)
    }

    /// Whoever comes is told of at once, whoever is missed after a while.
    private mutating func look(isPatient: Bool) -> [Action] {
        guard isAsked, let now = siblings, !isSaid || now != said else { return [] }
        if isPatient, isSaid, !Set(said.nodes).isSubset(of: now.nodes) {
            defer { isWaiting = true }
            return isWaiting ? [] : [.wait]
        }
        (said, isSaid) = (now, true)
        return [.say(now)]
    }

    private var siblings: SiblingNodes? {
        switch hearing {
        case .notYet: nil
        case .deaf: said
        case .hears(let sightings, let interfaces): SiblingNodes(doubles(sightings, interfaces))
        }
    }

    private mutating func lookForPath() {
        guard case .hears(let sightings, _) = hearing else { return }
        for sighting in sightings where path.contains(sighting.node) { reached.insert(sighting.interface) }
    }

    /// The interfaces at which the room is to be announced; nil where there is none to leave out, or no other.
    var opens: Set<Int>? {
        guard case .hears(_, let interfaces) = hearing else { return nil }
        let needed = interfaces.subtracting(reached)
        return needed.isEmpty || needed == interfaces ? nil : needed
    }

    private func doubles(_ sightings: Set<Sighting>, _ interfaces: Set<Int>) -> Set<String> {
        let heard = Dictionary(grouping: sightings) { $0.interface }.mapValues { Set($0.map(\.node)) }
        let needed = interfaces.subtracting(reached)
        guard let first = needed.first else { return [] }
        let everywhere = needed.reduce(heard[first, default: []]) { $0.intersection(heard[$1, default: []]) }
        return everywhere.subtracting([node])
    }
}

extension SiblingRelays.Sighting {
    /// One for each interface at which the room was seen.
    static func all(_ rooms: [DiscoveredRoom]) -> Set<Self> {
        Set(rooms.flatMap { room in room.addresses.map { Self(node: room.record.node, interface: $0.interfaceIndex) } })
    }
}
