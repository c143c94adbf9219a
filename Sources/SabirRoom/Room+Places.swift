import NIOCore
import SabirProtocol

/// Places in the room, and who has to give one up.
extension Room {
    private static let displaced = WireFault(
        .tooMany, "The room needed your place for somebody else, as nobody was reading there. Come in again.",
        fatal: true)

    /// A member that nobody was reading for has given up its place, and is out.
    mutating func removeDisplaced(_ member: Member) {
        flush()
        if member.joinContext.isLocal { publish(.one(Seat(member), .error(Self.displaced))) }
        endMembership(of: member)
        add(.close(member.number, Self.displaced))
        logger.info("an absent member gave up its place", metadata: ["member": "\(member.info.id)"])
    }

    /// Counts who is kept out for want of a place.
    func count(_ refusal: WireFault) {
        switch refusal.code {
        case .roomFull: meter.refused(.members)
        case .tooMany: meter.refused(.membersPerAddress)
        case .tooFast where refusal == RoomLimits.tooManyJoins: meter.refused(.joinsPerRoom)
        default: break
        }
    }

    /// Somebody reads for a member in this process, over one stream more.
    mutating func opened(_ seat: Seat) { if holds(seat) { state.opened(seat.number) } }

    /// One of those streams is gone.
    mutating func closed(_ seat: Seat) { if holds(seat) { state.closed(seat.number, now: now) } }
}
