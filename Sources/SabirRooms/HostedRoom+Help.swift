import NIOCore
import SabirWire

/// Calls for help: they reach everybody in the room and the staff of the node, and stay until somebody has come.
extension HostedRoom {
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
    struct Neighbours: Sendable {
        /// Staff in them are told of a call here.
        let tell: @Sendable (HelpCall) -> Void
        /// The same of a report.
        let tellReport: @Sendable (Reported) -> Void
        /// The calls in them.
        let calls: @Sendable () -> [HelpCall]
    }

    /// How often calls that stand are said again to the other nodes of a stream.
    private static let helpInterval = TimeAmount.seconds(5)

    private static let noCall = WireFault(
        .badPacket, "There is no call for help of this member any more.")

    // MARK: Calling

    /// A member in this process calls for help.
    package func callForHelp(
        about id: MessageID?, wish: HelpCall.Wish? = nil, from seat: Seat
    ) throws(WireFault) -> HelpReceipt {
        guard state.heard(seat.number, connection: seat.connection, at: loop.now) else { throw RoomState.noLongerIn }
        return try callForHelp(about: id, wish: wish, by: seat.number)
    }

    /// Nothing is waited for, neither the disk nor the way to the authority: people here are told at once.
    func callForHelp(
        about id: MessageID?, wish: HelpCall.Wish?, by number: MemberNumber
    ) throws(WireFault) -> HelpReceipt {
        let call = try state.callForHelp(about: id, wish: wish, by: number, now: loop.now, wall: wallClock)
        record("help", on: call, by: call.caller.id.rawValue)
        tell(call)
        tellWish(of: call)
        passUp(call)
        return HelpReceipt(
            call: state.told(call, now: loop.now), reach: helpReach(besides: number),
            isHeld: state.upstream?.isUp == false)
    }

    /// Whom a call of this member would reach.
    package func helpReach(of seat: Seat) throws(WireFault) -> HelpReach {
        guard holds(seat) else { throw RoomState.noLongerIn }
        return helpReach(besides: seat.number)
    }

    private func helpReach(besides number: MemberNumber) -> HelpReach {
        let listeners = state.listeners(besides: number)
        return HelpReach(
            contact: state.contact, here: listeners.count, isStaffHere: listeners.contains { $0.info.role == .staff },
            isElsewhere: authority != nil, takesWishes: authority?.takesWishes ?? true)
    }

    /// A member's last call as it stands, also when it is over: nil where the room knows of none, or no longer.
    package func help(of member: MemberID) -> HelpCall? {
        state.help[member].map { state.told($0, now: loop.now) }
    }

    // MARK: Answering

    /// Staff answer a call; returns when it is told. Throws where there is none to come to. `named`: as everybody is told
    /// who is coming; nil where that is not known.
    package func answerHelp(
        of member: MemberID, _ answer: HelpCall.State, by who: String, named name: String? = nil
    ) async throws(WireFault) {
        guard !isOver else { throw WireFault(.closing, "The room is closing.", fatal: true) }
        try await withCheckedContinuation { (done: CheckedContinuation<Result<Void, WireFault>, Never>) in
            answerHelp(of: member, answer, by: who, named: name) { _, result in done.resume(returning: result) }
        }.get()
    }

    /// Whoever called takes the call back.
    package func endHelp(from seat: Seat) throws(WireFault) {
        guard state.heard(seat.number, connection: seat.connection, at: loop.now) else { throw RoomState.noLongerIn }
        endHelp(of: seat.member)
    }

    func endHelp(of member: MemberID) {
        guard let call = state.help[member], call.state != .done else { return }
        record("help-done", on: call, by: member.rawValue)
        end(.done, call)
    }

    /// A member's word: of its own call, or as staff.
    func answerHelp(_ answer: HelpAnswer, from seat: Seat) -> Reply {
        if let fault = state.flood(seat.number, now: loop.now) { return .alone(.error(fault)) }
        guard let member = answer.member, member != seat.member else {
            guard answer.state == .done else {
                let reason =
                    "Whoever calls for help can take the call back, with \"done\"; that somebody is coming, staff say."
                return .alone(.error(WireFault(.badPacket, reason)))
            }
            guard let call = state.help[seat.member] else { return .alone(.error(Self.noCall)) }
            guard call.state != .done else { return .alone(.help(state.told(call, now: loop.now))) }
            endHelp(of: seat.member)
            return .nothing
        }
        rank(of: state.roster[seat.number]?.arrival.device) { rank in
            self.assumeIsolated { $0.answerHelp(of: member, answer.state, from: seat, as: rank) }
        }
        return .nothing
    }

    private func answerHelp(of member: MemberID, _ answer: HelpCall.State, from seat: Seat, as rank: StaffRank) {
        guard !isOver, holds(seat), let asker = state.roster[seat.number] else { return }
        do throws(WireFault) {
            let name = asker.arrival.isRelay ? nil : asker.info.name
            answerHelp(of: member, answer, by: try Self.name(of: asker, as: rank), named: name) { room, result in
                guard room.holds(seat) else { return }
                switch result {
                case .failure(let fault): room.answer(.error(fault), to: seat.number)
                // Everybody has been told; of what was so already whoever asked is told alone.
                case .success where room.state.help[member]?.state != answer:
                    if let call = room.state.help[member] {
                        room.answer(.help(room.state.told(call, now: room.loop.now)), to: seat.number)
                    }
                case .success: break
                }
            }
        } catch {
            self.answer(.error(error), to: seat.number)
        }
    }

    /// It is told once it is written down. `then` is called on the loop.
    private func answerHelp(
        of member: MemberID, _ answer: HelpCall.State, by who: String, named name: String?,
        then: @escaping @Sendable (isolated HostedRoom, Result<Void, WireFault>) -> Void
    ) {
        guard let call = state.help[member], call.state != .done || answer == .done else {
            return then(self, answer == .done ? .success(()) : .failure(Self.noCall))
        }
        guard call.state < answer else { return then(self, .success(())) }
        var record = StaffRecord("help-\(answer.rawValue)", by: who, in: state.info)
        (record.member, record.name) = (member, call.caller.name)
        self.record(record) { room in
            room.end(answer, call, by: name)
            then(room, .success(()))
        }
    }

    /// A call that was renewed meanwhile has not come to its end.
    private func end(_ answer: HelpCall.State, _ call: HelpCalls.Call, by name: String? = nil) {
        let member = call.caller.id
        guard state.help[member]?.ts == call.ts,
            let changed = state.help.answer(
                member, answer, by: answer == .coming ? name : nil, isUnconfirmed: authority != nil, now: loop.now)
        else { return }
        tell(changed)
        passUp(changed)
    }

    // MARK: Telling

    /// Everybody here, and staff in the other rooms of the node. Members of 0.1.0 know the call alone, as `person`.
    func tell(_ call: HelpCalls.Call) {
        let told = state.told(call, now: loop.now)
        broadcast(.help(told))
        if call.state == .open {
            broadcast(.person(PersonCall(caller: told.caller, id: nil, contact: told.contact)))
            surroundings.meter.helpWasCalled()
        }
        neighbours?.tell(told.told(in: state.info))
    }

    /// What a call wishes for besides: the staff of this node, in whichever of its rooms, and whoever called at a terminal
    /// are told; nobody else. Desks ask for it.
    private func tellWish(of call: HelpCalls.Call) {
        guard call.wish != nil else { return }
        let told = wished(call)
        tellStaff(told)
        if let caller = MemberNumber(call.caller.id).flatMap({ state.roster[$0] }), caller.whereabouts == .here,
            caller.arrival.features.contains(.wish)
        {
            answer(.help(told), to: caller.number)
        }
        neighbours?.tell(told.told(in: state.info))
    }

    /// As staff are told of it.
    private func wished(_ call: HelpCalls.Call) -> HelpCall {
        var told = state.told(call, now: loop.now)
        told.wish = call.wish
        return told
    }

    /// The other rooms of the node, from now on.
    func meets(_ neighbours: Neighbours) {
        self.neighbours = neighbours
        restoreReports()
    }

    /// A call in another room of the node, for the staff that are in this one.
    func tellStaff(_ call: HelpCall) {
        for member in state.staffAtThisNode where member.number.id != call.caller.id {
            answer(.help(call), to: member.number)
        }
    }

    /// The calls of this room, as staff in others are told of them.
    var helpForNeighbours: [HelpCall] { state.help.standing.map { wished($0).told(in: state.info) } }

    /// What somebody who comes in is told of calls. Whoever was in before, or carries the room on, is told too where there
    /// are none: it may know of some that have come to their end.
    func helpGreeting(for member: Member, since resume: Hello.Resume?) -> [HostPacket] {
        guard member.arrival.features.contains(.help) else { return [] }
        let isNeeded = !state.help.isEmpty || resume != nil || member.arrival.isRelay
        let own: [HostPacket] = isNeeded ? [.calls(state.helpList(now: loop.now))] : []
        guard member.arrival.isStaff, let neighbours else { return own }
        let wishes = state.help.standing.filter { $0.wish != nil }.map(wished)
        return own + (wishes + neighbours.calls()).map(HostPacket.help)
    }

    private func passUp(_ call: HelpCalls.Call) {
        guard let authority else { return }
        let told = authority.takesWishes ? wished(call) : state.told(call, now: loop.now)
        authority.deliver(.help(told), to: nil)
    }

    // MARK: What other nodes tell

    /// The room's authority tells of a call.
    func follow(_ call: HelpCall) {
        if let changed = state.help.hear(call, now: loop.now) { tell(changed) }
    }

    /// The same of one at a node of 0.1.0.
    func follow(_ call: PersonCall) {
        if let opened = state.help.hear(call, ts: wallClock, now: loop.now) { tell(opened) }
    }

    /// All that the authority knows.
    func follow(_ list: HelpList) {
        state.hasContact(list.contact)
        let now = loop.now
        let (changed, toTell) = state.help.reconcile(with: list, isOfThisSide: state.isOfThisSide, now: now)
        for call in changed { tell(call) }
        for call in toTell { passUp(call) }
    }

    /// The link is there: what was called and answered here meanwhile goes up.
    func tellHeldHelp() { for call in state.help.unconfirmed { passUp(call) } }

    /// For nodes that were not there when somebody here called.
    private func repeatHelp() {
        guard loop.now - helpRepeated >= Self.helpInterval else { return }
        helpRepeated = loop.now
        for call in state.help.standing where state.isOfThisSide(call.caller.id) {
            authority?.repeats(state.told(call, now: loop.now))
        }
    }

    /// A relay tells of a call behind it. It is answered, so that it knows that its word is here.
    func carriedHelp(_ packet: HostPacket, over relay: MemberNumber) {
        let isUnconfirmed = authority != nil
        let changed: HelpCalls.Call?
        var wishing: HelpCalls.Call?
        switch packet {
        case .help(let call):
            changed = state.help.hear(call, isUnconfirmed: isUnconfirmed, now: loop.now)
            wishing = call.wish.flatMap { state.help.note($0, of: call.caller.id, ts: call.ts) }
        case .person(let call):
            changed = state.help.hear(call, ts: wallClock, isUnconfirmed: isUnconfirmed, now: loop.now)
        default: return
        }
        if let changed {
            tell(changed)
            passUp(wishing ?? changed)
            if let wishing { tellWish(of: wishing) }
        } else if let wishing {
            // Told before by a node that did not know of wishes yet.
            passUp(wishing)
            tellWish(of: wishing)
            // Desks look again.
            news?.tell(.reports)
        } else if case .help(let call) = packet {
            // One that is over, and was never here, has nothing to be told of.
            let known = state.help[call.caller.id].map { state.told($0, now: loop.now) } ?? call
            answer(.help(known), to: relay)
        }
    }

    // MARK: Ends

    /// Once a second.
    func lookAfterHelp() {
        guard !state.help.isEmpty else { return }
        repeatHelp()
        let roster = state.roster
        let ended = state.help.expire(now: loop.now) { id in MemberNumber(id).map { roster[$0] != nil } ?? false }
        for call in ended { tell(call) }
    }

    /// The room closes.
    func endAllHelp() { for call in state.help.endAll() { tell(call) } }

    /// Written down while people are told already: a call does not wait for a disk.
    private func record(_ what: String, on call: HelpCalls.Call, by who: String) {
        var record = StaffRecord(what, by: who, in: state.info)
        (record.member, record.name, record.message) = (call.caller.id, call.caller.name, call.about)
        self.record(record) { _ in }
    }
}
