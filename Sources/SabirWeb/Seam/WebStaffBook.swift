import Foundation

/// The node's list of staff, as its page sees it. Names come as somebody typed them.
///
/// What changes something returns once it is on the disk and in the audit. `who` did it: for the record.
package protocol WebStaffBook: Sendable {
    /// As it stands from this call on, also where a command changed it.
    func list() async throws(WebStaffFault) -> WebStaffList
    /// Whose name and PIN these are; nil where either is wrong, after the same time.
    func person(named name: String, withPIN pin: String) async throws(WebStaffFault) -> WebStaffPerson?

    /// - Parameter isInterpreter: whether they confirm translations and are no staff; such a one manages nothing.
    func add(
        _ name: String, pin: String, manages: Bool, isInterpreter: Bool, by who: String
    ) async throws(WebStaffFault)
    func setPIN(of name: String, to pin: String, by who: String) async throws(WebStaffFault)
    /// - Parameter leavesAWayIn: whether the page is open to somebody who looks after staff without any person of the list.
    func remove(_ name: String, leavesAWayIn: Bool, by who: String) async throws(WebStaffFault)

    /// Writes into the audit what somebody did who is not logged in, about a person of the list or nobody. Waits for
    /// nothing.
    func record(_ what: String, of name: String?, by who: String)
    /// Whom a code of `sabir staff code` logs in, which is worth nothing from then on; nil for what is no such code.
    func use(code: String) async -> WebStaffCode?
    /// What ``keep(_:)`` was given last, in an earlier run too; none where that cannot be read.
    func knownAddresses() async -> [WebKnownAddress]
    /// Keeps them over restarts. Waits for nothing.
    func keep(_ addresses: [WebKnownAddress])
}

/// Whom a code logs in.
package enum WebStaffCode: Sendable, Hashable {
    /// As the PIN does that all of staff share.
    case house
    /// A person of the list, by name.
    case person(String)
}

/// An address from which staff logged in, whole.
package struct WebKnownAddress: Sendable, Hashable, Codable {
    package let address: String
    /// As it is compared; nil of the PIN that all share.
    package let person: String?
    /// The last time, in seconds since 1970.
    package let seconds: Int

    package init(address: String, person: String?, seconds: Int) {
        self.address = address
        self.person = person
        self.seconds = seconds
    }
}

package struct WebStaffList: Sendable {
    /// Greater with each look, so that an older one that comes late counts for nothing.
    package let look: Int
    package let people: [WebStaffPerson]

    package init(look: Int, people: [WebStaffPerson]) {
        self.look = look
        self.people = people
    }
}

/// A person of staff, or an interpreter.
package struct WebStaffPerson: Sendable, Hashable {
    package let name: String
    /// Another one with each PIN, and no part of it; nil where they have none.
    package let stamp: String?
    /// May make others, give them PINs and take them away.
    package let manages: Bool
    /// Confirms translations in the rooms, and is no staff.
    package let isInterpreter: Bool
    /// Whether they are known at a terminal too.
    package let hasKey: Bool
    package let since: Date
    /// Who made them; nil where that is not known.
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

/// Why the list of staff was not changed, or asked.
package struct WebStaffFault: Error, Sendable, Hashable {
    package enum Reason: String, Sendable {
        case badName = "bad-name"
        case nameTaken = "name-taken"
        case pinWeak = "pin-weak"
        case unknown = "not-found"
        /// Nobody could look after staff any more.
        case lastWayIn = "last-way-in"
        case full = "too-many"
        /// Others are being judged.
        case busy
        /// It cannot be read or written.
        case unusable = "staff-list"
    }

    package let reason: Reason
    /// One plain sentence.
    package let text: String

    package init(_ reason: Reason, _ text: String) {
        self.reason = reason
        self.text = text
    }
}
