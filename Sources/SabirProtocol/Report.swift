/// A member's report to staff: about a message, a member, or both; without either it is a line to staff alone. The
/// packet `report`.
package struct Report: Hashable, Sendable {
    /// Longest reason, in Unicode scalars.
    package static let maximumText = 500

    package let id: MessageID?
    package let member: MemberID?
    /// In the reporter's words; may be empty. Cleaned like a message.
    package let text: String

    /// Whether the report is a line for staff alone, which concerns nobody.
    package var isLineToStaff: Bool { id == nil && member == nil }

    package init(id: MessageID? = nil, member: MemberID? = nil, text: String = "") {
        self.id = id
        self.member = member
        self.text = text
    }
}

/// A report as the host tells it to staff, and to its author as an acknowledgement. The host's packet `report`.
package struct Reported: Hashable, Sendable {
    /// How far staff of this node are with the report. Not sent over the wire.
    package enum State: String, Hashable, Sendable {
        case open
        /// A staff member has read the report.
        case seen
        case done
    }

    package let reporter: MemberInfo
    package let id: MessageID?
    /// The member concerned, as far as the host knows.
    package let about: MemberID?
    /// That member's name; nil where it has left and its message is no longer kept.
    package let name: String?
    package let text: String
    /// Milliseconds since 1970 by the host's clock.
    package let ts: Int
    /// Whether any staff are in the room now; the node's staff page has the report in any case.
    package let staffIsPresent: Bool
    package var state: State
    /// The room of the report, as told to staff in other rooms of the node; nil in the room itself.
    package var room: RoomInfo?
    /// In a stored list: reports with the same number came from one address, which is not stored. Not sent over the
    /// wire.
    package var holder: Int?

    package init(
        reporter: MemberInfo, id: MessageID?, about: MemberID?, name: String?, text: String, ts: Int,
        staffIsPresent: Bool, state: State = .open, room: RoomInfo? = nil
    ) {
        self.reporter = reporter
        self.id = id
        self.about = about
        self.name = name
        self.text = text
        self.ts = ts
        self.staffIsPresent = staffIsPresent
        self.state = state
        self.room = room
    }

    package var isLineToStaff: Bool { id == nil && about == nil }

    package func told(in room: RoomInfo) -> Reported {
        var told = self
        told.room = RoomInfo(id: room.id, name: room.name)
        return told
    }
}

extension JSONWriter {
    mutating func report(_ report: Report) {
        field("type", "report")
        field("id", ifPresent: report.id?.description)
        field("member", ifPresent: report.member?.rawValue)
        if !report.text.isEmpty { field("text", report.text) }
    }

    mutating func reported(_ reported: Reported) {
        field("type", "report")
        person(reported.reporter)
        field("id", ifPresent: reported.id?.description)
        field("about", ifPresent: reported.about?.rawValue)
        field("name", ifPresent: reported.name)
        field("text", reported.text)
        field("ts", reported.ts)
        field("present", reported.staffIsPresent)
        field(room: reported.room)
    }
}

extension Report {
    init(_ json: JSONObject) throws(WireFault) {
        let (id, member) = (try json.messageID("id"), try json.string("member").map(MemberID.init(rawValue:)))
        do throws(WireFault) {
            self.init(id: id, member: member, text: try json.bounded("text", Self.maximumText, WireText.cleanMessage))
        } catch {
            throw error.naming(id)
        }
        guard !isLineToStaff || !text.allSatisfy(\.isWhitespace) else {
            throw WireFault(
                .badPacket, "A report is about a message, \"id\", or a \"member\"; a line to staff has a \"text\".")
        }
    }
}

extension Reported {
    init(_ json: JSONObject) throws(WireFault) {
        self.init(
            reporter: try json.person(), id: try json.messageID("id"),
            about: try json.string("about").map(MemberID.init(rawValue:)),
            name: try json.string("name").map(WireText.cleanName),
            text: WireText.cleanMessage(try json.string("text") ?? ""), ts: try json.required("ts"),
            staffIsPresent: try json.bool("present") ?? false, room: try json.roomElsewhere())
    }
}
