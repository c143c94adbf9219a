import NIOCore
import SabirProtocol

/// Places in the room, and who gives one up.
extension Room {
    private static let displaced = WireFault(
        .tooMany, "The room needed your place for somebody else, as nobody was reading there. Come in again.",
        fatal: true)

    /// Removes a member that has lost its place because nobody was reading for it.
    mutating func removeDisplaced(_ member: Member) {
        flush()
        if member.joinContext.isLocal { publish(.one(Seat(member), .error(Self.displaced))) }
        endMembership(of: member)
        add(.close(member.number, Self.displaced))
        logger.info("an absent member gave up its place", metadata: ["member": "\(member.info.id)"])
    }

    /// Counts a refusal for want of a place.
    func count(_ refusal: WireFault) {
        switch refusal.code {
        case .roomFull: meter.refused(.members)
        case .tooMany: meter.refused(.membersPerAddress)
        case .tooFast where refusal == RoomLimits.tooManyJoins: meter.refused(.joinsPerRoom)
        default: break
        }
    }

    /// Notes one more stream over which the member reads.
    mutating func addStream(of seat: Seat) { if holds(seat) { state.addStream(of: seat.number) } }

    /// Notes that one of those streams has ended.
    mutating func removeStream(of seat: Seat) {
        if holds(seat) { state.removeStream(of: seat.number, now: now) }
    }
}
