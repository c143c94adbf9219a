import SabirProtocol

/// The authority of a room that is numbered elsewhere: a host that a relay follows, or a stream that several nodes
/// share. It numbers every line and settles names; this node's room offers it its members' lines and follows its news
/// (`HostedRoom.follow`).
///
/// Called on the room's event loop. Nothing here waits or throws. Calls while the link is down may be dropped, as the
/// room repeats them after `AuthorityNews.up`: lines under the same ids, members with `.all`.
package protocol RoomAuthority: Sendable {
    /// Host or stream, as the room's topology tells.
    var kind: RoomTopology.Authority { get }

    /// Offers lines of this node's members, in order. Each is answered once: by `AuthorityNews.lines` with its number
    /// (the earlier one, where the line was taken before), or by `refused` with its id. The authority takes an id once,
    /// and refuses with `duplicate-id` an id whose line has another `token`, or no token and another member. A host
    /// judges whether a line may be corrected or taken back; for a stream the room has judged that.
    func offer(_ lines: [OfferedLine])

    /// Passes on which of this node's members came, changed or left.
    func send(_ presence: PresenceHere)

    /// Sends a call or a report to a member elsewhere. With a nil member, sends a `help` to every node of the room,
    /// which comes back as `AuthorityNews.help`.
    func deliver(_ packet: HostPacket, to member: MemberID?)

    /// Sends a pending call for help of a member here again, for nodes that were not there when the call was made.
    func repeatCall(_ call: HelpCall)

    /// Whether the authority takes what callers wish for, for its own staff alone. Otherwise `deliver` is never given a
    /// wish.
    var takesWishes: Bool { get }

    /// Sends a line for staff alone, written here, to the desks of the authority, which keep one copy however often it
    /// is sent.
    func tellStaff(_ report: Reported)

    /// Whether the authority takes lines to staff now. Otherwise `tellStaff` is not called.
    var takesLinesToStaff: Bool { get }

    /// Asks for an act of staff at this node. Its result comes back as `acted`, `notice` or `bans`. `who` is for the
    /// audit record alone; `token` stands for the device that the act concerns, where this node knows it.
    func perform(_ act: ModerationAction, by who: String, token: String?)

    /// Asks for the first host's grant for the certificate of a relay behind this node. The answer comes as `granted`.
    func vouch(for certificate: String)
}

extension RoomAuthority {
    package var kind: RoomTopology.Authority { .host }
    package func vouch(for certificate: String) {}
    package var takesWishes: Bool { false }
    package func tellStaff(_ report: Reported) {}
    package var takesLinesToStaff: Bool { false }
    /// Does nothing: a host tells all calls behind its `welcome`.
    package func repeatCall(_ call: HelpCall) {}
}
