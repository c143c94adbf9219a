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

    struct Muted: Encodable, Sendable {
        let member: String
        let name: String
    }

    struct Gone: Encodable, Sendable {
        let member: String
        let name: String
        let lang: String
        /// When the member left, in milliseconds since 1970.
        let since: Int
    }

    let bans: [Ban]
    let muted: [Muted]
    let gone: [Gone]

    init(_ bans: [ListedBan], _ absentees: Absentees) {
        muted = absentees.muted.map { Muted(member: $0.member.rawValue, name: $0.name) }
        gone = absentees.gone.map {
            Gone(
                member: $0.info.id.rawValue, name: $0.info.name, lang: $0.info.lang.description, since: $0.since)
        }
        self.bans = bans.map {
            Ban(member: $0.member.rawValue, name: $0.name, scope: $0.scope, until: $0.until)
        }
    }
}
