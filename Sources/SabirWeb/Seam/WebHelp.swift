import SabirProtocol

/// Whom a call for help reaches.
package struct WebHelpReach: Sendable, Hashable {
    /// How the room's interpreter is reached; "" for none.
    package let contact: String
    /// People in the room besides the caller who hear of it at once.
    package let here: Int
    /// Whether any of them is staff.
    package let isStaffHere: Bool
    /// The room is another node's too, whose staff may be there unseen.
    package let isElsewhere: Bool
    /// What a caller wishes for besides goes as far as the call does; where not, to the staff of this node alone.
    package let takesWishes: Bool

    package init(
        contact: String = "", here: Int = 0, isStaffHere: Bool = false, isElsewhere: Bool = false,
        takesWishes: Bool = true
    ) {
        self.takesWishes = takesWishes
        self.contact = contact
        self.here = here
        self.isStaffHere = isStaffHere
        self.isElsewhere = isElsewhere
    }
}

/// A call as the room took it.
package struct WebHelpReceipt: Sendable, Hashable {
    package let call: HelpCall
    package let reach: WebHelpReach
    /// The way to the room's host is lost: people there are told when it is back.
    package let isHeld: Bool

    package init(call: HelpCall, reach: WebHelpReach, isHeld: Bool = false) {
        self.call = call
        self.reach = reach
        self.isHeld = isHeld
    }
}
