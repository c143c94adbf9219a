import NIOCore
import SabirProtocol

/// Changes of name and language, told once they are accepted.
extension Room {
    private static let profileIsUnanswered = WireFault(
        .unreachable,
        "The room's host has not answered: your name and language stay as they were. Try again shortly.")

    /// Changes a profile. Costs as much as a message, as everybody is told.
    mutating func change(_ profile: Profile, of number: MemberNumber) throws(WireFault) -> Reply {
        if let fault = state.flood(number, now: now) { throw fault }
        if state.upstream?.asksForProfiles == true {
            if let wanted = try state.ask(profile, of: number, now: now) {
                sendToAuthority(.changed(wanted))
            }
            return .nothing
        }
        let before = state.roster[number]?.info.lang
        guard let info = try state.change(profile, of: number) else { return .nothing }
        if info.lang != before { meter.chose(info.lang) }
        return announceChange(info, of: number)
    }

    @discardableResult
    mutating func announceChange(_ info: MemberInfo, of number: MemberNumber) -> Reply {
        let changed = HostPacket.changed(info, n: state.roster.count)
        announce(changed, except: nil)
        if let member = state.roster[number] { sendToAuthority(.changed(MemberHere(member))) }
        return .shared(changed)
    }

    /// Changes a profile for a caller in this process, who is told when that is done, or why it is refused.
    mutating func change(_ profile: Profile, from seat: Seat, as caller: Ticket) {
        guard noteActivity(on: seat) else { return answer(caller, .failure(WireFault.noLongerIn)) }
        do throws(WireFault) {
            _ = try change(profile, of: seat.number)
        } catch {
            return answer(caller, .failure(error))
        }
        guard state.upstream?.profiles[seat.number] != nil else { return answer(caller, .success(.done)) }
        addCaller(caller, forProfileOf: seat.number)
    }

    // MARK: The authority's answers

    mutating func answerSettledProfile(of id: MemberID) {
        guard let number = MemberNumber(id), state.upstream?.profiles[number] == nil else { return }
        answerProfileCallers(of: number, .success(.done))
    }

    /// Answers a refused change. Returns false where no change was asked for: the refusal is of something else.
    mutating func answerRefusedProfile(of number: MemberNumber, _ fault: WireFault) -> Bool {
        guard fault.id == nil, !fault.fatal, state.upstream?.profiles.countAnswer(for: number) == true else {
            return false
        }
        if !answerProfileCallers(of: number, .failure(fault)) { answer(.error(fault), to: number) }
        return true
    }

    /// Settles waiting changes at this node: the link is lost.
    mutating func settleProfiles() {
        for packet in state.settleProfiles() { announce(packet, except: nil) }
        answerAllProfileCallers(.success(.done))
    }

    /// Ends waiting for the change of a member that is gone or came anew.
    mutating func forgetProfile(of number: MemberNumber) {
        guard state.upstream?.profiles[number] != nil || profileCallers.isAwaited(number) else { return }
        state.upstream?.profiles.forget(number)
        answerProfileCallers(of: number, .failure(WireFault.noLongerIn))
    }

    /// Refuses changes that have waited too long; called once a second.
    mutating func lookAfterProfiles() {
        let now = now
        for number in state.upstream?.profiles.overdue(now) ?? [] {
            let fault = Self.profileIsUnanswered
            if !answerProfileCallers(of: number, .failure(fault)) { answer(.error(fault), to: number) }
        }
    }

    /// Ends waiting for all changes: nobody will answer.
    mutating func giveUpProfiles(saying fault: WireFault) {
        _ = state.upstream?.profiles.giveUp()
        answerAllProfileCallers(.failure(fault))
    }
}
