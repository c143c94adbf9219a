import NIOCore
import SabirWire

/// Places in the room, and who has to give one up.
extension HostedRoom {
    private static let displaced = WireFault(
        .tooMany, "The room needed your place for somebody else, as nobody was reading there. Come in again.",
        fatal: true)

    /// A member that nobody was reading for has given up its place, and is out.
    func tellDisplaced(_ member: Member) {
        flush()
        let connection = connections[member.number]
        if member.arrival.isLocal { news?.tell(.one(Seat(member), .error(Self.displaced))) }
        hasLeft(member)
        connection?.channel.close(saying: Self.displaced, within: Self.farewell)
        logger.info("an absent member gave up its place", metadata: ["member": "\(member.info.id)"])
    }

    /// Counts who is kept out for want of a place.
    func count(_ refusal: WireFault) {
        switch refusal.code {
        case .roomFull: surroundings.meter.refused(.members)
        case .tooMany: surroundings.meter.refused(.membersPerAddress)
        case .tooFast where refusal == RoomLimits.tooManyJoins: surroundings.meter.refused(.joinsPerRoom)
        default: break
        }
    }

    /// Somebody reads for a member in this process, over one stream more.
    package func opened(_ seat: Seat) {
        guard holds(seat) else { return }
        state.opened(seat.number)
    }

    /// One of those streams is gone.
    package func closed(_ seat: Seat) {
        guard holds(seat) else { return }
        state.closed(seat.number, now: loop.now)
    }
}
