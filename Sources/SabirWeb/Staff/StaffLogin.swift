import SabirProtocol

/// By what somebody is staff on the page.
enum StaffLogin: Sendable, Hashable {
    /// The PIN that all of staff share.
    case house
    /// Their own.
    case person(WebStaffPerson)

    /// Nil of the shared PIN, which says nothing of who gave it.
    var name: String? {
        switch self {
        case .house: nil
        case .person(let person): person.name
        }
    }

    /// Whether they may make persons of staff, and take them away.
    var manages: Bool {
        switch self {
        case .house: true
        case .person(let person): person.manages
        }
    }

    /// Whether it opens the rooms as an interpreter, and nothing of the desk.
    var isInterpreter: Bool {
        switch self {
        case .house: false
        case .person(let person): person.isInterpreter
        }
    }

    /// What it makes of whoever enters a room by it.
    var role: MemberRole { isInterpreter ? .interpreter : .staff }

    /// For the record. `address`: from where the page is used, all there is to know of whoever gave the shared PIN.
    func auditName(at address: String) -> String { name.map { "\($0) (desk)" } ?? "page \(address)" }
}
