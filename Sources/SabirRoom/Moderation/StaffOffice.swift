import NIOCore
import SabirProtocol

/// Who is staff, and where their acts are written down: the node's to know.
///
/// Called on the event loop of the rooms: nothing here waits for a disk.
package protocol StaffOffice: Sendable {
    /// Looks at the list as it stands from this call on, and calls `answer` once, on any thread: where the disk hangs,
    /// not before it goes on.
    func look(for device: String, answer: @escaping @Sendable (StaffRank) -> Void)
    /// Writes it down, and calls `done` once, on any thread: when it is safe from the end of the process, or when it could
    /// not be written, which the node's log tells. Where the disk hangs, not before it goes on.
    func record(_ entry: AuditEntry, done: @escaping @Sendable () -> Void)
    /// Stores the reports of a room that staff are not done with, in place of what was stored. What is recorded behind it
    /// is not on the disk before it is.
    func keep(_ reports: [Reported], of room: String)
    /// Those that were stored in an earlier run; called once, on any thread.
    func reports(of room: String, answer: @escaping @Sendable ([Reported]) -> Void)
}

extension StaffOffice {
    package func keep(_ reports: [Reported], of room: String) {}
    package func reports(of room: String, answer: @escaping @Sendable ([Reported]) -> Void) { answer([]) }
}

/// What the node's list says of a device's key.
package enum StaffRank: Hashable, Sendable {
    /// A person of staff, and what they are called there.
    case person(String)
    /// Somebody who confirms translations and is no staff, and what they are called there.
    case interpreter(String)
    /// A node that may carry rooms on.
    case relay(String)
    case nobody
    /// The list could not be looked at in time. Nobody is obeyed by what was known before.
    case unknown

    /// How long a look may take.
    static let patience = TimeAmount.seconds(3)

    var person: String? { if case .person(let name) = self { name } else { nil } }
    var interpreter: String? { if case .interpreter(let name) = self { name } else { nil } }
    var relay: String? { if case .relay(let name) = self { name } else { nil } }
}

/// What staff did, or what was reported to them, as the audit has it. Never a text that people wrote.
package struct AuditEntry: Hashable, Sendable {
    /// Who did it: the name a key was given, or where the page was used from; for a report, the member's id.
    package var who: String
    /// An act's name, `report`, or what was done to the list of staff.
    package var what: String
    /// Nil where it is about no room.
    package var room: RoomInfo?
    /// Whom it concerns.
    package var member: MemberID?
    package var name: String?
    package var minutes: Int?
    /// The reported message.
    package var message: MessageID?

    /// How long it is waited for: what staff do does not hang on a disk that does.
    static let patience = TimeAmount.seconds(3)

    package init(_ what: String, by who: String, in room: RoomInfo?, named name: String? = nil) {
        self.what = what
        self.who = who
        self.room = room
        self.name = name
    }
}

/// A node without staff.
struct NoStaff: StaffOffice {
    func look(for device: String, answer: @escaping @Sendable (StaffRank) -> Void) { answer(.nobody) }
    func record(_ entry: AuditEntry, done: @escaping @Sendable () -> Void) { done() }
}
