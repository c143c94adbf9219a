import NIOCore
import SabirProtocol

/// The packets of one connection, in their order, while the list of staff is looked at for an act among them. Pure.
///
/// What a member sends waits all together. Over a relay's connection come many members: of theirs only acts wait, and
/// what staff say, so that nobody's act is overtaken by what they sent after it.
struct PacketsBehindAct {
    /// Packets of a member, and over a relay, that wait; with so many nothing more is read from the connection.
    static let capacity = 16
    static let capacityOfRelay = 256

    /// What is to be done with a packet.
    enum Step: Hashable {
        case deliver
        /// The list is to be looked at, then `looked` is to be called.
        case look(ModerationAction)
        case wait
    }

    private let isRelay: Bool
    private var isLooking = false
    private var waiting = CircularBuffer<MemberPacket>()

    init(isRelay: Bool) { self.isRelay = isRelay }

    /// Whether nothing more is to be read for now.
    var isFull: Bool { waiting.count >= (isRelay ? Self.capacityOfRelay : Self.capacity) }

    mutating func received(_ packet: MemberPacket) -> Step {
        guard isLooking || !waiting.isEmpty else { return step(packet) }
        guard !isRelay || packet.isOfRelaysStaff else { return .deliver }
        waiting.append(packet)
        return .wait
    }

    /// The act's turn is over.
    mutating func looked() { isLooking = false }

    /// What is next of what has waited; nil where nothing is, or a look is under way.
    mutating func next() -> (packet: MemberPacket, step: Step)? {
        guard !isLooking, let packet = waiting.popFirst() else { return nil }
        return (packet, step(packet))
    }

    private mutating func step(_ packet: MemberPacket) -> Step {
        guard case .staff(let act) = packet else { return .deliver }
        isLooking = true
        return .look(act)
    }
}

extension MemberPacket {
    /// From a relay: an act, or what one of its staff says.
    fileprivate var isOfRelaysStaff: Bool {
        switch self {
        case .staff: true
        case .carried(_, let carried): carried.info.role == .staff
        default: false
        }
    }
}
