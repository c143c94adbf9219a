import NIOCore
import SabirProtocol

/// Members behind relays, and their messages.
extension RoomState {
    /// Most relays between a room's host and a member.
    static let mostHops = 8

    /// Why this node cannot be a relay of the room; nil where it can.
    func refusal(of relay: RelayHello) -> WireFault? {
        let reason: String? =
            if path.contains(relay.node) {
                "This room came here through your relay already: it would be carried in a ring."
            } else if path.count > Self.mostHops {
                "There are \(Self.mostHops) relays between here and the room's host already, which is the most."
            } else if relays.isTaken(relay.space, besides: relay.node) || UInt64(relay.space) == settings.idSpace {
                "Another relay of this room gives the same member ids; move its state directory's identity.json "
                    + "away, so that it gets another id."
            } else {
                nil
            }
        return reason.map { WireFault(.forbidden, $0, fatal: true) }
    }

    // MARK: Members

    /// Adds or changes a member behind a relay. Throws why it may not be in.
    mutating func carry(
        _ carried: MemberHere, _ author: AuthorID?, behind relay: MemberNumber, now: NIODeadline
    ) throws(WireFault) -> (packet: HostPacket?, member: Member, displaced: Member?)? {
        guard let number = MemberNumber(carried.info.id), number.space != 0, let via = roster[relay]?.info.name else {
            return nil
        }
        let earlier = author.flatMap { visibility.devices.number(of: $0) }
        let joinContext = JoinContext(role: carried.info.role, author: author, token: carried.token)
        let before = roster[number]
        let profile = Profile(name: carried.info.name, lang: carried.info.lang)
        var evictee: Member?
        if let before {
            if let fault = refusal(of: profile, insteadOf: before.info, as: joinContext) { throw fault }
        } else {
            let purpose = JoinPurpose.place(of: [.relay(relay)], before: nil, as: profile)
            evictee = try checkAdmission(of: joinContext, earlierNumber: earlier, for: purpose, now: now)
        }
        admitted(number, token: joinContext.token, before: earlier)
        remember(author, number)
        var info = carried.info
        info.name = roster.name(like: info.name, for: number, as: joinContext.nameClaim)
        info.via = info.via ?? via
        // A changed role alone is not asked for: the member's own node settles it, and the host accepts only names and
        // languages.
        var known = before?.info
        known?.role = info.role
        let asks = upstream?.asksForProfiles == true && before?.whereabouts == .behind(relay) && known != info
        if asks { upstream?.profiles.ask(info, of: number, now: now) }
        var member = Member(
            number: number, info: info, connection: 0, lastHeard: now, lastPinged: now,
            joinContext: joinContext, whereabouts: .behind(relay))
        // A device that was here before has been told what was said then, although its relay was away meanwhile.
        member.toldFrom = before.map(\.toldFrom) ?? (earlier == nil ? newcomersFirstVisibleSeq : nil)
        guard before?.whereabouts != .here else {
            // A relay's word may be old; a connection here is present.
            roster.keepSecondPlace(member)
            return nil
        }
        // Told only once this node's own host has accepted it.
        guard !asks else { return (nil, member, nil) }
        let displaced = evictee.flatMap { remove($0.number, connection: $0.connection, now: now) }
        roster.remove(number)
        roster.insert(member)
        guard let before else { return (.joined(info, n: roster.count), member, displaced) }
        return (before.info == info ? nil : .changed(info, n: roster.count), member, nil)
    }

    /// Whether a member who comes here may still be at its earlier place, and will be known to have left there.
    func mayKeepSecondPlace(of previous: Member) -> Bool {
        switch previous.whereabouts {
        case .here: false
        case .behind: true
        case .elsewhere: upstream?.tellsDevices ?? false
        }
    }

    /// Removes one member behind a relay; with nil all of them.
    mutating func removeMembers(_ id: MemberID?, behind relay: MemberNumber) -> [Member] {
        let gone = id.map { MemberNumber($0).map { [$0] } ?? [] } ?? roster.numbers
        roster.forgetSecondPlaces { $0.whereabouts == .behind(relay) && (id == nil || $0.number == gone.first) }
        return gone.filter { roster[$0]?.whereabouts == .behind(relay) }.compactMap { roster.remove($0) }
    }

    // MARK: Lines

    /// Accepts a message of a member behind a relay. The relay has checked the rate; mutes and ids are checked here.
    mutating func accept(
        _ draft: Draft, for carried: MemberHere, _ author: AuthorID?, over relay: Member, now: NIODeadline, wall: Int,
        known: KnownID? = nil
    ) -> DraftOutcome {
        guard let number = MemberNumber(carried.info.id), number.space != 0, draft.id != nil else {
            return .refused(WireFault(.badPacket, "A carried message needs an \"id\" and its author's.", id: draft.id))
        }
        return accept(
            draft, by: sender(carried, number, author, over: relay, now), author, token: carried.token,
            over: relay.number, now: now, wall: wall, known: known)
    }

    /// The sender as it is in the room, or, where it has left meanwhile, as its relay says.
    private func sender(
        _ carried: MemberHere, _ number: MemberNumber, _ author: AuthorID?, over relay: Member, _ now: NIODeadline
    ) -> Member {
        if let member = roster[number] { return member }
        var info = carried.info
        info.via = info.via ?? relay.info.name
        return Member(
            number: number, info: info, connection: 0, lastHeard: now, lastPinged: now,
            joinContext: JoinContext(author: author, token: carried.token), whereabouts: .behind(relay.number))
    }
}
