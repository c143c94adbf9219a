import SabirProtocol
import SabirRoom

/// A call for help.
struct HelpJSON: Encodable, Sendable {
    let member: String
    let from: String
    let lang: String
    let role: String?
    @OrNull var about: String?
    let ts: Int
    /// Milliseconds since it was made: phones' clocks are not to be trusted.
    let age: Int
    let state: String
    let contact: String
    let present: Bool
    /// Who is coming, where that is known.
    let by: String?
    /// Where it was made; left out in the room itself.
    let room: Room?
    /// `private` where the caller wants to talk with staff alone; told to staff, and nobody else.
    let wish: String?
    /// To which room staff have invited the caller; told to staff.
    let talk: TalkTold?
    /// Whether the caller is at a page of this node, where an invitation can be shown; told to desks.
    let page: Bool?
    /// Behind which relay or at which other node the caller is; told to staff.
    let via: String?

    struct Room: Encodable, Sendable {
        let id: String
        let name: String
    }

    init(_ call: HelpCall, _ talk: TalkTold? = nil, isOnPage: Bool? = nil) {
        wish = call.wish?.rawValue
        via = call.wish == nil && isOnPage == nil ? nil : call.caller.via
        self.talk = talk
        page = isOnPage
        by = call.by
        member = call.caller.id.rawValue
        from = call.caller.name
        lang = call.caller.lang.description
        role = call.caller.role?.rawValue
        about = call.about?.description
        ts = call.ts
        age = call.age
        state = call.state.rawValue
        contact = call.contact
        present = call.isPresent
        room = call.room.map { Room(id: $0.id, name: $0.name) }
    }
}

/// An invitation into a room of one's own; `talk` is null where there is none any more.
struct InvitedJSON: Encodable, Sendable {
    @OrNull var talk: TalkTold?
}

/// Whether somebody of staff is at a desk or in a room of the node now; told to whoever waits for an answer.
struct StaffThereJSON: Encodable, Sendable {
    let here: Bool
}

/// The answer to a call: who has been told.
struct HelpReceiptJSON: Encodable, Sendable {
    let contact: String
    /// Whether somebody of staff hears of it; nil where that is not known.
    @OrNull var staff: Bool?
    let here: Int
    let member: String?
    let ts: Int?
    let held: Bool?
    /// How far a wish for a private talk goes: `all`, as far as the call, or `node`, to the staff of this node alone.
    let talkReaches: String

    private enum CodingKeys: String, CodingKey {
        case contact, staff, here, member, ts, held
        case talkReaches = "talk_reaches"
    }

    init(_ reach: HostedRoom.HelpReach, staff: Bool?, _ receipt: HostedRoom.HelpReceipt? = nil) {
        contact = reach.contact
        here = reach.here
        member = receipt?.call.caller.id.rawValue
        ts = receipt?.call.ts
        held = receipt?.isHeld == true ? true : nil
        self.staff = staff
        talkReaches = reach.takesWishes ? "all" : "node"
    }
}

/// The calls of all rooms, for staff.
struct HelpListJSON: Encodable, Sendable {
    let calls: [HelpJSON]
}

/// A room to which a visitor is invited, as it and staff are told.
struct TalkTold: Hashable, Sendable, Encodable {
    let room: String
    let name: String
    let path: String
    /// Whether the visitor has been in.
    let isIn: Bool

    init(room: String, name: String, isIn: Bool) {
        (self.room, self.name, self.isIn) = (room, name, isIn)
        path = "/r/" + PathText.encoded(room)
    }

    private enum CodingKeys: String, CodingKey {
        case room, name, path
        case isIn = "in"
    }
}
