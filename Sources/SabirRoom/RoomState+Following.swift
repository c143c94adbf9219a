import NIOCore
import SabirProtocol

/// A room whose authority is elsewhere: what is held for it, and what it tells.
extension RoomState {
    /// What a numbered line leads to.
    enum Followed: Hashable {
        /// For everybody; the numbers before it that never came are told first.
        case told(gap: ClosedRange<Int>?, author: AuthorID?)
        /// It was told before: for the one who said it again.
        case repeated(MemberNumber)
        /// It was told before, and nobody waits for it.
        case known
    }

    /// Holds a message until the room's authority, which is elsewhere, has numbered or refused it, and refuses what can be
    /// refused here. Whether its id was used at another node only the authority knows.
    ///
    /// - Parameter relay: the relay that the member is behind, and that is answered for it; nil for this node's member.
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
        if let fault = checkAndCount(draft, by: member.number, token: member.joinContext.token, over: relay, now: now) {
            return .refused(fault)
        }
        let id = draft.id ?? newID()
        let revision = draft.revision.map(timeline.placed)
        if let revision, upstream?.leavesJudgement == true {
            let fault = timeline.refusal(
                of: revision, by: member, member.joinContext.author, draft.id, held: upstream?.held(revision.line),
                wall: wall)
            if let fault { return .refused(fault) }
            note(revision, by: id, wall: wall)
        }
        let retracted = draft.revision.flatMap { $0.isRetraction ? $0.line : nil }
        let line = OfferedLine(
            id: id, sender: member.info, token: member.joinContext.token,
            lang: draft.lang ?? member.info.lang, text: draft.text, reply: draft.reply, revision: revision,
            texts: retracted.map(timeline.texts) ?? [], fields: draft.fields)
        upstream?.hold(
            UpstreamQueue.Entry(line: line, sender: relay ?? member.number, author: member.joinContext.author))
        return .offered(line)
    }

    // MARK: Its numbers

    /// The authority has given this number. `token`: what stands for its author's device, where the authority says it.
    mutating func follow(_ line: Message, by token: String? = nil) -> Followed {
        let held = upstream?.release(line.id)
        let author = held?.author ?? token.map(AuthorID.init(token:))
        let (isNew, gap) = appendNumbered(line, by: author)
        guard isNew else { return held.map { .repeated($0.sender) } ?? .known }
        return .told(gap: gap, author: author)
    }

    /// Who is to hear that an offered line was not taken; nil where it is not held.
    mutating func refused(_ id: MessageID) -> MemberNumber? {
        guard let held = upstream?.release(id) else { return nil }
        if upstream?.leavesJudgement == true, case .retracts(let line)? = held.line.revision {
            giveUp(retracting: line)
        }
        return held.sender
    }

    // MARK: The way there

    /// What members are to be told of the link; nil where that is nothing new.
    mutating func changed(isUp: Bool, wall: Int) -> Link? { upstream?.changed(isUp: isUp, wall: wall) }

    mutating func setLag(_ count: Int?) { upstream?.setLag(count) }

    // MARK: Profiles

    /// What the member is to be, for the authority to take; nil where nothing would change. Throws why it may not be so.
    mutating func ask(
        _ profile: Profile, of number: MemberNumber, now: NIODeadline
    ) throws(WireFault) -> MemberHere? {
        guard let member = roster[number] else { return nil }
        let before = upstream?.wanted(by: number) ?? member.info
        var info = try info(profile, of: member, insteadOf: before)
        // What was asked for before may be from when it was staff.
        info.role = member.info.role
        guard info != before else { return nil }
        upstream?.ask(info, of: number, now: now)
        return MemberHere(info, token: member.joinContext.token, firstVisibleSeq: member.firstVisibleSeq)
    }

    /// The link is lost: what was asked for counts here, as all that is settled while it is down, unless it may not be
    /// any more.
    mutating func settleProfiles() -> [HostPacket] {
        let asked = upstream?.giveUpProfiles() ?? []
        return asked.compactMap { number, wanted in
            let info = try? change(Profile(name: wanted.name, lang: wanted.lang), of: number)
            return info.map { .changed($0, n: roster.count) }
        }
    }

    /// One answer has come. False where none was waited for.
    mutating func profileIsAnswered(_ number: MemberNumber) -> Bool { upstream?.profileIsAnswered(number) ?? false }

    mutating func forgetProfile(of number: MemberNumber) { upstream?.forgetProfile(of: number) }

    /// Members whose change of name or language the authority has not answered in time.
    mutating func overdueProfiles(_ now: NIODeadline) -> [MemberNumber] { upstream?.overdueProfiles(now) ?? [] }

    /// No answer will come, and nothing that was asked for counts.
    mutating func giveUpProfiles() { _ = upstream?.giveUpProfiles() }

    // MARK: Members elsewhere

    /// What members here are to be told, of one who has come or changed elsewhere; nil where that is nothing new.
    ///
    /// - Parameters:
    ///   - mayAnswer: whether it may be the answer to a change that was asked for here.
    ///   - first: the first number it may see, where that is known.
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
        // Of those who are here the authority settles the name alone, and what they have asked for.
        if known.whereabouts != .elsewhere {
            (changed.role, changed.via) = (known.info.role, known.info.via)
            let isAnswer = mayAnswer && profileIsAnswered(number)
            if !isAnswer { changed.lang = known.info.lang }
        }
        guard changed != known.info else { return nil }
        roster.setInfo(changed, of: number)
        return .changed(changed, n: roster.count)
    }

    private static func member(elsewhere info: MemberInfo, _ number: MemberNumber, _ now: NIODeadline) -> Member {
        Member(
            number: number, info: info, connection: 0, lastHeard: now, lastPinged: now,
            joinContext: JoinContext(isStaff: info.role == .staff, isInterpreter: info.role == .interpreter),
            whereabouts: .elsewhere)
    }

    /// One who was elsewhere has left.
    mutating func leftElsewhere(_ id: MemberID, now: NIODeadline) -> HostPacket? {
        guard let number = MemberNumber(id), roster[number]?.whereabouts == .elsewhere,
            let member = roster.remove(number)
        else { return nil }
        remember(gone: member, now: now)
        return .left(member.info, n: roster.count)
    }

    /// Everybody who is elsewhere.
    mutating func elsewhere(
        all infos: [MemberInfo], from first: [MemberID: Int] = [:], now: NIODeadline
    ) -> [HostPacket] {
        let present = Set(infos.map(\.id))
        let gone = roster.numbers.filter { roster[$0]?.whereabouts == .elsewhere && !present.contains($0.id) }
        return gone.compactMap { leftElsewhere($0.id, now: now) }
            + infos.compactMap { elsewhere($0, from: first[$0.id], now: now) }
    }

    /// The same, where they are told with what stands for their devices: one that comes here is the member that it was,
    /// and one that leaves here may be there still.
    mutating func elsewhere(all members: [MemberHere], now: NIODeadline) -> [HostPacket] {
        upstream?.setTellsDevices()
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

    /// Those who are here, as the authority is told of them.
    var membersHere: [MemberHere] {
        roster.numbers.compactMap { roster[$0] }.filter { $0.whereabouts != .elsewhere }
            .map { MemberHere($0.info, token: $0.joinContext.token, firstVisibleSeq: $0.firstVisibleSeq) }
    }

    // MARK: Acts

    /// What an act that the authority tells of leads to here.
    mutating func follow(_ acted: ModerationEvent, now: NIODeadline) -> [Consequence] {
        guard let act = ModerationAction(acted), let consequences = try? perform(act, now: now, wall: 0) else {
            return [.tell(.acted(acted))]
        }
        return consequences.isEmpty ? [.tell(.acted(acted))] : consequences
    }
}
