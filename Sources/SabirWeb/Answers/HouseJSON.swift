import SabirWire

struct HouseJSON: Encodable, Sendable {
    let name: String
    let rooms: [RoomJSON]
    let languages: [LanguageJSON]
    let suggested: [String]
    /// Whether staff may give their PIN over this connection.
    let staffHere: Bool
    let secure: SecureDoorJSON?

    private enum CodingKeys: String, CodingKey {
        case name, rooms, languages, suggested, secure
        case staffHere = "staff_here"
    }
}

/// Where the page takes PIN and passwords, as this connection takes neither: HTTPS with the node's own certificate.
struct SecureDoorJSON: Encodable, Sendable {
    /// On the same host.
    let port: Int
    /// SHA-256 of the certificate as browsers show it, to compare.
    let fingerprint: String
}

/// A room, and what it is to the device that asks.
struct AboutRoomJSON: Encodable, Sendable {
    let room: RoomJSON
    let languages: [LanguageJSON]
    let you: YouJSON?
    let remembered: RememberedJSON?
    let secure: SecureDoorJSON?

    private enum Key: CodingKey { case languages, you, remembered, secure }

    func encode(to encoder: any Encoder) throws {
        try room.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(languages, forKey: .languages)
        try container.encode(you, forKey: .you)
        try container.encode(remembered, forKey: .remembered)
        try container.encodeIfPresent(secure, forKey: .secure)
    }
}

struct YouJSON: Encodable, Sendable {
    let member: String
    let name: String
    let lang: String

    init(_ member: MemberInfo) {
        self.member = member.id.rawValue
        name = member.name
        lang = member.lang.description
    }
}

struct RememberedJSON: Encodable, Sendable {
    let name: String
    let lang: String
}

struct EnteredJSON: Encodable, Sendable {
    let member: String
    let name: String
    let lang: String
    let epoch: String
    let seq: Int

    init(_ seat: WebSeat) {
        member = seat.member.id.rawValue
        name = seat.member.name
        lang = seat.member.lang.description
        epoch = seat.epoch
        seq = seat.seq
    }
}

struct ReceiptJSON: Encodable, Sendable {
    let id: String
    let seq: Int
    let ts: Int
}

/// It waits at this node until the way to the room's host is back.
struct HeldJSON: Encodable, Sendable {
    let id: String
    let held: Bool
}

struct MembersJSON: Encodable, Sendable {
    let members: [MemberJSON]
    let more: Bool
}

/// The house as staff see it.
struct StaffHouseJSON: Encodable, Sendable {
    let rooms: [StaffRoomJSON]
    let notices: [WebStaffNotice]
}

/// A room as staff see it.
struct StaffRoomJSON: Encodable, Sendable {
    let room: RoomJSON
    let members: [WebStaffMember]
    let closed: Bool
    let reports: [WebReport]

    private struct Member: Encodable {
        let id: String
        let name: String
        let lang: String
        let muted: Bool
        let role: String?
    }

    private enum Key: CodingKey { case members, closed, reports }

    func encode(to encoder: any Encoder) throws {
        try room.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        let members = members.map {
            Member(
                id: $0.info.id.rawValue, name: $0.info.name, lang: $0.info.lang.description, muted: $0.isMuted,
                role: $0.info.role?.rawValue)
        }
        try container.encode(members, forKey: .members)
        try container.encode(closed, forKey: .closed)
        try container.encode(reports.map(ReportJSON.init), forKey: .reports)
    }
}
