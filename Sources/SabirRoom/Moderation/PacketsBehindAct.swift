import NIOCore
import SabirProtocol

/// The packets of one connection, in order, while the staff list is looked up for an act among them. Pure.
///
/// All of a member's packets wait. A relay's connection carries many members: of their packets only acts and the
/// messages of staff wait, so that nobody's act is overtaken by what they sent after it.
struct PacketsBehindAct {
    /// How many packets of a member, and of a relay, may wait; then nothing more is read from the connection.
    static let capacity = 16
    static let capacityOfRelay = 256

    /// What to do with a packet.
    enum Step: Hashable {
        case deliver
        /// Look the staff list up, then call `endLookup`.
        case look(ModerationAction)
        case wait
    }

    private let isRelay: Bool
    private var isLooking = false
    private var waiting = CircularBuffer<MemberPacket>()

    init(isRelay: Bool) { self.isRelay = isRelay }

    /// Whether reading has to pause.
    var isFull: Bool { waiting.count >= (isRelay ? Self.capacityOfRelay : Self.capacity) }

    mutating func received(_ packet: MemberPacket) -> Step {
        guard isLooking || !waiting.isEmpty else { return step(packet) }
        guard !isRelay || packet.isOfRelaysStaff else { return .deliver }
        waiting.append(packet)
        return .wait
    }

    /// Notes that the act's turn is over.
    mutating func endLookup() { isLooking = false }

    /// The next packet that has waited; nil where there is none, or where a look-up is under way.
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
    /// Whether this is an act, or a message of staff, from behind a relay.
    fileprivate var isOfRelaysStaff: Bool {
        switch self {
        case .staff: true
        case .carried(_, let carried): carried.info.role == .staff
        default: false
        }
    }
}
