import SabirWire

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
    /// Where it was made; left out in the room itself.
    let room: Room?

    struct Room: Encodable, Sendable {
        let id: String
        let name: String
    }

    init(_ call: HelpCall) {
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

/// The answer to a call: who has been told.
struct HelpReceiptJSON: Encodable, Sendable {
    let contact: String
    /// Whether somebody of staff hears of it; nil where that is not known.
    @OrNull var staff: Bool?
    let here: Int
    let member: String?
    let ts: Int?
    let held: Bool?

    init(_ reach: WebHelpReach, staff: Bool?, _ receipt: WebHelpReceipt? = nil) {
        contact = reach.contact
        here = reach.here
        member = receipt?.call.caller.id.rawValue
        ts = receipt?.call.ts
        held = receipt?.isHeld == true ? true : nil
        self.staff = staff
    }
}

/// The calls of all rooms, for staff.
struct HelpListJSON: Encodable, Sendable {
    let calls: [HelpJSON]
}
