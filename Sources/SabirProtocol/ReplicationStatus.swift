/// How far a relay has come with a room; what it tells the node that it follows. Its own count, not a guess of others.
package struct ReplicationStatus: Hashable, Sendable {
    /// Newest number that it has passed on to its members; 0 before the first.
    package var seq: Int
    /// Messages of its side that wait for their number.
    package var held: Int
    /// Those that follow it, in chains too. At most 100; more are left out.
    package var relays: [RelayStatus]

    package init(seq: Int, held: Int, relays: [RelayStatus] = []) {
        self.seq = seq
        self.held = held
        self.relays = relays
    }
}

/// A relay as a node knows it that it follows, directly or over others. What is nil is not known.
package struct RelayStatus: Hashable, Sendable {
    /// Its id in the room.
    package let member: MemberID
    /// What it is called; told only where it is not in the room.
    package var name: String?
    /// The relay that it follows; nil for the node that says this.
    package var via: MemberID?
    /// False: its connection is lost, or it does not answer any more.
    package var up: Bool
    /// Since when it is not `up`, in milliseconds since 1970 by the clock of the node that it followed.
    package var since: Int?
    /// False: it stands by, as another relay carries the room to its side.
    package var carries: Bool?
    /// Messages that the node which says this has passed on, and that this relay has not.
    package var behind: Int?
    /// Messages of its side that wait there for their number.
    package var held: Int?

    package init(
        member: MemberID, name: String? = nil, via: MemberID? = nil, up: Bool, since: Int? = nil, carries: Bool? = nil,
        behind: Int? = nil, held: Int? = nil
    ) {
        self.member = member
        self.name = name
        self.via = via
        self.up = up
        self.since = since
        self.carries = carries
        self.behind = behind
        self.held = held
    }
}

/// A relay of a room and how many sit right behind it; told to whoever asks without being in.
package struct RelayPlace: Hashable, Sendable {
    package let member: MemberID
    package let name: String
    /// The name of the relay that it sits behind itself.
    package let via: String?
    /// Other relays do not count.
    package let people: Int

    package init(member: MemberID, name: String, via: String? = nil, people: Int) {
        self.member = member
        self.name = name
        self.via = via
        self.people = people
    }
}

/// How a room is carried, as one of its nodes knows it: the answer to `topology`.
package struct RoomTopology: Hashable, Sendable {
    /// Who numbers the room's lines.
    package enum Authority: String, Hashable, Sendable {
        /// The node that answers.
        case own = "self"
        /// A host that it follows as a relay.
        case host
        /// A stream that several nodes share.
        case stream
    }

    package var authority: Authority
    /// Newest number that this node has passed on.
    package var seq: Int
    /// People at this very node.
    package var here: Int
    /// What this node is in the room, where it is a relay and knows.
    package var member: MemberID?
    /// Whether the way to the authority is there; nil where that is this node.
    package var up: Bool?
    /// Since when it is not, in milliseconds since 1970 by this node's clock.
    package var since: Int?
    /// Messages of this side that wait for their number; nil where this node numbers them.
    package var held: Int?
    /// Messages that the authority has and this node has not; nil where it cannot know.
    package var behind: Int?
    /// At most 100.
    package var relays: [RelayStatus]
    /// People in the room behind no relay; nil to a member, who has the list.
    package var people: Int?
    /// At most 100; empty to a member.
    package var places: [RelayPlace] = []

    package init(
        authority: Authority, seq: Int, here: Int, member: MemberID? = nil, up: Bool? = nil, since: Int? = nil,
        held: Int? = nil, behind: Int? = nil, relays: [RelayStatus] = []
    ) {
        self.authority = authority
        self.seq = seq
        self.here = here
        self.member = member
        self.up = up
        self.since = since
        self.held = held
        self.behind = behind
        self.relays = relays
    }
}

extension ReplicationStatus {
    /// Relays that one packet names.
    package static let most = 100

    init(_ json: JSONObject) throws(WireFault) {
        self.init(
            seq: try json.required("seq"), held: try json.count("held") ?? 0, relays: try json.relayStandings())
        guard relays.count <= Self.most else {
            throw WireFault(.badPacket, "\"standing\" names at most \(Self.most) relays.")
        }
    }
}

extension RelayStatus {
    fileprivate init(_ json: JSONObject) throws(WireFault) {
        guard let member = try json.shortString("member"), let up = try json.bool("up") else {
            throw WireFault(.badPacket, "A relay's standing needs a \"member\" and an \"up\".")
        }
        self.init(
            member: MemberID(rawValue: member),
            name: try json.string("name").map { String($0.unicodeScalars.prefix(WireText.maximumName)) }
                .map(WireText.cleanName),
            via: try json.shortString("via").map(MemberID.init(rawValue:)), up: up, since: try json.count("since"),
            carries: try json.bool("carries"), behind: try json.count("behind"), held: try json.count("held"))
    }
}

extension RoomTopology {
    init(_ json: JSONObject) throws(WireFault) {
        guard let authority = try json.string("authority").flatMap(Authority.init(rawValue:)) else {
            throw WireFault(.badPacket, "The topology has no \"authority\" that is known here.")
        }
        self.init(
            authority: authority, seq: try json.count("seq") ?? 0, here: try json.count("here") ?? 0,
            member: try json.shortString("member").map(MemberID.init(rawValue:)), up: try json.bool("up"),
            since: try json.count("since"), held: try json.count("held"), behind: try json.count("behind"),
            relays: try json.relayStandings())
        people = try json.count("people")
        // Whoever is told of places is told of people.
        guard people != nil else { return }
        for place in (try json.objects("places") ?? []).prefix(ReplicationStatus.most) {
            places.append(try RelayPlace(place))
        }
    }
}

extension RelayPlace {
    fileprivate init(_ json: JSONObject) throws(WireFault) {
        guard let member = try json.shortString("member"), let name = try json.string("name") else {
            throw WireFault(.badPacket, "A relay's place needs a \"member\" and a \"name\".")
        }
        self.init(
            member: MemberID(rawValue: member), name: Self.cleaned(name), via: try json.string("via").map(Self.cleaned),
            people: try json.count("people") ?? 0)
    }

    private static func cleaned(_ name: String) -> String {
        WireText.cleanName(String(name.unicodeScalars.prefix(WireText.maximumName)))
    }
}

extension JSONObject {
    fileprivate func relayStandings() throws(WireFault) -> [RelayStatus] {
        var relays: [RelayStatus] = []
        for relay in try objects("relays") ?? [] { relays.append(try RelayStatus(relay)) }
        return relays
    }
}

extension JSONWriter {
    mutating func standing(_ standing: ReplicationStatus) {
        field("type", "standing")
        field("seq", standing.seq)
        field("held", standing.held)
        field("relays", list: standing.relays) { writer, relay in writer.object { $0.standing(of: relay) } }
    }

    mutating func topology(_ topology: RoomTopology) {
        field("type", "topology")
        field("authority", topology.authority.rawValue)
        field("seq", topology.seq)
        field("here", topology.here)
        field("member", ifPresent: topology.member?.rawValue)
        if let up = topology.up { field("up", up) }
        field("since", ifPresent: topology.since)
        field("held", ifPresent: topology.held)
        field("behind", ifPresent: topology.behind)
        field("relays", list: topology.relays) { writer, relay in writer.object { $0.standing(of: relay) } }
        guard let people = topology.people else { return }
        field("people", people)
        field("places", list: topology.places) { writer, place in
            writer.object {
                $0.field("member", place.member.rawValue)
                $0.field("name", place.name)
                $0.field("via", ifPresent: place.via)
                $0.field("people", place.people)
            }
        }
    }

    private mutating func standing(of relay: RelayStatus) {
        field("member", relay.member.rawValue)
        field("name", ifPresent: relay.name)
        field("via", ifPresent: relay.via?.rawValue)
        field("up", relay.up)
        field("since", ifPresent: relay.since)
        if let carries = relay.carries { field("carries", carries) }
        field("behind", ifPresent: relay.behind)
        field("held", ifPresent: relay.held)
    }
}
