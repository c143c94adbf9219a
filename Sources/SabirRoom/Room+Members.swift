import NIOCore
import SabirCore
import SabirProtocol

/// Members who come and go.
extension Room {
    // MARK: Coming

    /// What a member over TCP shows besides its hello.
    struct Entrance {
        /// What the staff list says of the member's device.
        let rank: StaffRank
        let address: String?
        /// The host's own proof, where the member has proved the room's password.
        var proof: String?
    }

    mutating func join(_ hello: Hello, _ entrance: Entrance) -> Result<Seat, WireFault> {
        guard !isOver else { return .failure(Self.nodeIsClosing) }
        flush()  // what came before belongs to those who were here before
        renewEpoch(for: hello)
        return Result { () throws(WireFault) in
            var hello = hello
            if let name = try relayName(in: hello, as: entrance.rank) { hello.name = name }
            let joinContext = JoinContext(
                address: entrance.address, role: hello.relay == nil ? entrance.rank.role : .relay,
                person: entrance.rank.person, author: author(of: hello), device: hello.device,
                token: token(of: hello), features: hello.features)
            let admission = try admit(hello, as: joinContext)
            let member = admission.member
            if let replaced = admission.replaces { giveUp(replaced) }
            // Members behind the relay's earlier connection leave before the relay is in: the relay is told nothing
            // before its welcome.
            if let relay = hello.relay { addRelay(relay, as: member.number) }
            seat(admission, since: hello.resume, entrance.proof)
            announce(admission)
            logger.debug(
                "member in",
                metadata: ["member": "\(member.info.id)", "client": "\(HostedRoom.printable(hello.client))"])
            return Seat(member)
        }
    }

    /// A `welcome` with the grant, without members or topic, for somebody who would be let in and does not come in.
    /// Nobody else is told, and no seat is taken.
    mutating func greet(_ hello: Hello, _ entrance: Entrance) -> Result<ByteBuffer, WireFault> {
        Result { () throws(WireFault) in
            guard !isOver else { throw Self.isClosing }
            let joinContext = JoinContext(
                address: entrance.address, role: entrance.rank.role, author: author(of: hello),
                device: hello.device, token: token(of: hello))
            do throws(WireFault) {
                try state.letAsk(hello, as: joinContext, now: now)
            } catch {
                if error == RoomLimits.tooManyJoins { meter.refused(.joinsPerRoom) }
                throw error
            }
            var welcome = state.welcomeOfNobody()
            welcome.proof = entrance.proof
            return ByteBuffer(framing: .welcome(welcome))
        }
    }

    /// Lets a member of this process in.
    mutating func enter(_ hello: Hello, as joinContext: JoinContext) throws(WireFault) -> HostedRoom.Entry {
        guard !isOver else { throw Self.nodeIsClosing }
        flush()
        renewEpoch(for: hello)
        let admission = try admit(hello, as: joinContext)
        if let replaced = admission.replaces { giveUp(replaced) }
        announce(admission)
        return entry(of: admission.member)
    }

    /// The seat that a device holds in this process; nil where it holds none. Devices are forgotten after ten thousand
    /// others, while a member who is in keeps its token.
    func localSeat(of hello: Hello) -> Seat? {
        guard let token = token(of: hello) else { return nil }
        let known = state.visibility.devices[hello.device, author(of: token)].flatMap { state.roster[$0.number] }
        let member = known ?? state.roster.all.first { $0.joinContext.token == token }
        return member.flatMap { $0.joinContext.isLocal ? Seat($0) : nil }
    }

    func entry(of member: Member) -> HostedRoom.Entry {
        HostedRoom.Entry(
            seat: Seat(member), info: member.info, epoch: state.timeline.epoch, seq: state.timeline.newest,
            firstVisibleSeq: member.firstVisibleSeq)
    }

    /// Lets somebody in, and counts those who are kept out for want of a place.
    private mutating func admit(_ hello: Hello, as joinContext: JoinContext) throws(WireFault) -> RoomState.Admission {
        do throws(WireFault) {
            let admission = try state.admit(hello, as: joinContext, now: now)
            forgetProfile(of: admission.member.number)
            if let record = admission.record { keep(record) }
            if let displaced = admission.displaces { removeDisplaced(displaced) }
            return admission
        } catch {
            count(error)
            throw error
        }
    }

    private mutating func seat(_ admission: RoomState.Admission, since resume: Hello.Resume?, _ proof: String?) {
        let member = admission.member
        var (welcome, members) = state.welcome(member.number, sharing: sources.sharing?())
        welcome.proof = proof
        var resume = resume
        if admission.startsOver {
            // As if the member had come back before the epoch's first line: a reader starts over from this number, and
            // would skip lines that it took for older ones.
            welcome.seq = 0
            resume = Hello.Resume(epoch: state.timeline.epoch, seq: 0)
        }
        var frames = FrameEncoder()
        frames.append(welcome, members: members)
        if let notice = state.moderation.notice { frames.append(.notice(notice)) }
        if let linkNotice { frames.append(.link(linkNotice)) }
        for packet in helpGreeting(for: member, since: resume) { frames.append(packet) }
        // Repeated for members who were told at the time: clearing twice does no harm.
        if state.timeline.wasCleared(since: resume) { frames.append(ModerationAction.clear.told()) }
        if let lost = lostLines(of: member, since: resume) { frames.append(.gap(lost)) }
        add(.seat(member.number, frames.take(), catchUp(of: member, since: resume)))
    }

    /// Tells the others of a newcomer.
    private mutating func announce(_ admission: RoomState.Admission) {
        let member = admission.member
        for number in admission.renamed {
            if let info = state.roster[number]?.info { announceChange(info, of: number) }
        }
        switch admission.change {
        case .joined:
            if !member.joinContext.isRelay { meter.chose(member.info.lang) }
            announce(.joined(member.info, n: state.roster.count), except: member.number)
        case .changed: announce(.changed(member.info, n: state.roster.count), except: member.number)
        case .none: break
        }
        sendToAuthority(.joined(MemberHere(member)))
        publishCount()
        carryOut(admission.consequences)
        // A room that locks itself does so at once: the next visitor may be joining.
        if !admission.consequences.isEmpty { keepModeration() }
    }

    private static let replaced = WireFault(
        .replaced, "This device has joined again over another connection.", fatal: true)

    /// Takes the seat from a member whose device now comes over another connection; the member stays in.
    private mutating func giveUp(_ old: Member) {
        if old.joinContext.isLocal {
            publish(.one(Seat(old), .error(Self.replaced)))
        } else {
            add(.close(old.number, Self.replaced))
        }
    }

    /// The token for the member on this seat to show when it comes back. Nil where it needs none or no longer holds the
    /// seat, and in a room for one visit, whose visitors come back to other rooms.
    func resumeToken(of seat: Seat) -> String? {
        guard holds(seat), !state.settings.isPrivate, let member = state.roster[seat.number] else { return nil }
        return state.visibility.token(for: member, in: state.timeline)
    }

    /// Tells listeners in this process of a change of members. They show people: relays are left out, also of counts
    /// and languages.
    mutating func publishPresence(_ packet: HostPacket) {
        let n = state.roster.people
        switch packet {
        case .joined(let info, _): if info.role != .relay { publish(.everybody(.joined(info, n: n))) }
        case .changed(let info, _): if info.role != .relay { publish(.everybody(.changed(info, n: n))) }
        case .left(let info, _): if info.role != .relay { publish(.everybody(.left(info, n: n))) }
        case .presence(var told):
            (told.n, told.langs) = (n, state.roster.readers)
            told.joined.removeAll { $0.role == .relay }
            told.changed.removeAll { $0.role == .relay }
            publish(.everybody(.presence(told)))
        default: publish(.everybody(packet))
        }
    }

    // MARK: Going

    mutating func leave(_ seat: Seat) {
        guard let member = state.remove(seat.number, connection: seat.connection, now: now) else { return }
        endMembership(of: member)
    }

    /// Does what follows when a member has left the room's state.
    mutating func endMembership(of member: Member) {
        add(.detach(member.number))
        if let secondPlace = state.roster.moveToSecondPlace(member.number) {
            forgetProfile(of: member.number)
            announce(.changed(secondPlace.info, n: state.roster.count), except: nil)
            if secondPlace.whereabouts == .elsewhere { sendToAuthority(.left(member.info.id)) }
        } else {
            announceDeparture(of: member)
        }
        removeRelay(member)
        publishCount()
        logger.debug("member out", metadata: ["member": "\(member.info.id)"])
    }

    /// Removes a member and tells it why; its connection closes when it has read that, or after a while.
    mutating func drop(_ number: MemberNumber, _ fault: WireFault) {
        flush()
        guard let member = state.roster[number] else { return }
        if member.joinContext.isLocal { publish(.one(Seat(member), .error(fault))) }
        leave(Seat(member))
        add(.close(number, fault))
        if fault.code == .tooSlow { meter.refused(.queue) }
        logger.info("member dropped", metadata: ["member": "\(member.info.id)", "code": "\(fault.code.rawValue)"])
    }

    static let tooSlow = WireFault(
        .tooSlow, "You read too slowly: too much was waiting for you.", fatal: true)

    /// Removes a member without telling it why, for example when its connection has fallen silent.
    private mutating func giveUpOn(_ number: MemberNumber) {
        guard let member = state.roster[number] else { return }
        leave(Seat(member))
        add(.close(number, nil))
        logger.info("a member's connection is given up", metadata: ["member": "\(member.info.id)"])
    }

    /// Removes everybody at once: to tell each member that each other leaves would cost the square of their number.
    mutating func sendAllOut(_ fault: WireFault) {
        flush()
        state.sendAllOut()
        add(.closeAll(fault))
        forgetPresence()
        publish(.everybody(.error(fault)))
        publishCount()
    }

    /// Disconnects everybody, who then find another way to the room: connections close without a goodbye, unless there
    /// is a reason to tell. Members in this process are told that the room is over here.
    mutating func disconnectEverybody(saying reason: WireFault?) {
        flush()
        for member in state.roster.all where member.whereabouts == .here && !member.joinContext.isLocal {
            if let reason { drop(member.number, reason) } else { giveUpOn(member.number) }
        }
        for member in state.roster.all where member.joinContext.isLocal { leave(Seat(member)) }
        let reason = reason ?? Self.carriedElsewhere
        publish(.everybody(.error(reason)))
        // Their messages are not lost when the room closes here: this node goes on following it.
        releaseMessageCallers(saying: reason)
    }

    static let carriedElsewhere = WireFault(
        .closing, "Another relay carries the room to this side now; come in there.", fatal: true)

    /// Ends a member's login as staff: the member stays in as a visitor, and its messages bear no role from now on.
    /// Returns the member as it now is; nil where it no longer holds the seat.
    mutating func endStaff(on seat: Seat) -> MemberInfo? {
        guard holds(seat) else { return nil }
        if let info = state.endStaff(of: seat.number) { announceChange(info, of: seat.number) }
        return state.roster[seat.number]?.info
    }

    /// Whether the member still holds this seat.
    func holds(_ seat: Seat) -> Bool { state.roster[seat.number]?.connection == seat.connection }

    /// Notes, for the keepalive, that the member has sent something. Returns false where it no longer holds the seat.
    mutating func noteActivity(on seat: Seat) -> Bool {
        state.noteActivity(of: seat.number, connection: seat.connection, at: now)
    }

    // MARK: Time

    /// Does what is due once a second: tells large rooms of their members, expires messages, and finds members, and a
    /// log, that have fallen silent.
    mutating func tick(_ time: ClockReading) {
        broadcastPresence()
        flush()
        forget(state.expire(at: time))
        sendOutStruckRelays()
        checkLog()
        lookAfterActs()
        lookAfterProfiles()
        lookAfterHelp()
        keepReportsIfForgotten()
        add(.tick)
        for (limit, times) in state.tick(now: now) { meter.refused(limit, times: times) }
        let silent = state.silent(at: now)
        if !silent.ping.isEmpty { add(.ping(silent.ping)) }
        for number in silent.gone { giveUpOn(number) }
    }
}
