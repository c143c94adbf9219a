import NIOCore
import SabirCore
import SabirProtocol

extension Member {
    /// How long a member over the network may be silent before it counts as absent: until it is pinged, and as long
    /// again.
    static let silence = KeepaliveDecision.pingAfter + KeepaliveDecision.pingAfter

    /// Since when nobody is seen to read for this member; nil where somebody is.
    func absence(now: NIODeadline) -> NIODeadline? {
        guard whereabouts == .here, !joinContext.isVouchedFor else { return nil }
        if joinContext.isLocal { return streams > 0 ? nil : absentSince }
        return now - lastHeard >= Self.silence ? lastHeard : nil
    }
}

/// Who gets a place in the room, and who gives one up.
extension RoomState {
    /// The result of letting somebody in.
    struct Admission {
        let member: Member
        /// The member as it was over the connection that its device now gives up.
        let replaces: Member?
        /// The absent member that loses its place.
        let displaces: Member?
        /// Visitors who were renamed, as their names are kept for the person who came in.
        let renamed: [MemberNumber]
        /// Whether others see a difference: a newcomer, or a returning device with another name or language.
        let change: Change
        /// Consequences for the room, such as its lock.
        let consequences: [Consequence]
        /// The device record for the room's log.
        let record: DeviceRecord?
        /// Whether the member has proved that it was in an earlier epoch, and so has missed this one from the first
        /// line on.
        let startsOver: Bool

        enum Change { case joined, changed, none }
    }

    /// What somebody who says hello wants.
    enum JoinPurpose {
        /// A place. `before`: the member that the same device is in as, whose place it takes over. `profile`: as far as
        /// it is known.
        case place(of: [PlaceHolder], before: Member?, as: Profile)
        /// An answer (the grant) without a place, which also a full room gives.
        case answer
    }

    /// Checks whether somebody may come in, and throws why not. Returns who gives up a place, if anybody has to.
    /// Changes and counts nothing.
    ///
    /// - Parameter earlierNumber: the device's member number in this room, in or not; nil for a newcomer.
    func checkAdmission(
        of joinContext: JoinContext, earlierNumber: MemberNumber?, for purpose: JoinPurpose, now: NIODeadline
    ) throws(WireFault) -> Member? {
        if let fault = moderation.refusal(of: earlierNumber, joinContext, in: info.name, now: now) { throw fault }
        switch purpose {
        case .place(let holders, let before, let profile):
            if let fault = refusal(of: profile, insteadOf: before?.info, as: joinContext) { throw fault.asFatal }
            return try evictee(forPlaceOf: holders, previous: before, now: now)
        case .answer:
            // A room for one visit does not reveal whether its visitor has come.
            guard settings.isPrivate, !joinContext.isVouchedFor else { return nil }
            throw WireFault(
                .locked, "The room \"\(info.name)\" is for one visit, and tells nothing of itself.", fatal: true)
        }
    }

    /// Why somebody may not bear that name or read that language here; nil where they may. The one rule about both, for
    /// newcomers, returning devices, changes, and members behind relays. A name that looks like another's is changed
    /// (`Roster.name`), not refused.
    ///
    /// - Parameter before: the member as it is in the room now; nil where it is not in.
    func refusal(of profile: Profile, insteadOf before: MemberInfo?, as joinContext: JoinContext) -> WireFault? {
        guard let name = profile.name, name != before?.name else { return nil }
        // A relay may let invisible names through; members here cannot send one.
        do throws(WireFault) { _ = try WireText.name(name) } catch { return error }
        guard !joinContext.isVouchedFor, skeleton.readsAsStaff(name) else { return nil }
        return WireFault(
            .badName, "This name reads as one of the staff. Choose another, without signs such as a shield or a tick.",
            as: "name-staff")
    }

    /// The member, or the profile that it last asked for, after this change; throws why it is refused. Changes nothing.
    mutating func info(
        _ profile: Profile, of member: Member, insteadOf before: MemberInfo
    ) throws(WireFault) -> MemberInfo {
        if let fault = refusal(of: profile, insteadOf: before, as: member.joinContext) { throw fault }
        var info = before
        if let name = profile.name {
            info.name = roster.name(like: name, for: member.number, as: member.joinContext.nameClaim)
        }
        info.lang = profile.lang ?? info.lang
        return info
    }

    /// How many places one address or network, or all members behind one relay, may hold; nil for all of them. A
    /// relay's key is in the host's list, and its own node counts its guests' addresses: it leaves a tenth to everybody
    /// else.
    func share(of holder: PlaceHolder) -> Int? {
        switch holder {
        case .address(let group):
            settings.maximumPerAddress.map { group.share(of: settings.maximumMembers, each: $0) }
        case .relay: settings.maximumMembers - settings.maximumMembers / 10
        }
    }

    /// The member who gives up a place for a newcomer: the one absent longest, of the same address or network where
    /// that has used up its share, otherwise of the holder with the most places. Nil where a place is free. Throws
    /// where nobody can give one up. `previous`: the member that the same device was, whose place is free.
    func evictee(
        forPlaceOf holders: [PlaceHolder], previous: Member?, now: NIODeadline
    ) throws(WireFault) -> Member? {
        let keptPlaces = previous?.placeHolders ?? []
        for holder in holders where !keptPlaces.contains(holder) {
            guard let share = share(of: holder), roster.places[holder, default: 0] >= share else { continue }
            guard let absent = longestAbsent(now, where: { $0.contains(holder) }) else {
                throw Self.shareUsedUp(by: holder, share, in: info.name)
            }
            return absent
        }
        guard previous == nil, roster.count >= settings.maximumMembers else { return nil }
        guard let absent = longestAbsent(now, where: { _ in true }) else {
            throw WireFault(
                .roomFull, "The room \"\(info.name)\" is full: it holds \(settings.maximumMembers) members.",
                fatal: true)
        }
        return absent
    }

    mutating func addStream(of number: MemberNumber) { roster.update(number) { $0.streams += 1 } }

    mutating func removeStream(of number: MemberNumber, now: NIODeadline) {
        roster.update(number) {
            $0.streams -= 1
            if $0.streams <= 0 { $0.absentSince = now }
        }
    }

    private func longestAbsent(_ now: NIODeadline, where isMeant: ([PlaceHolder]) -> Bool) -> Member? {
        var found: (member: Member, holds: Int, since: NIODeadline)?
        for member in roster.all {
            // A member who is also behind a relay would be back at once.
            guard !roster.hasSecondPlace(member.number), let since = member.absence(now: now) else { continue }
            let holders = member.placeHolders
            guard isMeant(holders) else { continue }
            let holds = holders.last.map { roster.places[$0, default: 0] } ?? 1
            if let best = found, best.holds > holds || (best.holds == holds && best.since <= since) { continue }
            found = (member, holds, since)
        }
        return found?.member
    }

    private static func shareUsedUp(by holder: PlaceHolder, _ share: Int, in room: String) -> WireFault {
        let who =
            switch holder {
            case .address(.address): "Your address"
            case .address(.network): "Your network"
            case .relay: "Your relay"
            }
        return WireFault(
            .tooMany,
            "\(who) holds \(share) places of the room \"\(room)\" already, the most that it may. Try again "
                + "later.", fatal: true)
    }

    // MARK: Greeting without a place

    /// Throws the reason for which a newcomer would be refused.
    mutating func letAsk(_ hello: Hello, as joinContext: JoinContext, now: NIODeadline) throws(WireFault) {
        let earlierNumber = visibility.devices[hello.device, joinContext.author]?.number
        _ = try letIn(joinContext, earlierNumber: earlierNumber, for: .answer, now: now)
    }

    /// The welcome for somebody who only asks: it proves the host and names the room, and tells of people only how many
    /// there are.
    func welcomeOfNobody() -> Welcome {
        Welcome(
            room: RoomInfo(id: info.id, name: info.name, topic: ""), member: MemberNumber.nobody.id,
            epoch: timeline.epoch,
            seq: timeline.newest, n: roster.count, members: [], langs: [:], limits: settings.limits, grant: grant)
    }
}
