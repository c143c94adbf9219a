import NIOCore
import SabirWire

/// Changes of name and language: told once whoever settles them has taken them.
extension HostedRoom {
    private static let profileIsUnanswered = WireFault(
        .unreachable,
        "The room's host has not answered: your name and language stay as they were. Try again shortly.")

    /// Everybody is told of it, so it costs as much as a message.
    func change(_ profile: Profile, of number: MemberNumber) -> Reply {
        if let fault = state.flood(number, now: loop.now) { return .alone(.error(fault)) }
        if state.upstream?.asksForProfiles == true {
            if let wanted = state.ask(profile, of: number, now: loop.now) { authority?.tell(.changed(wanted)) }
            return .nothing
        }
        guard let info = state.change(profile, of: number) else { return .nothing }
        let changed = HostPacket.changed(info, n: state.roster.count)
        tell(changed, except: nil)
        let member = state.roster[number]
        authority?.tell(
            .changed(MemberHere(info, token: member?.arrival.token, horizon: member?.horizon ?? .max)))
        return .shared(changed)
    }

    /// The same for members in this process: returns when it is so. Throws why it is not.
    package func change(_ profile: Profile, from seat: Seat) async throws(WireFault) {
        guard state.heard(seat.number, connection: seat.connection, at: loop.now) else { throw RoomState.noLongerIn }
        if case .alone(.error(let fault)) = change(profile, of: seat.number) as Reply { throw fault }
        guard state.upstream?.wanted(by: seat.number) != nil else { return }
        try await withCheckedContinuation { profileCallers.add($0, for: seat.number) }.get()
    }

    // MARK: What the authority says of them

    func profileIsSettled(of id: MemberID) {
        guard let number = MemberNumber(id), state.upstream?.wanted(by: number) == nil else { return }
        profileCallers.answer(number, .success(()))
    }

    /// False where no change was asked for: the refusal is of something else.
    func profileIsRefused(of number: MemberNumber, _ fault: WireFault) -> Bool {
        guard fault.id == nil, !fault.fatal, state.upstream?.profileIsAnswered(number) == true else { return false }
        if !profileCallers.answer(number, .failure(fault)) { answer(.error(fault), to: number) }
        return true
    }

    /// The link is lost.
    func settleProfiles() {
        for packet in state.settleProfiles() { tell(packet, except: nil) }
        profileCallers.answerAll { _ in .success(()) }
    }

    /// The member is gone, or came anew.
    func forgetProfile(of number: MemberNumber) {
        guard state.upstream?.wanted(by: number) != nil || profileCallers.isAwaited(number) else { return }
        state.upstream?.forgetProfile(of: number)
        profileCallers.answer(number, .failure(RoomState.noLongerIn))
    }

    /// Once a second.
    func lookAfterProfiles() {
        for number in state.upstream?.overdueProfiles(loop.now) ?? [] {
            let fault = Self.profileIsUnanswered
            if !profileCallers.answer(number, .failure(fault)) { answer(.error(fault), to: number) }
        }
    }

    /// There is nobody any more who would answer.
    func giveUpProfiles(saying fault: WireFault) {
        _ = state.upstream?.giveUpProfiles()
        profileCallers.answerAll { _ in .failure(fault) }
    }
}
