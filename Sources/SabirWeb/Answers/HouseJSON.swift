import SabirFeed
import SabirProtocol
import SabirRoom

struct HouseJSON: Encodable, Sendable {
    let name: String
    let rooms: [RoomJSON]
    let languages: [LanguageJSON]
    let suggested: [String]
    /// Those that it speaks itself; empty where it has not said.
    let houseLanguages: [String]
    /// Whether staff may give their PIN over this connection.
    let staffHere: Bool
    /// Whether persons of staff log in by a name and a PIN of their own. Who they are is told to staff alone.
    let staffNamed: Bool
    /// Whether there is a PIN that all of staff share.
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

/// Where the page takes PIN and passwords, as this connection takes neither: HTTPS with the node's own certificate.
struct SecureDoorJSON: Encodable, Sendable {
    /// On the same host.
    let port: Int
    /// SHA-256 of the certificate as browsers show it, to compare.
    let fingerprint: String
}

struct EnteredJSON: Encodable, Sendable {
    let member: String
    let name: String
    let lang: String
    let epoch: String
    let seq: Int

    init(_ entry: HostedRoom.Entry) {
        member = entry.info.id.rawValue
        name = entry.info.name
        lang = entry.info.lang.description
        epoch = entry.epoch
        seq = entry.seq
    }
}

struct ReceiptJSON: Encodable, Sendable {
    let id: String
    let seq: Int
    let ts: Int
}

/// It waits at this node until the way to the room's host is back.
struct HeldJSON: Encodable, Sendable {
    let id: String
    let held: Bool
}

struct MembersJSON: Encodable, Sendable {
    let members: [MemberJSON]
    let more: Bool
}
