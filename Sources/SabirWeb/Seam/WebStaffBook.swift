import Foundation

/// The node's list of staff, as the page needs it. Names are passed as typed.
///
/// Changes return once they are on disk and in the audit; `who` names the person for the audit.
package protocol WebStaffBook: Sendable {
    /// Reads the current list, including changes made by commands. `look` is the number of this reading; a reading with
    /// a lower number is out of date.
    func list() async throws(WebFault) -> (look: Int, people: [WebStaffPerson])
    /// The person with this name and PIN; nil if either is wrong, which takes the same time.
    func person(named name: String, withPIN pin: String) async throws(WebFault) -> WebStaffPerson?

    /// - Parameter isInterpreter: Whether the person is an interpreter, who confirms translations, is not staff and
    ///   manages nothing.
    func add(
        _ name: String, pin: String, manages: Bool, isInterpreter: Bool, by who: String
    ) async throws(WebFault)
    func setPIN(of name: String, to pin: String, by who: String) async throws(WebFault)
    /// - Parameter leavesAWayIn: Whether somebody could still manage staff through the page if the list were empty.
    func remove(_ name: String, leavesAWayIn: Bool, by who: String) async throws(WebFault)

    /// Records in the audit something done by somebody who is not logged in, about a person of the list or nobody. Does
    /// not wait.
    func record(_ what: String, of name: String?, by who: String)
    /// Uses up a code of `sabir staff code`; returns whom it logs in, or nil for an invalid code.
    func use(code: String) async -> WebStaffCode?
    /// The addresses passed to ``keep(_:)`` last, also in an earlier run; empty if they cannot be read.
    func knownAddresses() async -> [WebKnownAddress]
    /// Stores the addresses across restarts. Does not wait.
    func keep(_ addresses: [WebKnownAddress])
}

/// Whom a login code logs in.
package enum WebStaffCode: Sendable, Hashable {
    /// The code counts as the shared PIN.
    case house
    /// The code is for this person of the list, by name.
    case person(String)
}

/// An address from which staff logged in, in full.
package struct WebKnownAddress: Sendable, Hashable, Codable {
    package let address: String
    /// The person's name in the form for comparison; nil for the shared PIN.
    package let person: String?
    /// The time of the last login, in seconds since 1970.
    package let seconds: Int

    package init(address: String, person: String?, seconds: Int) {
        self.address = address
        self.person = person
        self.seconds = seconds
    }
}

/// A staff member or interpreter.
package struct WebStaffPerson: Sendable, Hashable {
    package let name: String
    /// A value that changes with each PIN and reveals nothing of it; nil if the person has no PIN.
    package let stamp: String?
    /// Whether the person may add and remove staff, and change PINs.
    package let manages: Bool
    /// Whether the person is an interpreter, who confirms translations and is not staff.
    package let isInterpreter: Bool
    /// Whether the person also has a key for the terminal.
    package let hasKey: Bool
    package let since: Date
    /// Who added the person; nil if unknown.
    package let by: String?

    package init(
        name: String, stamp: String?, manages: Bool = false, isInterpreter: Bool = false, hasKey: Bool = false,
        since: Date = Date(), by: String? = nil
    ) {
        self.isInterpreter = isInterpreter
        self.name = name
        self.stamp = stamp
        self.manages = manages
        self.hasKey = hasKey
        self.since = since
        self.by = by
    }
}
