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
    /// The call's age in milliseconds. Phones use it instead of `ts`, as their clocks may be wrong.
    let age: Int
    let state: String
    let contact: String
    let present: Bool
    /// Who is coming; nil if nobody said so.
    let by: String?
    /// Id and name of the call's room; left out in that room itself.
    let room: [String: String]?
    /// `private` if the caller wants to talk with staff alone; sent only to staff.
    let wish: String?
    /// The private talk to which staff invited the caller; sent only to staff.
    let talk: TalkTold?
    /// Whether the caller has a page of this node open, which can show an invitation; sent only to desks.
    let page: Bool?
    /// The relay or other node that the caller is connected to; sent only to staff.
    let via: String?

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
        room = call.room.map { ["id": $0.id, "name": $0.name] }
    }
}

/// The answer to a call for help: who was told of it.
struct HelpReceiptJSON: Encodable, Sendable {
    let contact: String
    /// Whether staff hear of the call; nil if that is unknown.
    @OrNull var staff: Bool?
    let here: Int
    let member: String?
    let ts: Int?
    let held: Bool?
    /// Who gets a wish for a private talk: `all`, everybody who gets the call, or `node`, only the staff of this node.
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

/// A private talk, as the invited visitor and staff see it.
struct TalkTold: Hashable, Sendable, Encodable {
    let room: String
    let name: String
    let path: String
    /// Whether the visitor has entered the talk.
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
