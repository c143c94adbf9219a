import NIOCore
import SabirWire

/// Acts of staff here that the room's host is to do.
extension HostedRoom {
    static let linkIsDown = WireFault(
        .unreachable, "The way to the room's host is lost at the moment; try again when it is back.")
    private static let isUnanswered = WireFault(
        .unreachable, "The room's host has not answered. Whether it is done is not known: look, and try again.",
        as: "unanswered")
    static let tooManyActs = WireFault(
        .tooFast, "Too many acts of staff are waiting for the room's host; try again shortly.")

    /// Does it, and returns when it is done: where the room's authority is elsewhere, when that has said so. Throws a
    /// sentence for staff where it is not done, or where that is not known within 10 s.
    package func carryThrough(_ act: StaffAct, by who: String) async throws(WireFault) {
        _ = try await answered(act, by: who)
    }

    func answered(_ act: StaffAct, by who: String) async throws(WireFault) -> [ListedBan] {
        guard !isOver else { throw WireFault(.closing, "The room is closing.", fatal: true) }
        let asker = acts.newCaller()
        guard case .caller(let number) = asker else { return [] }
        return try await withCheckedContinuation { continuation in
            actCallers.add(continuation, for: number)
            take(act, by: who, for: asker)
        }.get()
    }

    /// An act of staff here, for the authority to do: what everybody is told is the answer. It is written down first.
    func passOn(
        _ act: StaffAct, by who: String, for asker: ActsUnderWay.Asker?, isTaken: @escaping @Sendable () -> Void
    ) {
        let concerned = act.member.flatMap { state.known($0)?.info }
        do throws(WireFault) {
            try checkWayUp()
            if let concerned, concerned.role == .staff { throw RoomState.forbidden(concerned) }
        } catch {
            answer(asker, .failure(error))
            return isTaken()
        }
        guard act != .bans else {
            passOn(act, by: who, for: asker)
            return isTaken()
        }
        record(act, by: who, on: concerned) { room in
            room.passOn(act, by: who, for: asker)
            isTaken()
        }
    }

    private func checkWayUp() throws(WireFault) {
        guard !isOver, state.upstream?.isUp == true else { throw Self.linkIsDown }
        guard !acts.isFull else { throw Self.tooManyActs }
    }

    private func passOn(_ act: StaffAct, by who: String, for asker: ActsUnderWay.Asker?) {
        guard let authority else { return }
        // The link may have been lost meanwhile.
        do throws(WireFault) { try checkWayUp() } catch { return answer(asker, .failure(error)) }
        if act == .bans, authority.kind == .stream { return listBans(to: asker) }
        // What its asker has said before goes up before it.
        flush()
        let token = state.token(of: act.member)
        let act = state.whole(act)
        if let asker { acts.add(act, by: asker, now: loop.now) }
        authority.perform(act, by: who, token: token)
    }

    /// The bans as this node knows them.
    func listBans(to asker: ActsUnderWay.Asker?) {
        let bans = state.moderation.list(now: loop.now, wall: wallClock)
        if case .member(let number)? = asker { answer(.bans(bans), to: number) } else { answer(asker, .success(bans)) }
    }

    // MARK: Answers

    /// Everybody has been told this.
    func actsAreAnswered(by packet: HostPacket) {
        guard let asker = acts.done(packet) else { return }
        guard case .bans(let bans) = packet else { return answer(asker, .success([])) }
        if case .member(let number) = asker { answer(packet, to: number) } else { answer(asker, .success(bans)) }
    }

    func actIsRefused(_ fault: WireFault) {
        guard fault.mayRefuseAnAct, let asker = acts.refused() else { return }
        answer(asker, .failure(fault))
    }

    /// A cluster did not take it, however often it was tried.
    func actIsNotDone(_ act: StaffAct, _ fault: WireFault) {
        surroundings.meter.actFailed()
        if let asker = acts.failed(act) { answer(asker, .failure(fault)) }
    }

    /// Once a second.
    func lookAfterActs() { for asker in acts.overdue(loop.now) { answer(asker, .failure(Self.isUnanswered)) } }

    /// There is nobody any more who would answer.
    func giveUpActs() {
        for asker in acts.giveUp() { answer(asker, .failure(Self.isUnanswered)) }
        for act in actQueue.giveUp() { answer(act.asker, .failure(Self.isUnanswered)) }
    }

    /// Members hear of bans by a packet; of acts by what everybody is told.
    func answer(_ asker: ActsUnderWay.Asker?, _ result: Result<[ListedBan], WireFault>) {
        switch (asker, result) {
        case (.caller(let number)?, _): actCallers.answer(number, result)
        case (.member(let number)?, .failure(let fault)): answer(.error(fault), to: number)
        case (.member?, .success), (nil, _): break
        }
    }
}
