import SabirCore
import SabirProtocol

/// Whose share of a room's places, and of the log in memory, a member takes.
enum PlaceHolder: Hashable, Sendable {
    /// One address, or its network.
    case address(AddressGroup)
    /// A relay, for all members behind it: only the relay's node knows their addresses, and counts them there.
    case relay(MemberNumber)

    /// The holders for a member of this node, the closest first. Empty where the member counts only for the room's
    /// size: everybody may be behind this machine's own address, and staff and relays have shown a key or the PIN.
    static func all(of joinContext: JoinContext) -> [PlaceHolder] {
        joinContext.isVouchedFor ? [] : joinContext.groups.map(PlaceHolder.address)
    }
}

extension Member {
    /// The member's holders. Empty for a member at another node of a cluster, which counts its own.
    var placeHolders: [PlaceHolder] {
        switch whereabouts {
        case .here: PlaceHolder.all(of: joinContext)
        case .behind(let relay): [.relay(relay)]
        case .elsewhere: []
        }
    }
}
