/// In the `hello` of a node that carries the room on. Only a device key in the host's list of relays may send it.
package struct RelayHello: Hashable, Sendable {
    /// The node's id.
    package let node: String
    /// The space of the member ids that the relay gives: 1 or more.
    package let space: Int
    /// The side to which the relay opens the room: of several relays to one side the host lets one carry. At most 128
    /// bytes. A relay without a side always carries.
    package let side: String?

    package init(node: String, space: Int, side: String?) {
        self.node = node
        self.space = space
        self.side = side
    }
}

/// Members who came, changed or left behind a relay. After each `welcome` there are none until told.
package struct CarriedPresence: Hashable, Sendable {
    /// At most 100.
    package var members: [MemberHere]
    /// At most 100.
    package var left: [MemberID]

    package init(members: [MemberHere] = [], left: [MemberID] = []) {
        self.members = members
        self.left = left
    }
}

extension RelayHello {
    static let maximumSpace = 1 << 24 - 2

    init(_ json: JSONObject) throws(WireFault) {
        guard let node = try json.shortString("node"), let space = try json.int("space"),
            (1...Self.maximumSpace).contains(space)
        else { throw WireFault(.badPacket, "\"relay\" needs a \"node\" and a \"space\" of 1 or more.") }
        self.init(node: node, space: space, side: try json.shortString("side"))
    }
}

/// A member on whose behalf a relay speaks.
extension MemberHere {
    init(_ json: JSONObject) throws(WireFault) {
        let info = try json.memberInfo()
        guard !info.name.isEmpty, info.name.unicodeScalars.count <= WireText.maximumName,
            info.id.rawValue.utf8.count <= 64
        else { throw WireFault(.badPacket, "A carried member's \"id\" or \"name\" is no use.") }
        self.init(info, token: try json.shortString("author"))
    }
}

extension CarriedPresence {
    static let most = 100

    init(_ json: JSONObject) throws(WireFault) {
        self.init(
            members: try json.objects("members")?.map(MemberHere.init) ?? [],
            left: (try json.strings("left") ?? []).map(MemberID.init(rawValue:)))
        guard members.count <= Self.most, left.count <= Self.most else {
            throw WireFault(.badPacket, "\"behind\" names at most \(Self.most) members at once.")
        }
    }
}

extension HostPacket {
    /// Whether a relay passes such a packet on for a member behind it.
    package var isHandedOn: Bool {
        switch self {
        case .unclear, .person, .report, .help: true
        default: false
        }
    }

    /// Whether a host sends such a packet to a member behind a relay.
    package var isAddressed: Bool {
        switch self {
        case .unclear, .person, .report, .error: true
        default: false
        }
    }

    /// A packet within a packet.
    static func within(_ json: JSONObject, if isMeant: (HostPacket) -> Bool) throws(WireFault) -> HostPacket {
        guard let body = try json.object("packet") else { throw WireFault(.badPacket, "There is no \"packet\".") }
        let packet = try HostPacket(json: body)
        guard isMeant(packet) else { throw WireFault(.badPacket, "Such a packet is not passed on.") }
        return packet
    }
}

extension JSONWriter {
    mutating func relay(_ relay: RelayHello) {
        field("node", relay.node)
        field("space", relay.space)
        field("side", ifPresent: relay.side)
    }

    mutating func carried(_ carried: MemberHere) {
        memberFields(carried.info)
        field("author", ifPresent: carried.token)
    }

    mutating func behind(_ presence: CarriedPresence) {
        field("members", list: presence.members) { writer, member in writer.object { $0.carried(member) } }
        field("left", list: presence.left) { $0.string($1.rawValue) }
    }

    /// Writes a packet within a packet.
    mutating func field(_ key: StaticString, packet: HostPacket) {
        var inner = FrameEncoder()
        inner.append(packet)
        field(key, json: Array(inner.writer.bytes.dropFirst(Frame.headerLength)))
    }
}
