import Foundation
import SabirSecurity
import SabirWeb
import SabirCore

/// Staff members with a PIN of their own for the page.
extension StaffList {
    /// Staff and interpreters.
    package var persons: [Person] { staff.filter { !$0.isRelay } }

    /// Whether each PIN can be checked; otherwise the list is damaged.
    var isWhole: Bool { staff.allSatisfy { ($0.pin == nil || $0.verifier != nil) && ($0.key != nil || $0.pin != nil) } }

    package mutating func add(
        _ name: String, pin: PasswordVerifier, manages: Bool, role: String? = nil, by who: String? = nil, at time: Date
    ) throws(NodeError) {
        let name = try Self.clean(name)
        try makeRoom(for: name)
        var person = Person(name: name, key: nil, since: time, role: role)
        (person.pin, person.manages, person.by) = (pin.line, manages ? true : nil, who)
        staff.append(person)
    }

    /// Throws a sentence if there is no such person.
    package mutating func setPIN(of name: String, to pin: PasswordVerifier) throws(NodeError) {
        guard let index = index(of: name), !staff[index].isRelay else {
            throw NodeError(description: "Nobody on the list is \"\(name)\". See: sabir staff list.")
        }
        staff[index].pin = pin.line
    }

    /// Used by a command, which may let a person with only a key manage staff too.
    package mutating func allowManaging(_ name: String) {
        guard let index = index(of: name), staff[index].role == nil else { return }
        staff[index].manages = true
    }

    /// Whether somebody could manage staff at the desk without this person and without the shared PIN.
    func isManaged(without name: String) -> Bool {
        persons.contains { $0.manages == true && $0.pin != nil && $0.name != name }
    }
}

extension StaffList.Person {
    package var hasPIN: Bool { pin != nil }
    package var looksAfterStaff: Bool { manages == true }

    var verifier: PasswordVerifier? { pin.flatMap { PasswordVerifier(line: $0) } }

    var onPage: WebStaffPerson {
        WebStaffPerson(
            name: name, stamp: verifier?.saltText, manages: manages == true, isInterpreter: isInterpreter,
            hasKey: key != nil, since: since, by: by)
    }
}

/// Checks a person's new PIN.
package enum PersonPIN {
    /// Accepts six characters or more, except the most common PINs. Throws a sentence.
    package static func checked(_ text: String) throws(NodeError) -> Password {
        let isTypeable = text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        guard isTypeable, (StaffPIN.leastLength...64).contains(text.utf8.count) else {
            throw NodeError(
                description:
                    "A PIN has \(StaffPIN.leastLength) to 64 digits, or letters and signs without accents and spaces.")
        }
        if let why = StaffPIN.weakness(of: text) {
            throw NodeError(description: "The PIN \(why). Take one that nobody guesses.")
        }
        return try orNodeError { try Password(text) }
    }
}
