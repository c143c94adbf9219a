import SabirWire

/// Who is banned from a room, as staff see it.
struct BansJSON: Encodable, Sendable {
    struct Ban: Encodable, Sendable {
        let member: String
        let name: String
        let scope: BanScope
        /// Milliseconds since 1970.
        let until: Int
    }

    let bans: [Ban]

    init(_ bans: [ListedBan]) {
        self.bans = bans.map {
            Ban(member: $0.member.rawValue, name: $0.name, scope: $0.scope, until: $0.until)
        }
    }
}
