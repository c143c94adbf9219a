import SabirProtocol
import SabirRoom

/// The node as staff see it.
struct StaffHouseJSON: Encodable, Sendable {
    let rooms: [JoinedJSON<RoomJSON, StaffRoomJSON>]
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

/// What staff see of a room besides; joined with the room itself.
struct StaffRoomJSON: Encodable, Sendable {
    /// The members, each with whether the member is `muted`.
    let members: [JoinedJSON<MemberJSON, [String: Bool]>]
    let closed: Bool
    let reports: [ReportJSON]
    let help: [HelpJSON]
    /// How much of the room's lines staff may read at the desk.
    let lines: Lines

    enum Lines: String, Encodable, Sendable {
        case shown
        case hidden
        /// The lines are kept on another node.
        case elsewhere

        init(_ terms: RoomTerms, areRead: Bool) {
            self = areRead ? .shown : terms.isKeptHere ? .hidden : .elsewhere
        }
    }

    /// For a private talk: the `name` of the invited visitor, and whether they have entered (`state`).
    let invited: [String: String]?
}
