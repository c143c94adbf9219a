import SabirProtocol
import SabirRoom

/// For staff: who is banned from a room, who is muted and absent, and who left recently.
struct BansJSON: Encodable, Sendable {
    struct Ban: Encodable, Sendable {
        let member: String
        let name: String
        let scope: BanScope
        /// The end of the ban, in milliseconds since 1970.
        let until: Int
    }

    let bans: [Ban]
    /// The ids and names of members.
    let muted: [[String: String]]
    /// Members, each with `since`: when the member left, in milliseconds since 1970.
    let gone: [JoinedJSON<YouJSON, [String: Int]>]

    init(_ bans: [ListedBan], _ absentees: Absentees) {
        muted = absentees.muted.map { ["member": $0.member.rawValue, "name": $0.name] }
        gone = absentees.gone.map { JoinedJSON(YouJSON($0.info), ["since": $0.since]) }
        self.bans = bans.map {
            Ban(member: $0.member.rawValue, name: $0.name, scope: $0.scope, until: $0.until)
        }
    }
}
