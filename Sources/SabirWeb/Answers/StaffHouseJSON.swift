import SabirWire

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
    let help: [HelpCall]

    private struct Member: Encodable {
        let id: String
        let name: String
        let lang: String
        let muted: Bool
        let role: String?
    }

    private enum Key: CodingKey { case members, closed, reports, help }

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
        try container.encode(help.map(HelpJSON.init), forKey: .help)
    }
}
