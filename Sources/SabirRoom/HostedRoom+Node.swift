import NIOCore
import SabirCore
import SabirProtocol

/// What the node, its page and its relay ask of a room, besides what members do.
extension HostedRoom {
    // MARK: Values

    /// A member's place, from one `hello` to the next: whoever comes back has another.
    package struct Seat: Hashable, Sendable {
        let number: MemberNumber
        let connection: UInt64

        package var member: MemberID { number.id }
    }

    /// A log, and what it has of the room.
    package struct RestoredLog: Sendable {
        let log: any RoomLog
        let past: RoomPast

        package init(log: any RoomLog, past: RoomPast) {
            self.log = log
            self.past = past
        }
    }

    /// What became of a call.
    package struct HelpReceipt: Hashable, Sendable {
        package let call: HelpCall
        package let reach: HelpReach
        /// The way to the room's authority is lost: it is told when that is back.
        package let isHeld: Bool
    }

    /// Who hears of a call in this room.
    package struct HelpReach: Hashable, Sendable {
        package let contact: String
        /// People besides the caller.
        package let here: Int
        /// Whether any of them is staff.
        package let isStaffHere: Bool
        /// The room is another node's too: whether its staff are there is not known.
        package let isElsewhere: Bool
        /// A wish goes as far as the call does: to the staff of the nodes above, too.
        package let takesWishes: Bool
    }

    /// The other rooms of the node, as this one meets them. Called on the rooms' event loop.
    struct OtherRooms: Sendable {
        /// Staff in them are told of a call here.
        let sendCall: @Sendable (HelpCall) -> Void
        /// The same of a report.
        let sendReport: @Sendable (Reported) -> Void
        /// The calls in them.
        let calls: @Sendable () -> [HelpCall]
    }

    /// What a guest calls its program, for the log: a stranger's words, which must not look like lines of ours.
    static func printable(_ client: String?) -> String {
        client.map { String(WireText.cleanName($0).unicodeScalars.prefix(64)) } ?? "-"
    }

    // MARK: Its settings

    /// The configuration was read again: these hold from now on, for those who are in too. Returns a sentence on each that
    /// the room cannot take while it runs; of those it keeps its own.
    package func apply(_ settings: RoomSettings) -> [String] {
        let kept = state.settings.kept(against: settings)
        handle(.settings(settings))
        return kept
    }

    /// What the configuration says of it besides, from now on. Listeners read its facts again.
    package func setTerms(_ terms: RoomTerms) {
        turn { room in
            room.state.setTerms(terms)
            room.publish(.facts)
        }
    }

    /// From where it is entered: a relay finds out, and interfaces come and go.
    package func setSide(_ side: NetworkSide) {
        turn { room in
            guard room.state.side != side else { return }
            room.state.setSide(side)
            room.publish(.facts)
        }
    }

    // MARK: Acts of staff

    /// Does it, writes it down, and returns when it is done: where the room's authority is elsewhere, when that has said
    /// so. Throws a sentence for staff where it is not done, or where that is not known within 10 s.
    /// - Returns: that it could not be stored, where it is done all the same; otherwise nil.
    @discardableResult
    package func perform(_ act: ModerationAction, by who: String = "node") async throws(WireFault) -> WireFault? {
        do throws(WireFault) {
            _ = try await answered(act, by: who)
            return nil
        } catch {
            guard error.code == .notKept else { throw error }
            return error
        }
    }

    /// Why what staff decided is not stored, and holds until the next start; nil where it is.
    package var moderationFailure: String? { reading { $0.moderationFailure } }

    /// The bans, for staff of this node: the host's, where that is elsewhere and tells them.
    package func bans() async throws(WireFault) -> [ListedBan] {
        guard let authority, authority.kind == .host else {
            return reading { $0.state.moderation.list(now: $0.now, wall: $0.wall) }
        }
        return try await answered(.bans, by: "node")
    }

    private func answered(_ act: ModerationAction, by who: String) async throws(WireFault) -> [ListedBan] {
        guard case .bans(let bans) = await ask({ $0.perform(act, by: who, as: $1) }) else { return [] }
        return try bans.get()
    }

    /// The same, and nobody hears what became of it.
    func queue(_ act: ModerationAction, by who: String) { turn { $0.queue(act, by: who, for: nil) } }

    /// Those whom staff can act upon though they are not in the room.
    package var absentees: Absentees { reading { $0.state.absentees(now: $0.now, wall: $0.wall) } }

    /// `who` of staff reads along at their page what is said here. Returns once that is written down.
    package func noteReading(by who: String) async { _ = await ask { $0.noteReading(by: who, as: $1) } }

    /// Somebody of this node's staff has read a report, or is done with it; returns when that is stored.
    package func answerReport(
        of reporter: MemberID, at ts: Int, _ answer: Reported.State, by who: String
    ) async throws(WireFault) {
        let result = await ask { $0.answerReport(of: reporter, at: ts, answer, by: who, as: $1) }
        if case .report(.failure(let fault)) = result { throw fault }
    }

    // MARK: Calls for help

    /// Staff answer a call; returns when it is told. Throws where there is none to come to. `named`: as everybody is told
    /// who is coming; nil where that is not known.
    package func answerHelp(
        of member: MemberID, _ answer: HelpCall.State, by who: String, named name: String? = nil
    ) async throws(WireFault) {
        let result = await ask { $0.answerHelp(of: member, answer, by: who, named: name, as: $1) }
        if case .done(let done) = result { try done.get() }
    }

    /// A member's last call as it stands, also when it is over: nil where the room knows of none, or no longer.
    package func help(of member: MemberID) -> HelpCall? { reading { $0.help(of: member) } }

    /// A call in another room of the node, for the staff that are in this one.
    func sendToStaffAtThisNode(_ call: HelpCall) { turn { $0.sendToStaffAtThisNode(call) } }

    /// The same of a report.
    func sendToStaffAtThisNode(_ report: Reported) { turn { $0.sendToStaffAtThisNode(report) } }

    /// The calls of this room, as staff in others are told of them.
    var helpForOtherRooms: [HelpCall] { reading { $0.helpForOtherRooms } }

    // MARK: Other nodes

    /// What its authority tells, in this order.
    package func follow(_ news: AuthorityNews) { handle(.authority(news)) }

    /// Node ids from the room's authority to this node; told to relays. `member`: what this node is in the room, where it
    /// is a relay of it.
    package func setPath(_ path: [String], as member: MemberID? = nil) {
        turn { $0.state.setPath(path, as: member) }
    }

    /// The first host's grant for this node's certificate, as guests are shown it from now on.
    /// Nil: it stands in for that host no longer.
    package func setGrant(_ grant: Grant?) { turn { $0.state.setGrant(grant) } }

    /// Where lines are kept from now on, as newcomers are told.
    package func setHistoryPlace(_ place: HistoryTerms.Place) {
        turn { room in
            guard room.state.place != place else { return }
            room.state.setHistoryPlace(place)
            room.publish(.facts)
        }
    }

    /// Whether staff of its authority elsewhere read it without being members.
    package func setStaffReading(_ staffRead: Bool) { turn { $0.state.setStaffReading(staffRead) } }

    func isRelay(_ seat: Seat) -> Bool { reading { $0.isRelay(seat) } }

    /// What the packets on this seat are counted in; none of a relay, behind which there are many.
    func countedGroups(of seat: Seat) -> [AddressGroup] { state.roster[seat.number]?.countedGroups ?? [] }

    // MARK: How it is carried

    package var topology: RoomTopology {
        reading { $0.state.topology(authority: $0.sources.authority ?? .own, now: $0.now) }
    }

    /// What this node tells the one that it follows.
    package var replicationStatus: ReplicationStatus { reading { $0.state.replicationStatus(now: $0.now) } }

    /// All members, whichever way they come.
    package var everybody: [MemberInfo] { state.roster.numbers.compactMap { state.roster[$0]?.info } }

    /// People in the room now, as announced: relays are not counted.
    package var memberCount: Int { state.roster.people }

    // MARK: The log

    /// Lines were erased from the log at somebody's wish: memory forgets them too.
    package func forget(where isMeant: @Sendable (Message) -> Bool) { turn { $0.forget(where: isMeant) } }

    /// So was what is kept of its devices: that of those who are in is written anew, with what they see from now on.
    package func forgetDevices() { turn { $0.forgetDevices() } }

    /// What an earlier run was asked to erase and told nobody of: its log erases what may be left, and then it is told.
    package func endErasures() { turn { $0.endErasures() } }

    /// Once a second.
    func tick() { handle(.tick(dependencies.clock.now())) }
}

extension HostedRoom.Seat {
    init(_ member: Member) { self.init(number: member.number, connection: member.connection) }
}
