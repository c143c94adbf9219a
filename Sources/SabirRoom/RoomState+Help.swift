import NIOCore
import SabirProtocol

extension Member {
    /// Whose share of the desk books the member's calls and reports take.
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
    /// The call as everybody is told of it now, without its wish.
    func told(_ call: HelpCalls.Call, now: NIODeadline) -> HelpCall {
        call.told(as: roster[call.caller.id]?.info, contact: contact, now: now)
    }

    /// Calls that wait, or to which somebody is coming.
    func pendingHelp(now: NIODeadline) -> [HelpCall] { help.pending.map { told($0, now: now) } }

    /// What present callers wish for; for staff alone.
    var wishes: [MemberID: HelpCall.PrivateTalkRequest] {
        Dictionary(help.pending.compactMap { call in call.wish.map { (call.caller.id, $0) } }) { first, _ in first }
    }

    /// All known calls, for somebody who comes in.
    func helpList(now: NIODeadline) -> HelpList {
        HelpList(contact: contact, calls: help.listed.map { told($0, now: now) })
    }

    /// Whether a member is connected to this node or to a relay behind it.
    func isOfThisSide(_ id: MemberID) -> Bool {
        roster[id].map { $0.whereabouts != .elsewhere } ?? false
    }

    // MARK: Who is there

    /// Members who hear a call at once: people who are connected, or read the page. Members at other nodes are assumed
    /// to hear it while the link there is up.
    func listeners(besides number: MemberNumber) -> [Member] {
        let reachesOthers = upstream?.isUp ?? true
        return roster.all.filter { member in
            guard member.number != number, member.info.role != .relay else { return false }
            return switch member.whereabouts {
            case .here: !member.joinContext.isLocal || member.streams > 0
            case .behind: true
            case .elsewhere: reachesOthers
            }
        }
    }

    /// Staff, without relays: a relay enters as staff do, but is not told what is for staff alone.
    var staff: [Member] {
        roster.staff.sorted().compactMap { roster[$0] }.filter { $0.info.role == .staff }
    }

    /// Staff at this node, who are told of calls in its other rooms too.
    var staffAtThisNode: [Member] { staff.filter { $0.whereabouts == .here } }
}
