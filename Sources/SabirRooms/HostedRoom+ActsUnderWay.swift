import NIOCore
import SabirWire

/// Acts of staff here that the room's host is to do.
extension HostedRoom {
    static let linkIsDown = WireFault(
        .unreachable, "The way to the room's host is lost at the moment; try again when it is back.")
    private static let isUnanswered = WireFault(
        .unreachable, "The room's host has not answered. Whether it is done is not known: look, and try again.")
    private static let tooManyActs = WireFault(
        .tooFast, "Too many acts of staff are waiting for the room's host; try again shortly.")

    /// Does it, and returns when it is done: where the room's authority is elsewhere, when that has said so. Throws a
    /// sentence for staff where it is not done, or where that is not known within 10 s.
    package func carryThrough(_ act: StaffAct, by who: String) async throws(WireFault) {
        let asker = acts.newCaller()
        guard try perform(act, by: who, for: asker), case .caller(let number) = asker, authority != nil else { return }
        try await withCheckedContinuation { actCallers[number] = $0 }.get()
    }

    /// An act of staff here, for the authority to do. True: what everybody is told is the answer.
    func passOn(
        _ act: StaffAct, by who: String, for asker: ActsUnderWay.Asker?, _ authority: any RoomAuthority
    ) throws(WireFault) -> Bool {
        guard state.following?.isUp == true else { throw Self.linkIsDown }
        let concerned = act.member.flatMap(MemberNumber.init).flatMap { state.roster[$0]?.info }
        if let concerned, concerned.role == .staff { throw RoomState.forbidden(concerned) }
        guard !acts.isFull else { throw Self.tooManyActs }
        record(act, by: who, on: concerned)
        if let asker { acts.add(act, by: asker, now: loop.now) }
        authority.perform(act, by: who)
        return true
    }

    // MARK: Answers

    /// Everybody has been told this.
    func actsAreAnswered(by packet: HostPacket) {
        if let asker = acts.done(packet) { answer(asker, .success(())) }
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
    func giveUpActs() { for asker in acts.giveUp() { answer(asker, .failure(Self.isUnanswered)) } }

    private func answer(_ asker: ActsUnderWay.Asker, _ result: Result<Void, WireFault>) {
        switch (asker, result) {
        case (.caller(let number), _): actCallers.removeValue(forKey: number)?.resume(returning: result)
        case (.member(let number), .failure(let fault)): answer(.error(fault), to: number)
        case (.member, .success): break
        }
    }
}
