import SabirProtocol
import SabirRoom

/// The node as staff see it.
struct StaffHouseJSON: Encodable, Sendable {
    let rooms: [StaffRoomJSON]
    let notices: [WebStaffNotice]
    let you: StaffYouJSON
}

extension WebStaffNotice {
    /// The notice for desks on the network, which names files without their folders. Full paths are only for this
    /// machine's operator, in the log and in `sabir status`.
    var withoutFolders: WebStaffNotice {
        let text = text.replacing(#/(^|[\s("'])/(?:[^\s/]+/)+/#) { String($0.output.1) }
        return WebStaffNotice(code: code, text: text, isPresent: isPresent)
    }
}

/// The staff member logged in at this desk.
struct StaffYouJSON: Encodable, Sendable {
    @OrNull var name: String?
    /// Whether the person may add and remove staff.
    let manages: Bool

    init(_ login: StaffLogin) { (name, manages) = (login.name, login.manages) }
}

/// A room as staff see it.
struct StaffRoomJSON: Encodable, Sendable {
    let room: RoomJSON
    let members: [MemberInfo]
    let muted: Set<MemberID>
    let closed: Bool
    let reports: [ReportJSON]
    let help: [HelpJSON]
    /// How much of the room's lines staff may read at the desk.
    let lines: Lines

    enum Lines: String, Encodable {
        case shown
        case hidden
        /// The lines are kept on another node.
        case elsewhere

        init(_ terms: RoomTerms, areRead: Bool) {
            self = areRead ? .shown : terms.isKeptHere ? .hidden : .elsewhere
        }
    }

    /// For a private talk: the invited visitor, and whether they have entered.
    let invited: Invited?

    struct Invited: Encodable, Sendable {
        let name: String
        let state: String
    }

    private struct Member: Encodable {
        let id: String
        let name: String
        let lang: String
        let muted: Bool
        let role: String?
    }

    private enum Key: CodingKey { case members, closed, reports, help, invited, lines }

    func encode(to encoder: any Encoder) throws {
        try room.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        let members = members.map {
            Member(
                id: $0.id.rawValue, name: $0.name, lang: $0.lang.description, muted: muted.contains($0.id),
                role: $0.role?.rawValue)
        }
        try container.encode(members, forKey: .members)
        try container.encode(closed, forKey: .closed)
        try container.encode(reports, forKey: .reports)
        try container.encode(help, forKey: .help)
        try container.encodeIfPresent(invited, forKey: .invited)
        try container.encode(lines, forKey: .lines)
    }
}
