import NIOCore
import SabirProtocol

/// Decisions of staff at any node of the room, also from while this node was away.
extension RoomState {
    /// Applies a decision; empty where it changes nothing and nobody waits for it. `wall`: this node's clock in
    /// milliseconds since 1970.
    mutating func follow(_ act: ModerationRecord, now: NIODeadline, wall: Int) -> [Consequence] {
        let consequences = apply(act, now, wall)
        return consequences.isEmpty && act.isNews ? [.tell(act.packet)] : consequences
    }

    private mutating func apply(_ act: ModerationRecord, _ now: NIODeadline, _ wall: Int) -> [Consequence] {
        switch act.packet {
        case .notice(let notice): return pin(notice, now: now)
        case .acted(let acted):
            switch (acted.act, acted.member.flatMap(MemberNumber.init)) {
            case (.mute, let number?):
                guard let member = concerned(number, act) else { return [] }
                for other in roster.numbers where isDevice(act.token, of: other) {
                    _ = apply(.mute(nil, other, token: act.token), now: now)
                }
                return apply(.mute(member?.info, number, token: act.token), now: now) ? [tell(acted, on: member)] : []
            case (.unmute, let number?):
                let unmute = JudgedAction.unmute(number.id, number, token: act.token, name: nil)
                return apply(unmute, now: now) ? [tell(acted, on: roster[number])] : []
            case (.ban, let number?): return ban(number, acted, act, now, wall)
            case (.unban, let number?):
                let unban = JudgedAction.unban(number.id, token: act.token, name: nil)
                return apply(unban, now: now) ? [tell(acted, on: roster[number])] : []
            case (.clear, _): return clear(act)
            default: return ModerationAction(acted).flatMap { try? perform($0, now: now, wall: wall) } ?? []
            }
        default: return []
        }
    }

    func token(of member: MemberID?) -> String? {
        guard let member else { return nil }
        return known(member)?.joinContext.token
            ?? moderation.bans.last { $0.member == member }?.token
    }

    /// The act as other nodes have to follow it: a ban of a member here without a device becomes one of the address.
    func whole(_ act: ModerationAction) -> ModerationAction {
        guard case .ban(let id, let minutes, .device) = act, let member = known(id),
            member.whereabouts == .here, !member.hasDevice
        else { return act }
        return .ban(id, minutes: minutes, scope: .address)
    }

    /// The member concerned, or `.some(nil)` for one who is not in. Nil for staff, whom no act concerns.
    private func concerned(_ number: MemberNumber, _ act: ModerationRecord) -> Member?? {
        let member = known(number.id)
        return member?.info.role == .staff ? nil : .some(member)
    }

    private func tell(_ acted: ModerationEvent, on member: Member?) -> Consequence {
        var told = acted
        told.name = member?.info.name ?? acted.name
        return .tell(.acted(told))
    }

    mutating func pin(_ notice: Notice, now: NIODeadline) -> [Consequence] {
        moderation.notice != notice && apply(.notice(notice), now: now) ? [.tell(.notice(notice))] : []
    }

    /// The ban's end is counted from the moment of the decision, and never further off than from now.
    private mutating func ban(
        _ number: MemberNumber, _ acted: ModerationEvent, _ act: ModerationRecord, _ now: NIODeadline, _ wall: Int
    ) -> [Consequence] {
        let whole = acted.banMinutes * 60_000
        let left = min(whole, act.ts + whole - wall)
        guard left > 0, let member = concerned(number, act) else { return [] }
        let namesAddress = acted.scope.map { $0 == .address } ?? (act.token == nil)
        let minutes = (left + 59_999) / 60_000
        let ban = Moderation.Ban(
            member: number.id, name: acted.name ?? member?.info.name ?? number.id.rawValue, number: number,
            token: act.token, address: namesAddress ? member?.joinContext.address : nil,
            until: now + .milliseconds(Int64(left)), scope: Self.scope(naming: namesAddress, of: member))
        _ = apply(.ban(ban, minutes: minutes), now: now)
        let fault = Moderation.banned(minutes)
        let out = roster.numbers.filter { $0 == number || isDevice(act.token, of: $0) }
        let told = act.isNews || !out.isEmpty ? [tell(acted, on: member)] : []
        return told + out.map { .drop($0, fault) }
    }

    private func isDevice(_ token: String?, of number: MemberNumber) -> Bool {
        guard let token, let member = roster[number], member.info.role != .staff else { return false }
        return member.joinContext.token == token
    }

    private mutating func clear(_ act: ModerationRecord) -> [Consequence] {
        guard let cleared = act.cleared else { return [] }
        upstream?.cleared = cleared
        return clearAsTold() ? [.tell(ModerationAction.clear.told())] : []
    }

    /// Returns false where nothing was there to clear, and true again where a numbering begins anew here.
    @discardableResult
    mutating func clearAsTold() -> Bool {
        guard let cleared = upstream?.cleared, cleared.epoch == timeline.epoch, cleared.upTo > timeline.cleared else {
            return false
        }
        clear(upTo: cleared.upTo)
        return true
    }
}
