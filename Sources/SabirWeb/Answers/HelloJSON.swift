import SabirFeed

/// The first event of a visitor's stream; joined with who it is.
struct HelloJSON: Encodable, Sendable {
    let epoch: String
    let seq: Int
    /// The first line number that this visitor may ask for.
    let from: Int
    /// The number up to which staff cleared the room, for a visitor who was away meanwhile; 0 if nothing was cleared.
    let cleared: Int
    let n: Int
    let members: [MemberJSON]
    let langs: [String: Int]
    /// `staff` or `interpreter`; left out for others.
    let role: String?
    /// Whether the visitor may confirm translations.
    let confirms: Bool
    /// Whether the visitor is muted.
    let muted: Bool
    let help: [HelpJSON]
    /// The private talk to which staff invited this visitor; left out if there is none.
    let invited: TalkTold?
    /// What staff did with this visitor's last line to them; left out if they have not read one.
    let read: ReadByStaffJSON?
    /// Reports, for staff; left out for others.
    let reports: [ReportJSON]?
    /// Whether the phrasebook has sentences in this visitor's language.
    let phrases: Bool
    let room: RoomJSON
    let languages: [OfferedLanguage]
}

/// The first event of a kiosk's stream.
struct KioskHelloJSON: Encodable, Sendable {
    let n: Int
    /// Seconds since the last line, by the node's clock, as a screen's clock may be wrong; nil if no line is shown.
    @OrNull var quiet: Int?
    let lines: [LineJSON]
    let room: RoomJSON
}
