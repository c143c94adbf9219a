import SabirCore
import SabirProtocol

/// Whose share a member takes of a room's places, and its lines of the log in memory.
enum PlaceHolder: Hashable, Sendable {
    /// One address, or its network.
    case address(AddressGroup)
    /// A relay, for everybody behind it: their addresses are known to its node alone, which counts them there.
    case relay(MemberNumber)

    /// Of one who comes to this node, the closest first. None where it counts for the room's size alone: behind this
    /// machine's own address may be everybody; staff and relays have shown a key or the PIN.
    static func all(of joinContext: JoinContext) -> [PlaceHolder] {
        joinContext.isVouchedFor ? [] : joinContext.groups.map(PlaceHolder.address)
    }
}

extension Member {
    /// None, too, of who is at another node of a cluster, which counts its own.
    var placeHolders: [PlaceHolder] {
        switch whereabouts {
        case .here: PlaceHolder.all(of: joinContext)
        case .behind(let relay): [.relay(relay)]
        case .elsewhere: []
        }
    }
}
