import NIOCore
import SabirCore
import SabirProtocol

/// What the node, its page and its relay ask of a room, besides what members do.
extension HostedRoom {
    // MARK: Values

    /// A member's place for as long as one connection holds it; a member who comes back has another.
    package struct Seat: Hashable, Sendable {
        let number: MemberNumber
        let connection: UInt64

        package var member: MemberID { number.id }
    }

    /// A log, and the part of the room that was read from it.
    package struct RestoredLog: Sendable {
        let log: any RoomLog
        let past: RoomPast

        package init(log: any RoomLog, past: RoomPast) {
            self.log = log
            self.past = past
        }
    }

    /// The result of a call for help.
    package struct HelpReceipt: Hashable, Sendable {
        package let call: HelpCall
        package let reach: HelpReach
        /// Whether the link to the room's authority is down: the authority hears the call when the link is back.
        package let isHeld: Bool
    }

    /// Who hears a call for help in this room.
    package struct HelpReach: Hashable, Sendable {
        package let contact: String
        /// People besides the caller.
        package let here: Int
        /// Whether any of them is staff.
        package let isStaffHere: Bool
        /// Whether the room has other nodes too, whose staff may or may not be there.
        package let isElsewhere: Bool
        /// Whether the call's wish reaches staff wherever the call does, at the nodes above too.
        package let takesWishes: Bool
    }

    /// The guest's program name for the log, cleaned: a stranger's text must not look like lines of ours.
    static func printable(_ client: String?) -> String {
        client.map { String(WireText.cleanName($0).unicodeScalars.prefix(64)) } ?? "-"
    }

    // MARK: Its settings

    /// Applies a reloaded configuration, also for members who are in. Returns a sentence for each setting that a
    /// running room cannot change; the room keeps its own value of those.
    package func apply(_ settings: RoomSettings) -> [String] {
        let kept = state.settings.kept(against: settings)
        turn { $0.apply(settings) }
        return kept
    }

    /// Applies the terms in the configuration; listeners read the room's facts again.
    package func setTerms(_ terms: RoomTerms) {
        turn { room in
            room.state.setTerms(terms)
            room.publish(.facts)
        }
    }

    /// Notes the network side from which the room is entered: a relay discovers its side, and interfaces come and go.
    package func setSide(_ side: NetworkSide) {
        turn { room in
            guard room.state.side != side else { return }
            room.state.setSide(side)
            room.publish(.facts)
        }
    }

    // MARK: Acts of staff

    /// Does an act, puts it on record, and returns when it is done: in a room with its authority elsewhere, when the
    /// authority says so. Throws a sentence for staff where the act is not done, or where that is not known within 10
    /// s.
    ///
    /// - Returns: a sentence where the act is done but could not be stored; otherwise nil.
    @discardableResult
    package func perform(_ act: ModerationAction, by who: String = "node") async throws(WireFault) -> WireFault? {
        do throws(WireFault) {
            _ = try await awaitAnswer(to: act, by: who)
            return nil
        } catch {
            guard error.code == .notKept else { throw error }
            return error
        }
    }

    /// Why the decisions of staff are not stored and hold only until the next start; nil where they are stored.
    package var moderationFailure: String? { reading { $0.moderationFailure } }

    /// The bans, for staff of this node: the host's, where the host is another node and tells them.
    package func bans() async throws(WireFault) -> [ListedBan] {
        guard let authority, authority.kind == .host else {
            return reading { $0.state.moderation.list(now: $0.now, wall: $0.wall) }
        }
        return try await awaitAnswer(to: .bans, by: "node")
    }

    private func awaitAnswer(to act: ModerationAction, by who: String) async throws(WireFault) -> [ListedBan] {
        guard case .bans(let bans) = try await ask({ $0.perform(act, by: who, as: $1) }) else { return [] }
        return bans
    }

    /// People whom staff can act upon although they are not in the room.
    package var absentees: Absentees { reading { $0.state.absentees(now: $0.now, wall: $0.wall) } }

    /// Puts on record that `who` of staff reads along at their page. Returns when that is written.
    package func noteReading(by who: String) async { _ = try? await ask { $0.noteReading(by: who, as: $1) } }

    /// Notes that staff of this node have read a report, or are done with it; returns when that is stored.
    package func answerReport(
        of reporter: MemberID, at ts: Int, _ answer: Reported.State, by who: String
    ) async throws(WireFault) {
        try await ask { $0.answerReport(of: reporter, at: ts, answer, by: who, as: $1) }
    }

    // MARK: Calls for help

    /// Answers a call as staff; returns when that is told. Throws where there is no such call. `named`: the staff
    /// member's name as everybody is told it; nil where that is not known.
    package func answerHelp(
        of member: MemberID, _ answer: HelpCall.State, by who: String, named name: String? = nil
    ) async throws(WireFault) {
        try await ask { $0.answerHelp(of: member, answer, by: who, named: name, as: $1) }
    }

    /// A member's last call, also one that is over; nil where the room knows of none, or no longer.
    package func help(of member: MemberID) -> HelpCall? { reading { $0.help(of: member) } }

    // MARK: Other nodes

    /// Handles what the authority tells, in order.
    package func follow(_ news: AuthorityNews) { turn { $0.follow(news) } }

    /// Sets the node ids from the room's authority to this node, which relays are told. `member`: this node's own
    /// member id, where it is a relay of the room.
    package func setPath(_ path: [String], as member: MemberID? = nil) {
        turn { $0.state.setPath(path, as: member) }
    }

    /// Sets the first host's grant for this node's certificate, which guests are shown. Nil: this node no longer stands
    /// in for that host.
    package func setGrant(_ grant: Grant?) { turn { $0.state.setGrant(grant) } }

    /// Sets where lines are kept, which newcomers are told.
    package func setHistoryPlace(_ place: HistoryTerms.Place) {
        turn { room in
            guard room.state.place != place else { return }
            room.state.setHistoryPlace(place)
            room.publish(.facts)
        }
    }

    /// Sets whether staff of the authority elsewhere read the room without being members.
    package func setStaffReading(_ staffRead: Bool) { turn { $0.state.setStaffReading(staffRead) } }

    /// The address groups in which packets on this seat are counted; empty for a relay, as it multiplexes many members.
    func countedGroups(of seat: Seat) -> [AddressGroup] { state.roster[seat.number]?.countedGroups ?? [] }

    // MARK: Topology

    package var topology: RoomTopology {
        reading { $0.state.topology(authority: $0.sources.authority ?? .own, now: $0.now) }
    }

    /// What this node reports to the node that it follows.
    package var replicationStatus: ReplicationStatus { reading { $0.state.replicationStatus(now: $0.now) } }

    /// All members: at this node, behind relays and elsewhere.
    package var everybody: [MemberInfo] { state.roster.all.map(\.info) }

    /// People in the room, as announced: relays are not counted.
    package var memberCount: Int { state.roster.people }

    // MARK: The log

    /// Forgets lines in memory that were erased from the log at somebody's wish.
    package func forget(where isMeant: @Sendable (Message) -> Bool) { turn { $0.forget(where: isMeant) } }

    /// Writes the device records of members who are in anew, after all records were erased from the log: each then
    /// begins with what the member sees from now on.
    package func forgetDevices() { turn { $0.forgetDevices() } }

    /// Finishes the erasures that an earlier run began: the log erases what is left, and then everybody is told.
    package func endErasures() { turn { $0.endErasures() } }

    func tick() {
        let time = dependencies.clock()
        let isPasswordNew = atGate { $0?.takeChange() } ?? false
        turn {
            if isPasswordNew { $0.sendOutRelays() }
            $0.tick(time)
        }
    }
}

extension HostedRoom.Seat {
    init(_ member: Member) { self.init(number: member.number, connection: member.connection) }
}
