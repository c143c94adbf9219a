import SabirProtocol
import SabirRoom

/// The first event of every visitor's stream; "room" and "languages" go behind it, encoded before.
struct HelloJSON: Encodable, Sendable {
    let member: String
    let name: String
    let lang: String
    let epoch: String
    let seq: Int
    /// The first number that this visitor may ask for.
    let from: Int
    /// Up to here all was cleared away, for whoever was away meanwhile; 0 where nothing was.
    let cleared: Int
    let n: Int
    let members: [MemberJSON]
    let langs: [String: Int]
    /// `staff` or `interpreter`, or left out.
    let role: String?
    /// Whether it may confirm translations.
    let confirms: Bool
    /// Whether what it says would be refused.
    let muted: Bool
    let help: [HelpJSON]
    /// Where staff have invited this visitor to a talk; left out where they have not.
    let invited: TalkTold?
    /// What staff made of this visitor's last line to them; left out where they have not read one.
    let read: ReadByStaffJSON?
    /// For staff alone; left out for others.
    let reports: [ReportJSON]?
    /// Whether the phrasebook has sentences in this visitor's language.
    let phrases: Bool

    init(
        _ member: MemberInfo, epoch: String, seq: Int, from: Int, facts: RoomFacts, members: [MemberInfo],
        help: [HelpJSON], invited: TalkTold?, read: ReadByStaffJSON?, reports: [KeptReport]?, phrases: Bool
    ) {
        role = member.role?.rawValue
        confirms = member.role.map(facts.confirmedBy.contains) ?? false
        self.help = help
        self.invited = invited
        self.read = read
        self.phrases = phrases
        self.reports = reports.map { $0.map(ReportJSON.init) }
        self.member = member.id.rawValue
        name = member.name
        lang = member.lang.description
        self.epoch = epoch
        self.seq = seq
        self.from = from
        cleared = facts.cleared
        muted = facts.muted.contains(member.id)
        n = facts.n
        self.members = members.prefix(100).map(MemberJSON.init)
        langs = facts.langs.byTag
    }
}

/// The first event of a kiosk's stream; "room" goes behind it.
struct KioskHelloJSON: Encodable, Sendable {
    let n: Int
    /// Seconds since the last line was said; nil where none is shown. By this machine's clock, as a screen's own may be
    /// wrong.
    @OrNull var quiet: Int?
    let lines: [LineJSON]
}
