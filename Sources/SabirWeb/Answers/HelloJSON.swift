import SabirWire

/// The first event of every visitor's stream; "room" and "languages" go behind it, encoded before.
struct HelloJSON: Encodable, Sendable {
    let member: String
    let name: String
    let lang: String
    let epoch: String
    let seq: Int
    /// The first number that this visitor may ask for.
    let from: Int
    let n: Int
    let members: [MemberJSON]
    let langs: [String: Int]
    /// `staff`, or left out.
    let role: String?
    let help: [HelpJSON]

    init(
        _ member: MemberInfo, epoch: String, seq: Int, from: Int, facts: WebRoomFacts, members: [MemberInfo],
        help: [HelpCall]
    ) {
        role = member.role?.rawValue
        self.help = help.map(HelpJSON.init)
        self.member = member.id.rawValue
        name = member.name
        lang = member.lang.description
        self.epoch = epoch
        self.seq = seq
        self.from = from
        n = facts.n
        self.members = members.prefix(100).map(MemberJSON.init)
        langs = facts.langs.byTag
    }
}

/// The first event of a kiosk's stream; "room" goes behind it.
struct KioskHelloJSON: Encodable, Sendable {
    let n: Int
    let lines: [LineJSON]
}
