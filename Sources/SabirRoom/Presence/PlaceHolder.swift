import SabirProtocol

/// Whose share a member takes of a room's places, and its lines of the log in memory.
enum PlaceHolder: Hashable, Sendable {
    /// An address as limits count it (`IPAddress.counted`).
    case address(String)
    /// A relay, for everybody behind it: their addresses are known to its node alone, which counts them there.
    case relay(MemberNumber)

    /// Of one who comes to this node. Nil where it counts for the room's size alone: behind this machine's own address
    /// may be everybody; staff and relays have shown a key or the PIN.
    init?(of arrival: JoinContext) {
        guard !arrival.isVouchedFor, let address = arrival.address else { return nil }
        self = .address(address)
    }
}

extension Member {
    /// Nil, too, of who is at another node of a cluster, which counts its own.
    var placeHolder: PlaceHolder? {
        switch whereabouts {
        case .here: PlaceHolder(of: arrival)
        case .behind(let relay): .relay(relay)
        case .elsewhere: nil
        }
    }
}
