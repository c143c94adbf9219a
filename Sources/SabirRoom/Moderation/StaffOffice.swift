import NIOCore
import SabirProtocol

/// Knows who is staff and keeps the record of their acts. Implemented by the node.
///
/// Called on the event loop of the rooms: nothing here waits for a disk.
package protocol StaffOffice: Sendable {
    /// Looks a device up in the staff list as it is at or after this call, and calls `answer` once, on any thread.
    /// While the disk hangs, `answer` is not called.
    func lookUp(_ device: String, answer: @escaping @Sendable (StaffRank) -> Void)
    /// Puts an entry on record and calls `done` once, on any thread: when the entry survives the end of the process, or
    /// could not be written, which the node logs. While the disk hangs, `done` is not called.
    func record(_ entry: AuditEntry, done: @escaping @Sendable () -> Void)
    /// Stores a room's open reports in place of those stored before. What is recorded after this call reaches the disk
    /// after them.
    func keep(_ reports: [Reported], of room: String)
    /// Reads the reports that an earlier run stored; calls `answer` once, on any thread.
    func reports(of room: String, answer: @escaping @Sendable ([Reported]) -> Void)
}

extension StaffOffice {
    package func keep(_ reports: [Reported], of room: String) {}
    package func reports(of room: String, answer: @escaping @Sendable ([Reported]) -> Void) { answer([]) }
}

/// What the staff list says of a device's key.
package enum StaffRank: Hashable, Sendable {
    /// A person of staff, with their name in the list.
    case person(String)
    /// An interpreter, who confirms translations and is not staff, with their name in the list.
    case interpreter(String)
    /// A node that may carry rooms on.
    case relay(String)
    case nobody
    /// The list did not answer in time. What was known before gives no rights.
    case unknown

    /// How long a look-up may take.
    static let patience = TimeAmount.seconds(3)

    /// None for a relay, which says by its `hello` that it comes as one.
    var role: MemberRole? {
        switch self {
        case .person: .staff
        case .interpreter: .interpreter
        case .relay, .nobody, .unknown: nil
        }
    }

    var person: String? {
        switch self {
        case .person(let name), .interpreter(let name): name
        case .relay, .nobody, .unknown: nil
        }
    }

    var relay: String? { if case .relay(let name) = self { name } else { nil } }
}

/// What staff did, or what was reported to them, as the audit record has it. Never contains people's texts.
package struct AuditEntry: Hashable, Sendable {
    /// Who did it: the name given to the key, or the address from which the page was used; for a report, the member's
    /// id.
    package var who: String
    /// The name of the act, `report`, or the change to the staff list.
    package var what: String
    /// The room concerned; nil where there is none.
    package var room: RoomInfo?
    /// The member concerned.
    package var member: MemberID?
    package var name: String?
    /// The length of a mute or a ban.
    package var minutes: Int?
    /// The reported message.
    package var message: MessageID?

    /// How long writing an entry is waited for: acts of staff do not hang where the disk does.
    static let patience = TimeAmount.seconds(3)

    package init(
        _ what: String, by who: String, in room: RoomInfo?, on member: MemberID? = nil, named name: String? = nil,
        about message: MessageID? = nil
    ) {
        self.what = what
        self.who = who
        self.room = room
        self.member = member
        self.name = name
        self.message = message
    }
}

/// For a node without staff.
struct NoStaff: StaffOffice {
    func lookUp(_ device: String, answer: @escaping @Sendable (StaffRank) -> Void) { answer(.nobody) }
    func record(_ entry: AuditEntry, done: @escaping @Sendable () -> Void) { done() }
}
