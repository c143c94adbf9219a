import NIOCore
import SabirProtocol

/// A room whose authority is elsewhere: what it holds, and the news that it follows.
extension RoomState {
    /// What a line numbered by the authority leads to.
    enum Followed: Hashable {
        /// The line is told to everybody, behind the gap of numbers that never came.
        case told(gap: ClosedRange<Int>?, author: AuthorID?)
        /// The line was told before; answers the member who sent it again.
        case repeated(MemberNumber)
        /// The line was told before, and nobody waits for it.
        case known
    }

    /// Holds a message until the room's authority has numbered or refused it, and refuses what can be refused here.
    /// Only the authority knows whether the id was used at another node.
    ///
    /// - Parameter relay: the relay that the member is behind, which is answered; nil for this node's member.
    mutating func hold(
        _ draft: Draft, by member: Member, over relay: MemberNumber? = nil, _ now: NIODeadline, wall: Int
    ) -> DraftOutcome {
        if let earlier = timeline.answerAgain(draft, by: member) { return earlier }
        if let id = draft.id,
            let earlier = upstream?.answer(id, by: member, answering: relay ?? member.number)
        {
            return earlier
        }
        if draft.revision?.isConfirmation == true {
            guard settings.takesConfirmations else { return .refused(Timeline.noConfirming(draft.id)) }
        } else if draft.revision != nil, settings.takeBack == 0 {
            return .refused(Timeline.noTakingBack(draft.id))
        }
        if let fault = checkAndCount(draft, by: member, token: member.joinContext.token, over: relay, now: now) {
            return .refused(fault)
        }
        let id = draft.id ?? newID()
        let revision = draft.revision.map(timeline.placed)
        if let revision, upstream?.leavesJudgement == true {
            let fault = timeline.refusal(
                of: revision, by: member, member.joinContext.author, draft.id, held: upstream?.held[revision.line],
                wall: wall)
            if let fault { return .refused(fault) }
            note(revision, by: id, wall: wall)
        }
        let retracted = draft.revision.flatMap { $0.isRetraction ? $0.line : nil }
        var placed = draft
        placed.revision = revision
        let line = OfferedLine(
            placed, as: id, by: member.info, token: member.joinContext.token,
            texts: retracted.map(timeline.texts) ?? [])
        upstream?.held.add(
            UpstreamQueue.Entry(line: line, sender: relay ?? member.number, author: member.joinContext.author))
        return .offered(line)
    }

    // MARK: The authority's numbers

    /// Follows a line that the authority has numbered. `token`: names its author's device, where the authority tells
    /// it.
    mutating func follow(_ line: Message, by token: String? = nil) -> Followed {
        let held = upstream?.held.remove(line.id)
        let author = held?.author ?? token.map(AuthorID.init(token:))
        let (isNew, gap) = appendNumbered(line, by: author)
        guard isNew else { return held.map { .repeated($0.sender) } ?? .known }
        return .told(gap: gap, author: author)
    }

    /// Removes a line that the authority has refused. Returns who is told; nil where the line is not held.
    mutating func refused(_ id: MessageID) -> MemberNumber? {
        guard let held = upstream?.held.remove(id) else { return nil }
        if upstream?.leavesJudgement == true, case .retracts(let line)? = held.line.revision {
            giveUp(retracting: line)
        }
        return held.sender
    }

    // MARK: Profiles

    /// Asks for another profile, for the authority to accept. Nil where nothing would change. Throws why it is refused.
    mutating func ask(
        _ profile: Profile, of number: MemberNumber, now: NIODeadline
    ) throws(WireFault) -> MemberHere? {
        guard let member = roster[number] else { return nil }
        let before = upstream?.profiles[number] ?? member.info
        var info = try info(profile, of: member, insteadOf: before)
        // An earlier request may be from when the member was staff.
        info.role = member.info.role
        guard info != before else { return nil }
        upstream?.profiles.ask(info, of: number, now: now)
        return MemberHere(info, token: member.joinContext.token, firstVisibleSeq: member.firstVisibleSeq)
    }

    /// Settles waiting changes at this node, as the link is lost: each counts unless it is not allowed any more.
    /// Returns what members are told.
    mutating func settleProfiles() -> [HostPacket] {
        let asked = upstream?.profiles.giveUp() ?? []
        return asked.compactMap { number, wanted in
            let info = try? change(Profile(name: wanted.name, lang: wanted.lang), of: number)
            return info.map { .changed($0, n: roster.count) }
        }
    }

    // MARK: Members elsewhere

    /// Notes a member who came or changed elsewhere. Returns what members here are told; nil where nothing changed.
    ///
    /// - Parameters:
    ///   - mayAnswer: whether this may be the answer to a change that was asked for here.
    ///   - first: number of the first message that the member may see, where that is known.
    mutating func elsewhere(
        _ info: MemberInfo, mayAnswer: Bool = false, from first: Int? = nil, now: NIODeadline
    ) -> HostPacket? {
        guard let number = MemberNumber(info.id) else { return nil }
        guard let known = roster[number] else {
            var member = Self.member(elsewhere: info, number, now)
            member.toldFrom = first
            roster.insert(member)
            return .joined(info, n: roster.count)
        }
        var changed = info
        // For members here the authority settles only names, and what they asked for.
        if known.whereabouts != .elsewhere {
            (changed.role, changed.via) = (known.info.role, known.info.via)
            let isAnswer = mayAnswer && upstream?.profiles.countAnswer(for: number) == true
            if !isAnswer { changed.lang = known.info.lang }
        }
        guard changed != known.info else { return nil }
        roster.setInfo(changed, of: number)
        return .changed(changed, n: roster.count)
    }

    private static func member(elsewhere info: MemberInfo, _ number: MemberNumber, _ now: NIODeadline) -> Member {
        Member(
            number: number, info: info, connection: 0, lastHeard: now, lastPinged: now,
            joinContext: JoinContext(role: info.role == .relay ? nil : info.role), whereabouts: .elsewhere)
    }

    mutating func leftElsewhere(_ id: MemberID, now: NIODeadline) -> HostPacket? {
        guard let number = MemberNumber(id), roster[number]?.whereabouts == .elsewhere,
            let member = roster.remove(number)
        else { return nil }
        remember(gone: member, now: now)
        return .left(member.info, n: roster.count)
    }

    mutating func elsewhere(
        all infos: [MemberInfo], from first: [MemberID: Int] = [:], now: NIODeadline
    ) -> [HostPacket] {
        let present = Set(infos.map(\.id))
        let gone = roster.all.filter { $0.whereabouts == .elsewhere && !present.contains($0.info.id) }
        return gone.compactMap { leftElsewhere($0.info.id, now: now) }
            + infos.compactMap { elsewhere($0, from: first[$0.id], now: now) }
    }

    /// Replaces the members who are elsewhere, told with the tokens of their devices: a device that comes here is then
    /// the member that it was, and one that leaves here may still be there.
    mutating func elsewhere(all members: [MemberHere], now: NIODeadline) -> [HostPacket] {
        upstream?.tellsDevices = true
        roster.forgetSecondPlaces { $0.whereabouts == .elsewhere }
        for member in members {
            guard let number = MemberNumber(member.info.id) else { continue }
            remember(member, number)
            guard let known = roster[number], known.whereabouts != .elsewhere, !roster.hasSecondPlace(number) else {
                continue
            }
            roster.keepSecondPlace(Self.member(elsewhere: member.info, number, now))
        }
        let known = members.filter { $0.firstVisibleSeq != .max }.map { ($0.info.id, $0.firstVisibleSeq) }
        return elsewhere(all: members.map(\.info), from: Dictionary(known) { $1 }, now: now)
    }

    private mutating func remember(_ member: MemberHere, _ number: MemberNumber) {
        remember(member.token.map(AuthorID.init(token:)), number, from: member.firstVisibleSeq)
    }

    /// The members here, as the authority is told of them.
    var membersHere: [MemberHere] {
        roster.all.filter { $0.whereabouts != .elsewhere }.map { MemberHere($0) }
    }

    // MARK: Acts

    /// Applies an act that the authority tells of, and returns what it leads to here.
    mutating func follow(_ acted: ModerationEvent, now: NIODeadline) -> [Consequence] {
        guard let act = ModerationAction(acted), let consequences = try? perform(act, now: now, wall: 0) else {
            return [.tell(.acted(acted))]
        }
        return consequences.isEmpty ? [.tell(.acted(acted))] : consequences
    }
}
