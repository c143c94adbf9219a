import NIOCore
import SabirProtocol

extension Member {
    /// Whose share of the books for staff its calls and reports take.
    var deskHolder: DeskHolder {
        switch whereabouts {
        case .here: PlaceHolder.all(of: joinContext).isEmpty ? .member(info.id) : .address(joinContext.groups)
        case .behind(let relay): .behind(relay, info.id)
        case .elsewhere: .elsewhere(info.id)
        }
    }
}

/// Calls for help.
extension RoomState {
    /// As everybody is told of it now: what the caller wishes for besides is not in it.
    func told(_ call: HelpCalls.Call, now: NIODeadline) -> HelpCall {
        let info = MemberNumber(call.caller.id).flatMap { roster[$0]?.info }
        return call.told(as: info, contact: contact, now: now)
    }

    /// Calls that wait, or to which somebody is coming.
    func pendingHelp(now: NIODeadline) -> [HelpCall] { help.pending.map { told($0, now: now) } }

    /// Who of those that call now wishes for something besides: for staff alone.
    var wishes: [MemberID: HelpCall.PrivateTalkRequest] {
        Dictionary(help.pending.compactMap { call in call.wish.map { (call.caller.id, $0) } }) { first, _ in first }
    }

    /// All that is known, for whoever comes in.
    func helpList(now: NIODeadline) -> HelpList {
        HelpList(contact: contact, calls: help.listed.map { told($0, now: now) })
    }

    /// Whether this node, or a relay behind it, is where a member is connected.
    func isOfThisSide(_ id: MemberID) -> Bool {
        guard let member = MemberNumber(id).flatMap({ roster[$0] }) else { return false }
        return member.whereabouts != .elsewhere
    }

    // MARK: Who is there

    /// Who hears of a call of this member at once: people who are connected, or read the page. Of those at other nodes it
    /// is believed while the way there is up.
    func listeners(besides number: MemberNumber) -> [Member] {
        let reachesOthers = upstream?.isUp ?? true
        return roster.numbers.compactMap { roster[$0] }.filter { member in
            guard member.number != number, member.info.role != .relay else { return false }
            return switch member.whereabouts {
            case .here: !member.joinContext.isLocal || member.streams > 0
            case .behind: true
            case .elsewhere: reachesOthers
            }
        }
    }

    /// People of staff. A relay is let in as they are and is none of them: what they alone are told it is not.
    var staff: [Member] {
        roster.staff.sorted().compactMap { roster[$0] }.filter { $0.info.role == .staff }
    }

    /// Staff at this node, who are told of calls in its other rooms too.
    var staffAtThisNode: [Member] { staff.filter { $0.whereabouts == .here } }
}
