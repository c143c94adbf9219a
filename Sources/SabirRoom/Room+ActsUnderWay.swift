import NIOCore
import SabirProtocol

/// Acts of staff here that the room's host is to do.
extension Room {
    static let linkIsDown = WireFault(
        .unreachable, "The way to the room's host is lost at the moment; try again when it is back.")
    private static let isUnanswered = WireFault(
        .unreachable, "The room's host has not answered. Whether it is done is not known: look, and try again.",
        as: "unanswered")
    static let tooManyActs = WireFault(
        .tooFast, "Too many acts of staff are waiting for the room's host; try again shortly.")

    /// An act of staff here, for the authority to do: what everybody is told is the answer. It is written down first.
    mutating func passOn(
        _ act: ModerationAction, by who: String, for asker: ActsUnderWay.Asker?, _ taken: Ticket?
    ) {
        let concerned = act.member.flatMap { state.known($0)?.info }
        do throws(WireFault) {
            try checkWayUp()
            if let concerned, concerned.role == .staff { throw RoomState.forbidden(concerned) }
        } catch {
            answer(asker, .failure(error))
            return answer(taken, .done(.success(())))
        }
        guard act != .bans else {
            passOn(act, by: who, for: asker)
            return answer(taken, .done(.success(())))
        }
        record(act, by: who, on: concerned, .actForAuthority(act, by: who, asker, taken: taken))
    }

    private func checkWayUp() throws(WireFault) {
        guard !isOver, state.upstream?.isUp == true else { throw Self.linkIsDown }
        guard !acts.isFull else { throw Self.tooManyActs }
    }

    mutating func passOn(_ act: ModerationAction, by who: String, for asker: ActsUnderWay.Asker?) {
        guard isFollowing else { return }
        // The link may have been lost meanwhile.
        do throws(WireFault) { try checkWayUp() } catch { return answer(asker, .failure(error)) }
        if act == .bans, sources.authority == .stream { return listBans(to: asker) }
        // What its asker has said before goes up before it.
        flush()
        let token = state.token(of: act.member)
        let act = state.whole(act)
        if let asker { acts.add(act, by: asker, now: now) }
        tell(.perform(act, by: who, token: token))
    }

    /// The bans as this node knows them.
    mutating func listBans(to asker: ActsUnderWay.Asker?) {
        let bans = state.moderation.list(now: now, wall: wall)
        if case .member(let number)? = asker { answer(.bans(bans), to: number) } else { answer(asker, .success(bans)) }
    }

    // MARK: Answers

    /// Everybody has been told this.
    mutating func actsAreAnswered(by packet: HostPacket) {
        guard let asker = acts.done(packet) else { return }
        guard case .bans(let bans) = packet else { return answer(asker, .success([])) }
        if case .member(let number) = asker { answer(packet, to: number) } else { answer(asker, .success(bans)) }
    }

    mutating func actIsRefused(_ fault: WireFault) {
        guard fault.mayRefuseAnAct, let asker = acts.refused() else { return }
        answer(asker, .failure(fault))
    }

    /// A cluster did not take it, however often it was tried.
    mutating func actIsNotDone(_ act: ModerationAction, _ fault: WireFault) {
        meter.actFailed()
        if let asker = acts.failed(act) { answer(asker, .failure(fault)) }
    }

    /// Once a second.
    mutating func lookAfterActs() { for asker in acts.overdue(now) { answer(asker, .failure(Self.isUnanswered)) } }

    /// There is nobody any more who would answer.
    mutating func giveUpActs() {
        for asker in acts.giveUp() { answer(asker, .failure(Self.isUnanswered)) }
        for act in actQueue.giveUp() { answer(act.asker, .failure(Self.isUnanswered)) }
    }

    /// Members hear of bans by a packet; of acts by what everybody is told.
    mutating func answer(_ asker: ActsUnderWay.Asker?, _ result: Result<[ListedBan], WireFault>) {
        switch (asker, result) {
        case (.caller(let caller)?, _): answer(caller, .bans(result))
        case (.member(let number)?, .failure(let fault)): answer(.error(fault), to: number)
        case (.member?, .success), (nil, _): break
        }
    }
}
