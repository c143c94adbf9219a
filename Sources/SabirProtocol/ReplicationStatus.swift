/// A relay's progress in a room, which it reports to the node that it follows; counted by the relay itself.
package struct ReplicationStatus: Hashable, Sendable {
    /// Number of the newest message that the relay has told its members; 0 before the first.
    package var seq: Int
    /// Messages of the relay's side that wait for a number.
    package var held: Int
    /// Relays that follow this one, directly or in chains. At most 100; more are left out.
    package var relays: [RelayStatus]

    package init(seq: Int, held: Int, relays: [RelayStatus] = []) {
        self.seq = seq
        self.held = held
        self.relays = relays
    }
}

/// A relay as known to a node that it follows, directly or through others. Nil means unknown.
package struct RelayStatus: Hashable, Sendable {
    /// The relay's member id in the room.
    package let member: MemberID
    /// The relay's name; only where it is not in the room.
    package var name: String?
    /// The relay that it follows; nil for the reporting node.
    package var via: MemberID?
    /// False where the relay's connection is lost, or it no longer answers.
    package var up: Bool
    /// Since when the relay is not `up`, in milliseconds since 1970 by the clock of the node that it followed.
    package var since: Int?
    /// False where the relay stands by, as another one carries the room to its side.
    package var carries: Bool?
    /// Messages that the reporting node has told and this relay has not.
    package var behind: Int?
    /// Messages of the relay's side that wait there for a number.
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

extension ReplicationStatus {
    /// Relays that one packet names.
    package static let most = 100

    init(_ json: JSONObject) throws(WireFault) {
        self.init(
            seq: try json.required("seq"), held: try json.count("held") ?? 0,
            relays: try json.objects("relays")?.map(RelayStatus.init) ?? [])
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

extension JSONWriter {
    mutating func replicationStatus(_ status: ReplicationStatus) {
        field("type", "standing")
        field("seq", status.seq)
        field("held", status.held)
        field("relays", list: status.relays) { writer, relay in writer.object { $0.relayStatus(relay) } }
    }

    private mutating func relayStatus(_ relay: RelayStatus) {
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
