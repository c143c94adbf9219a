import SabirProtocol

/// The authority of a room, where that is not this node: a host that a relay follows, or a stream that several nodes
/// share. It numbers every line and settles names; this node's room offers it what its members say, and follows its news
/// (`HostedRoom.follow`).
///
/// Called on the room's event loop. Nothing here waits or throws; what is called while the link is down may be dropped,
/// as the room says it again after `AuthorityNews.up`: lines under the same ids, members with `.all`.
package protocol RoomAuthority: Sendable {
    /// What it is, as the room's topology tells.
    var kind: RoomTopology.Authority { get }

    /// Lines of this node's members, in their order. Each is answered once: by `AuthorityNews.lines` with its number
    /// (an old one, where it had been taken before), or by `refused` with its id. The authority takes one id once, and
    /// refuses with `duplicate-id` an id whose line has another `token`, or no token and another member. Whether a line may
    /// be corrected or taken back a host judges; of those for a stream the room has judged it.
    func offer(_ lines: [OfferedLine])

    /// Passes on which of this node's members came, changed or left.
    func send(_ presence: PresenceHere)

    /// A call or a report for a member elsewhere; with nil a `help`, for every node of the room, to come back as
    /// `AuthorityNews.help`.
    func deliver(_ packet: HostPacket, to member: MemberID?)

    /// A call for help of a member here, as it stands, for nodes that were not there when it was made.
    func repeats(_ call: HelpCall)

    /// Whether it takes what callers wish for besides, for its own staff alone. Where not, `deliver` is given none.
    var takesWishes: Bool { get }

    /// Something for staff alone, written here: for the desks of the authority, which keep it once however often it is
    /// told.
    func tellStaff(_ report: Reported)

    /// Whether it takes that now. Where not, `tellStaff` is not called.
    var takesLinesToStaff: Bool { get }

    /// An act of staff at this node. What it leads to comes back as `acted`, `notice` or `bans`. `who` is for the record
    /// alone; `token` stands for the device of whom it concerns, where that is known here.
    func perform(_ act: ModerationAction, by who: String, token: String?)

    /// Asks for the first host's grant for the certificate of a relay behind this node; comes back as `granted`.
    func vouch(for certificate: String)
}

extension RoomAuthority {
    package var kind: RoomTopology.Authority { .host }
    package func vouch(for certificate: String) {}
    package var takesWishes: Bool { false }
    package func tellStaff(_ report: Reported) {}
    package var takesLinesToStaff: Bool { false }
    /// A host tells all calls behind its `welcome`.
    package func repeats(_ call: HelpCall) {}
}
