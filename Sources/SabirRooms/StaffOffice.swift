import SabirWire

/// Who is staff, and where their acts are written down: the node's to know.
///
/// Asked on the event loop of the rooms: it must not wait for anything.
package protocol StaffOffice: Sendable {
    /// What the person of staff is called whose device this is; nil for every other device.
    func staff(withDevice device: String) -> String?
    /// What the relay is called whose key this is; nil for every other device.
    func relay(withDevice device: String) -> String?
    func record(_ entry: StaffRecord)
}

extension StaffOffice {
    package func relay(withDevice device: String) -> String? { nil }
}

/// What staff did, or what was reported to them. Never a text that people wrote.
package struct StaffRecord: Hashable, Sendable {
    /// Who did it: the name a key was given, or where the page was used from; for a report, the member's id.
    package var who: String
    /// An act's name, or `report`.
    package var what: String
    package var room: RoomInfo
    /// Whom it concerns.
    package var member: MemberID?
    package var name: String?
    package var minutes: Int?
    /// The reported message.
    package var message: MessageID?

    package init(_ what: String, by who: String, in room: RoomInfo) {
        self.what = what
        self.who = who
        self.room = room
    }
}

/// A node without staff.
struct NoStaff: StaffOffice {
    func staff(withDevice device: String) -> String? { nil }
    func record(_ entry: StaffRecord) {}
}
