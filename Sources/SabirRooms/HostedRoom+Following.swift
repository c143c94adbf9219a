import NIOCore
import SabirWire

/// A room whose authority is elsewhere.
extension HostedRoom {
    /// What its authority tells, in this order.
    package func follow(_ news: AuthorityNews) {
        guard authority != nil, !isOver else { return }
        switch news {
        case .up(let epoch, let newest, let past): linked(epoch, newest, past)
        case .down: tell(linkIsUp: false)
        case .lines(let lines, let authors): follow(lines, by: authors)
        case .has(let numbers):
            let (kept, newest) = (Set(numbers), state.timeline.newest)
            forget { $0.seq <= newest && !kept.contains($0.seq) }
        case .refused(let fault): refused(fault)
        case .joined(let info), .changed(let info):
            announce([state.elsewhere(info, mayAnswer: true, from: state.newcomersHorizon, now: loop.now)])
            profileIsSettled(of: info.id)
        case .left(let id): announce([state.leftElsewhere(id, now: loop.now)])
        case .members(let infos): announce(state.elsewhere(all: infos, now: loop.now))
        case .elsewhere(let members): announce(state.elsewhere(all: members, now: loop.now))
        case .acted(let acted): follow(acted)
        case .bans(let bans): actsAreAnswered(by: .bans(bans))
        case .stands(let act):
            carryOut(state.follow(act, now: loop.now, wall: wallClock))
            if act.isNews { actsAreAnswered(by: act.packet) }
        case .notDone(let act, let fault): actIsNotDone(act, fault)
        case .erased(let seqs):
            let meant = Set(seqs)
            forget { meant.contains($0.seq) }
        case .notice(let notice):
            state.moderation.notice = notice.text.isEmpty ? nil : notice
            broadcast(.notice(notice))
            actsAreAnswered(by: .notice(notice))
        case .person(let call): follow(call)
        case .help(let call): follow(call)
        case .calls(let list): follow(list)
        case .granted(let certificate, let grant): granted(certificate, grant)
        case .deliver(let packet, let id): deliver(packet, to: id)
        case .behind(let count): state.upstream?.isBehind(by: count)
        }
    }

    /// What a newcomer is told of the link: nothing while it is up.
    var linkNotice: Link? { state.upstream?.notice(wall: wallClock) }

    // MARK: The link

    private func linked(_ epoch: String, _ newest: Int, _ past: [Message]) {
        if epoch != state.timeline.epoch { begin(epoch, newest, past) }
        tell(linkIsUp: true)
        authority?.tell(.all(state.membersHere))
        let held = state.upstream?.heldLines ?? []
        _ = burst.takeOffered()
        if !held.isEmpty { authority?.offer(held) }
        tellHeldHelp()
        tellStaffAbove()
    }

    private func tell(linkIsUp isUp: Bool) {
        if !isUp { giveUpActs() }
        guard let link = state.upstream?.changed(isUp: isUp, wall: wallClock) else { return }
        broadcast(.link(link))
        if !isUp { settleProfiles() }
        logger.notice(isUp ? "the way to the room's authority is back" : "the way to the room's authority is lost")
    }

    /// Members come back to another numbering by themselves: their connections close without a word of an end.
    private func begin(_ epoch: String, _ newest: Int, _ past: [Message]) {
        flush()
        presence = PresenceBatch()
        let before = connections
        (connections, catchUps) = ([:], [:])
        giveUpProfiles(saying: RoomState.noLongerIn)
        state.begin(epoch: epoch, newest: newest, past: past)
        untranslated.forget()
        if let devices { state.visibility.inherit(devices.known(in: settings.info.id, epoch: epoch)) }
        log?.renew(epoch: epoch)
        for connection in before.values { connection.channel.close(promise: nil) }
        news?.tell(.everybody(.error(WireFault(.closing, "The room begins anew; come in again.", fatal: true))))
        countChanged?(0)
    }

    /// Everybody who is connected here finds another way to the room: connections close without a word of an end, unless
    /// there is a reason to tell. Members in this process are told that it is over here.
    func letGo(saying reason: WireFault? = nil) {
        flush()
        for number in Array(connections.keys) {
            if let reason { drop(number, reason) } else { giveUpOn(number) }
        }
        let reason = reason ?? Self.carriedElsewhere
        for number in state.roster.numbers {
            if let member = state.roster[number], member.arrival.isLocal { leave(Seat(member)) }
        }
        news?.tell(.everybody(.error(reason)))
        // Their lines are not lost with the room's being open here: this node goes on following it.
        letSpeakersGo(saying: reason)
    }

    private static let carriedElsewhere = WireFault(
        .closing, "Another relay carries the room to this side now; come in there.", fatal: true)

    // MARK: Lines

    private func follow(_ lines: [Message], by authors: [String?]) {
        var kept: [LogLine] = []
        for (place, line) in lines.enumerated() {
            let followed = state.follow(line, by: authors.isEmpty ? nil : authors[place])
            let line = state.timeline.shown(line)
            switch followed {
            case .told(let gap, let author):
                if let gap { broadcast(.gap(gap)) }
                broadcast(.message(line))
                if log != nil { kept.append(LogLine(message: line, author: author)) }
                tellSpeakers(of: line.id, .success(line))
            case .repeated(let number):
                if !tellSpeakers(of: line.id, .success(line)) { answer(.message(line), to: number) }
            case .known: break
            }
        }
        // The authority has them: nobody waits for this node's own copy.
        if !kept.isEmpty { log?.append(kept) { _ in } }
    }

    private func refused(_ fault: WireFault) {
        guard let id = fault.id else { return actIsRefused(fault) }
        guard let number = state.refused(id) else { return }
        if !tellSpeakers(of: id, .failure(fault)) { answer(.error(fault), to: number) }
    }

    // MARK: Members

    private func announce(_ packets: [HostPacket?]) {
        let told = packets.compactMap(\.self)
        guard !told.isEmpty else { return }
        for packet in told { tell(packet, except: nil) }
        countChanged?(state.roster.count)
    }

    private func deliver(_ packet: HostPacket, to id: MemberID) {
        guard let number = MemberNumber(id), let member = state.roster[number], member.whereabouts != .elsewhere else {
            return
        }
        if case .error(let fault) = packet {
            if fault.fatal, member.whereabouts == .here { return drop(number, fault) }
            if profileIsRefused(of: number, fault) { return }
        }
        answer(packet, to: number)
    }

    // MARK: Staff

    private func follow(_ acted: Acted) {
        let consequences = state.follow(acted, now: loop.now)
        if acted.act == .clear { log?.forget(upTo: state.timeline.newest) }
        carryOut(consequences)
        actsAreAnswered(by: .acted(acted))
    }
}
