import SabirProtocol

/// A login of staff: by the shared PIN, or as a person.
enum StaffLogin: Sendable, Hashable {
    /// By the PIN that all of staff share.
    case house
    /// By the person's own PIN.
    case person(WebStaffPerson)

    private var person: WebStaffPerson? { if case .person(let person) = self { person } else { nil } }

    /// The person's name; nil for the shared PIN, which does not say who gave it.
    var name: String? { person?.name }

    /// The stamp of the person's PIN; nil for the shared one.
    var stamp: String? { person?.stamp }

    /// Whether the login may add and remove staff.
    var manages: Bool { person?.manages ?? true }

    /// Whether the login is an interpreter's, which opens rooms but not the desk.
    var isInterpreter: Bool { person?.isInterpreter ?? false }

    /// The role that the login gives in a room.
    var role: MemberRole { isInterpreter ? .interpreter : .staff }

    /// The name for the audit. For the shared PIN that is `address`, as nothing else is known of the person.
    func auditName(at address: String) -> String { name.map { "\($0) (desk)" } ?? "page \(address)" }
}
