/// Asks a node, before any hello, for its rooms: for networks through which no announcement passes.
package struct RoomListRequest: Hashable, Sendable {
    /// Id of the last room of the page before; nil asks for the first page.
    package let after: String?

    package init(after: String? = nil) { self.after = after }
}

/// The answer to `rooms`: a page of the rooms that the node would announce.
package struct RoomList: Hashable, Sendable {
    /// Most rooms in one packet, so that it fits a frame with any names.
    package static let maximumRooms = 50

    /// A room as its TXT record has it.
    package struct Room: Hashable, Sendable {
        package let id: String
        /// 1–63 bytes.
        package let name: String
        /// Members now.
        package let n: Int
        /// `none` or `password`; a reader ignores a room that requires something unknown.
        package let auth: String
        /// The relay that carries the room, and how many relays there are between here and its host (1–8); nil for this
        /// node's own room.
        package let via: String?
        package let hops: Int?

        package init(id: String, name: String, n: Int, auth: String, via: String? = nil, hops: Int? = nil) {
            self.id = id
            self.name = name
            self.n = n
            self.auth = auth
            self.via = via
            self.hops = hops
        }
    }

    /// The node's id, unique on the network.
    package let node: String
    /// What people call the node.
    package let name: String
    /// Port of the node's page, if it has one.
    package let web: Int?
    package let rooms: [Room]
    /// Whether more rooms follow, to be requested with the last one's id.
    package let more: Bool

    package init(node: String, name: String, web: Int? = nil, rooms: [Room], more: Bool) {
        self.node = node
        self.name = name
        self.web = web
        self.rooms = rooms
        self.more = more
    }
}

extension RoomListRequest {
    init(_ json: JSONObject) throws(WireFault) {
        let after = try json.string("after")
        guard after.map({ MessageID($0) != nil }) ?? true else {
            throw WireFault(.badPacket, "\"after\" is not the id of a room.")
        }
        self.init(after: after)
    }
}

extension RoomList {
    /// Text is cleaned, as a guest does not trust its host's cleaning; rooms beyond the bound are left out.
    init(_ json: JSONObject) throws(WireFault) {
        guard let listed = try json.objects("rooms"), let more = try json.bool("more") else {
            throw WireFault(.badPacket, "The packet has no \"rooms\" or no \"more\".")
        }
        let rooms = try listed.prefix(Self.maximumRooms).map(Room.init)
        self.init(
            node: try json.required("node"), name: WireText.cleanName(try json.required("name")),
            web: try json.port("web"), rooms: rooms, more: more)
    }
}

extension RoomList.Room {
    fileprivate init(_ json: JSONObject) throws(WireFault) {
        guard let name = WireText.roomName(try json.required("name")) else {
            throw WireFault(.badPacket, "A room's \"name\" has to have 1 to \(WireText.maximumRoomNameBytes) bytes.")
        }
        self.init(
            id: try json.required("id"), name: name, n: try json.required("n"), auth: try json.required("auth"),
            via: try json.string("via").map(WireText.cleanName),
            hops: try json.count("hops"))
    }
}

extension JSONWriter {
    mutating func request(_ request: RoomListRequest) {
        field("type", "rooms")
        field("after", ifPresent: request.after)
    }

    mutating func list(_ list: RoomList) {
        field("type", "rooms")
        field("node", list.node)
        field("name", list.name)
        field("web", ifPresent: list.web)
        field("rooms", list: list.rooms) { writer, room in
            writer.object {
                $0.field("id", room.id)
                $0.field("name", room.name)
                $0.field("n", room.n)
                $0.field("auth", room.auth)
                $0.field("via", ifPresent: room.via)
                $0.field("hops", ifPresent: room.hops)
            }
        }
        field("more", list.more)
    }
}
