import NIOCore
import SabirProtocol

/// Calls for help, which reach everybody in the room and the staff of the node, and stand until somebody has come.
extension Room {
    private static let noCall = WireFault(
        .badPacket, "There is no call for help of this member any more.")

    // MARK: Calling

    /// Calls for help on behalf of a member in this process.
    mutating func callForHelp(
        about id: MessageID?, wish: HelpCall.PrivateTalkRequest? = nil, from seat: Seat
    ) throws(WireFault) -> HostedRoom.HelpReceipt {
        guard noteActivity(on: seat) else { throw WireFault.noLongerIn }
        return try callForHelp(about: id, wish: wish, by: seat.number)
    }

    /// Calls for help. People here are told at once, without waiting for the disk or the authority.
    mutating func callForHelp(
        about id: MessageID?, wish: HelpCall.PrivateTalkRequest?, by number: MemberNumber
    ) throws(WireFault) -> HostedRoom.HelpReceipt {
        let call = try state.callForHelp(about: id, wish: wish, by: number, now: now, wall: wall)
        record("help", on: call, by: call.caller.id.rawValue)
        broadcastEvictedCalls()
        broadcast(call)
        sendWish(of: call)
        passUp(call)
        return HostedRoom.HelpReceipt(
            call: state.told(call, now: now), reach: helpReach(besides: number),
            isHeld: state.upstream?.isUp == false)
    }

    /// Who would hear a call of this member.
    func helpReach(of seat: Seat) throws(WireFault) -> HostedRoom.HelpReach {
        guard holds(seat) else { throw WireFault.noLongerIn }
        return helpReach(besides: seat.number)
    }

    private func helpReach(besides number: MemberNumber) -> HostedRoom.HelpReach {
        let listeners = state.listeners(besides: number)
        return HostedRoom.HelpReach(
            contact: state.contact, here: listeners.count, isStaffHere: listeners.contains { $0.info.role == .staff },
            isElsewhere: isFollowing, takesWishes: isFollowing ? sources.authorityTakesWishes() : true)
    }

    /// A member's last call, also one that is over; nil where the room knows of none, or no longer.
    func help(of member: MemberID) -> HelpCall? {
        state.help[member].map { state.told($0, now: now) }
    }

    // MARK: Answering

    /// Answers a call as staff; the caller of this method is told once everybody is. `named`: the staff member's name
    /// as everybody is told it; nil where that is not known.
    mutating func answerHelp(
        of member: MemberID, _ answer: HelpCall.State, by who: String, named name: String?, as caller: Ticket
    ) {
        guard !isOver else { return self.answer(caller, .failure(Self.isClosing)) }
        answerHelp(of: member, answer, by: who, named: name, for: .caller(caller))
    }

    /// Takes the member's own call back.
    mutating func endHelp(from seat: Seat) throws(WireFault) {
        guard noteActivity(on: seat) else { throw WireFault.noLongerIn }
        endHelp(of: seat.member)
    }

    mutating func endHelp(of member: MemberID) {
        guard let call = state.help[member], call.state != .done else { return }
        record("help-done", on: call, by: member.rawValue)
        end(.done, call)
    }

    /// Handles a member's answer: to its own call, or as staff.
    mutating func answerHelp(_ answer: HelpAnswer, from seat: Seat) -> Reply {
        if let fault = state.flood(seat.number, now: now) { return .alone(.error(fault)) }
        guard let member = answer.member, member != seat.member else {
            guard answer.state == .done else {
                let reason =
                    "Whoever calls for help can take the call back, with \"done\"; that somebody is coming, staff say."
                return .alone(.error(WireFault(.badPacket, reason)))
            }
            guard let call = state.help[seat.member] else { return .alone(.error(Self.noCall)) }
            guard call.state != .done else { return .alone(.help(state.told(call, now: now))) }
            endHelp(of: seat.member)
            return .nothing
        }
        lookUp(state.roster[seat.number]?.joinContext.device) {
            $0.answerHelp(of: member, answer.state, from: seat, as: $1)
        }
        return .nothing
    }

    private mutating func answerHelp(
        of member: MemberID, _ answer: HelpCall.State, from seat: Seat, as rank: StaffRank
    ) {
        guard !isOver, holds(seat), let asker = state.roster[seat.number] else { return }
        do throws(WireFault) {
            let name = asker.joinContext.isRelay ? nil : asker.info.name
            answerHelp(of: member, answer, by: try Self.name(of: asker, as: rank), named: name, for: .member(seat))
        } catch {
            self.answer(.error(error), to: seat.number)
        }
    }

    /// Puts an answer on record, then tells it.
    private mutating func answerHelp(
        of member: MemberID, _ answer: HelpCall.State, by who: String, named name: String?, for asker: Asker
    ) {
        guard let call = state.help[member], call.state != .done || answer == .done else {
            return self.answer(asker, of: member, answer, answer == .done ? .success(.done) : .failure(Self.noCall))
        }
        guard call.state < answer else { return self.answer(asker, of: member, answer, .success(.done)) }
        let record = AuditEntry(
            "help-\(answer.rawValue)", by: who, in: state.info, on: member, named: call.caller.name)
        self.record(record) { room in
            room.end(answer, call, by: name)
            room.answer(asker, of: member, answer, .success(.done))
        }
    }

    private mutating func answer(
        _ asker: Asker, of member: MemberID, _ answer: HelpCall.State, _ result: LateAnswer
    ) {
        switch (asker, result) {
        case (.caller(let caller), _): self.answer(caller, result)
        case (.member(let seat), .failure(let fault)):
            if holds(seat) { self.answer(.error(fault), to: seat.number) }
        // Everybody has been told of a change; where there was none, only the asker is told.
        case (.member(let seat), .success):
            guard holds(seat), let call = state.help[member], call.state != answer else { return }
            self.answer(.help(state.told(call, now: now)), to: seat.number)
        }
    }

    /// Ends a call or notes who is coming. A call that was renewed meanwhile does not end.
    private mutating func end(_ answer: HelpCall.State, _ call: HelpCalls.Call, by name: String? = nil) {
        guard let changed = state.answer(call, answer, by: name, now: now) else { return }
        broadcast(changed)
        passUp(changed)
    }

    // MARK: Broadcasting

    /// Tells everybody here, and staff in the other rooms of the node. Members that do not know `help` are sent
    /// `person`.
    mutating func broadcast(_ call: HelpCalls.Call) {
        let told = state.told(call, now: now)
        broadcast(.help(told))
        if call.state == .open {
            broadcast(.person(PersonCall(caller: told.caller, id: nil, contact: told.contact)))
            meter.helpWasCalled()
        }
        sendToOtherRooms(told)
    }

    /// Tells a call's wish to the staff of this node, in any of its rooms, and to a caller at a terminal; to nobody
    /// else. Desks fetch it themselves.
    private mutating func sendWish(of call: HelpCalls.Call) {
        guard call.wish != nil else { return }
        let told = wished(call)
        sendToStaffAtThisNode(told)
        if let caller = state.roster[call.caller.id], caller.whereabouts == .here,
            caller.joinContext.features.contains(.wish)
        {
            answer(.help(told), to: caller.number)
        }
        sendToOtherRooms(told)
    }

    /// The call with its wish, as staff are told of it.
    private func wished(_ call: HelpCalls.Call) -> HelpCall {
        var told = state.told(call, now: now)
        told.wish = call.wish
        return told
    }

    private mutating func sendToOtherRooms(_ call: HelpCall) {
        let told = call.told(in: state.info)
        add(.otherRooms { $0.sendToStaffAtThisNode(told) })
    }

    /// Tells staff in this room of a call in another room of the node.
    mutating func sendToStaffAtThisNode(_ call: HelpCall) {
        for member in state.staffAtThisNode where member.number.id != call.caller.id {
            answer(.help(call), to: member.number)
        }
    }

    /// The calls of this room, as staff in other rooms are told of them.
    var helpForOtherRooms: [HelpCall] { state.help.pending.map { wished($0).told(in: state.info) } }

    /// The calls that a newcomer is told. A member who was in before, and a relay, is told even an empty list: it may
    /// know of calls that have ended.
    func helpGreeting(for member: Member, since resume: Hello.Resume?) -> [HostPacket] {
        guard member.joinContext.features.contains(.help) else { return [] }
        let isNeeded = !state.help.isEmpty || resume != nil || member.joinContext.isRelay
        let own: [HostPacket] = isNeeded ? [.calls(state.helpList(now: now))] : []
        guard member.joinContext.isStaffOrRelay else { return own }
        let wishes = state.help.pending.filter { $0.wish != nil }.map(wished)
        return own + (wishes + sources.callsInOtherRooms()).map(HostPacket.help)
    }

    private mutating func passUp(_ call: HelpCalls.Call) {
        guard isFollowing else { return }
        let told = sources.authorityTakesWishes() ? wished(call) : state.told(call, now: now)
        sendToAuthority { $0.deliver(.help(told), to: nil) }
    }

    // MARK: News from other nodes

    /// Handles the authority's word on a call.
    mutating func follow(_ call: HelpCall) {
        let changed = state.merge(call, now: now).changed
        broadcastEvictedCalls()
        if let changed { broadcast(changed) }
    }

    /// Handles the list of all calls that the authority knows.
    mutating func follow(_ list: HelpList) {
        let (changed, toTell) = state.follow(list, now: now)
        broadcastEvictedCalls()
        for call in changed { broadcast(call) }
        for call in toTell { passUp(call) }
    }

    /// Tells the authority what was called and answered here while the link was down.
    mutating func passUpUnconfirmedHelp() { for call in state.help.unconfirmed { passUp(call) } }

    /// Handles a relay's word on a call behind it. The relay is answered, so that it knows that its word has arrived.
    mutating func carryHelp(_ call: HelpCall, over relay: MemberNumber) {
        let (changed, wishing) = state.merge(call, over: relay, now: now)
        broadcastEvictedCalls()
        if let changed {
            broadcast(changed)
            passUp(wishing ?? changed)
            if let wishing { sendWish(of: wishing) }
        } else if let wishing {
            // A node that does not know of wishes told this call first.
            passUp(wishing)
            sendWish(of: wishing)
            // Makes desks fetch the wishes.
            publish(.reports)
        } else {
            answer(.help(state.answer(to: call, now: now)), to: relay)
        }
    }

    // MARK: Ends

    /// Ends calls that gave way, for everybody, before the newer call is told: the nodes above need the place.
    private mutating func broadcastEvictedCalls() {
        for call in state.takeEvictedCalls() {
            logger.notice("a call for help made way for a newer one", metadata: ["member": "\(call.caller.id)"])
            broadcast(call)
            passUp(call)
        }
    }

    /// Expires and repeats calls; called once a second.
    mutating func lookAfterHelp() {
        guard !state.help.isEmpty else { return }
        let (again, ended) = state.lookAfterHelp(now: now)
        // For nodes that were not there when the call was made.
        for told in again.map({ state.told($0, now: now) }) { sendToAuthority { $0.repeatCall(told) } }
        for call in ended { broadcast(call) }
    }

    /// Ends all calls: the room closes.
    mutating func endAllHelp() { for call in state.endAllHelp() { broadcast(call) } }

    /// Puts a call on record while people are told already: a call does not wait for the disk.
    private mutating func record(_ what: String, on call: HelpCalls.Call, by who: String) {
        let (caller, line) = (call.caller, call.about)
        record(AuditEntry(what, by: who, in: state.info, on: caller.id, named: caller.name, about: line))
    }
}
