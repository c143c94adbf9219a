import SabirFeed
import SabirProtocol

struct HouseJSON: Encodable, Sendable {
    let name: String
    let rooms: [RoomJSON]
    let languages: [OfferedLanguage]
    let suggested: [String]
    /// The languages that the house speaks; empty if none are configured.
    let houseLanguages: [String]
    /// Whether staff may give their PIN over this connection.
    let staffHere: Bool
    /// Whether staff log in by name with PINs of their own. The names are sent only to staff.
    let staffNamed: Bool
    /// Whether there is a shared PIN, perhaps beside PINs of persons.
    let staffShared: Bool
    let secure: SecureDoorJSON?

    private enum CodingKeys: String, CodingKey {
        case name, rooms, languages, suggested, secure
        case houseLanguages = "house_languages"
        case staffHere = "staff_here"
        case staffNamed = "staff_named"
        case staffShared = "staff_shared"
    }
}

/// The HTTPS listener with the node's own certificate, for PINs and passwords that this connection does not accept.
struct SecureDoorJSON: Encodable, Sendable {
    /// The listener's port on the same host.
    let port: Int
    /// SHA-256 of the certificate as browsers show it, for people to compare.
    let fingerprint: String
}

/// From where a visitor who has entered reads on; joined with who it is.
struct EnteredJSON: Encodable, Sendable {
    let epoch: String
    let seq: Int
}

/// A message that was said; `held`: it waits on this node until the connection to the room's host is restored.
struct ReceiptJSON: Encodable, Sendable {
    let id: String
    var seq: Int?
    var ts: Int?
    var held: Bool?
}

struct MembersJSON: Encodable, Sendable {
    let members: [MemberJSON]
    let more: Bool
}
