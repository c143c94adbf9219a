import NIOCore
import SabirProtocol

/// News of an authority elsewhere.
extension Room {
    /// Handles what the authority tells, in order.
    mutating func follow(_ news: AuthorityNews) {
        guard isFollowing, !isOver else { return }
        switch news {
        case .up(let epoch, let newest, let past): linked(epoch, newest, past)
        case .down: setLink(isUp: false)
        case .lines(let lines, let authors): follow(lines, by: authors)
        case .has(let numbers):
            let (kept, newest) = (Set(numbers), state.timeline.newest)
            forget { $0.seq <= newest && !kept.contains($0.seq) }
        case .refused(let fault): refused(fault)
        case .joined(let info):
            announce([state.elsewhere(info, mayAnswer: true, from: state.newcomersFirstVisibleSeq, now: now)])
            answerSettledProfile(of: info.id)
        case .left(let id): announce([state.leftElsewhere(id, now: now)])
        case .members(let infos): announce(state.elsewhere(all: infos, now: now))
        case .elsewhere(let members): announce(state.elsewhere(all: members, now: now))
        case .acted(let acted): follow(acted)
        case .bans(let bans): answerActs(by: .bans(bans))
        case .stands(let act):
            carryOut(state.follow(act, now: now, wall: wall))
            if act.isNews { answerActs(by: act.packet) }
        case .notDone(let act, let fault): answerFailedAct(act, fault)
        case .erased(let seqs):
            let meant = Set(seqs)
            forget { meant.contains($0.seq) }
        case .notice(let notice):
            _ = state.pin(notice, now: now)
            broadcast(.notice(notice))
            answerActs(by: .notice(notice))
        case .help(let call): follow(call)
        case .calls(let list): follow(list)
        case .granted(let certificate, let grant): passOn(grant, for: certificate)
        case .deliver(let packet, let id): deliver(packet, to: id)
        case .behind(let count): state.upstream?.lag = count
        }
    }

    /// What a newcomer is told of the link; nil while it is up.
    var linkNotice: Link? { state.upstream?.notice(wall: wall) }

    // MARK: The link

    private mutating func linked(_ epoch: String, _ newest: Int, _ past: [Message]) {
        if epoch != state.timeline.epoch { begin(epoch, newest, past) }
        setLink(isUp: true)
        sendToAuthority(.all(state.membersHere))
        offerHeld()
        passUpUnconfirmedHelp()
        passUpOpenReports()
    }

    private mutating func setLink(isUp: Bool) {
        if !isUp { giveUpActs() }
        let wall = wall
        guard let link = state.upstream?.changed(isUp: isUp, wall: wall) else { return }
        broadcast(.link(link))
        if !isUp { settleProfiles() }
        logger.notice(isUp ? "the room's authority is connected again" : "the room's authority is not connected")
    }

    /// Begins another numbering. Connections close without a goodbye, and their members come back by themselves.
    private mutating func begin(_ epoch: String, _ newest: Int, _ past: [Message]) {
        flush()
        forgetPresence()
        giveUpProfiles(saying: WireFault.noLongerIn)
        state.begin(epoch: epoch, newest: newest, past: past)
        add(.forgetUntranslated)
        if let devices = sources.devices { state.inherit(devices(epoch)) }
        if sources.hasLog { add(.log { $0.renew(epoch: epoch) }) }
        add(.closeAll(nil))
        publish(.everybody(.error(WireFault(.closing, "The room begins anew; come in again.", fatal: true))))
        publishCount()
    }

    // MARK: Lines

    private mutating func follow(_ lines: [Message], by authors: [String?]) {
        var kept: [LogLine] = []
        for (place, line) in lines.enumerated() {
            let followed = state.follow(line, by: authors.isEmpty ? nil : authors[place])
            let line = state.timeline.shown(line)
            switch followed {
            case .told(let gap, let author):
                if let gap { broadcast(.gap(gap)) }
                broadcast(line)
                if sources.hasLog { kept.append(LogLine(message: line, author: author)) }
                answerMessageCallers(of: line.id, .success(.message(line)))
            case .repeated(let number):
                if !answerMessageCallers(of: line.id, .success(.message(line))) { answer(.message(line), to: number) }
            case .known: break
            }
        }
        // The authority has these lines already, so nobody waits for this node's own copy.
        if !kept.isEmpty { add(.log { [kept] log in log.append(kept) { _ in } }) }
    }

    private mutating func refused(_ fault: WireFault) {
        guard let id = fault.id else { return answerRefusedAct(fault) }
        guard let number = state.refused(id) else { return }
        if !answerMessageCallers(of: id, .failure(fault)) { answer(.error(fault), to: number) }
    }

    // MARK: Members

    private mutating func announce(_ packets: [HostPacket?]) {
        let told = packets.compactMap(\.self)
        guard !told.isEmpty else { return }
        for packet in told { announce(packet, except: nil) }
        publishCount()
    }

    private mutating func deliver(_ packet: HostPacket, to id: MemberID) {
        guard let number = MemberNumber(id), let member = state.roster[number], member.whereabouts != .elsewhere else {
            return
        }
        if case .error(let fault) = packet {
            if fault.fatal, member.whereabouts == .here { return drop(number, fault) }
            if answerRefusedProfile(of: number, fault) { return }
        }
        answer(packet, to: number)
    }

    // MARK: Staff

    private mutating func follow(_ acted: ModerationEvent) {
        let consequences = state.follow(acted, now: now)
        if acted.act == .clear { forgetInLog(upTo: state.timeline.newest) }
        carryOut(consequences)
        answerActs(by: .acted(acted))
    }
}
