import NIOCore
import SabirProtocol

/// Cuts one connection's bytes into packets and decides the next step for each. Pure: the time is passed in.
///
/// While the staff list is looked up for an act, what comes behind that act waits, in order. All of a member's packets
/// wait. A relay's connection carries many members: of their packets only acts and the messages of staff wait, so that
/// nobody's act is overtaken by what they sent after it.
struct PacketReader {
    enum Step {
        /// Give the packet to the room now.
        case deliver(MemberPacket)
        /// Look the staff list up for an act, then call `endLookup`.
        case look(ModerationAction)
        /// Perform an action of the connection's lifetime.
        case perform(HostConnection.Action)
        /// The bytes were no valid packet.
        indirect case failed(WireFault)
        /// Pause reading for a while: the rate is used up.
        case rest
        /// No packet is left for now.
        case done
    }

    /// How many packets of a member, and of a relay, may wait behind an act; then nothing more is read.
    static let capacity = 16
    static let capacityOfRelay = 256

    private var decoder: FrameDecoder
    private var pace: ReadingPace
    private var isRelay = false
    /// Whether the staff list is being looked up for an act.
    private var isLooking = false
    private var waiting = CircularBuffer<MemberPacket>()
    /// Packets of any type that are still taken in this turn; nil for no limit.
    var left: Int?

    init(maximumFrame: Int, pace: ReadingPace) {
        decoder = FrameDecoder(maximumLength: maximumFrame)
        self.pace = pace
    }

    /// A relay multiplexes many members, so the limit on packets of one connection does not apply.
    mutating func readAsRelay() {
        pace = ReadingPace(nil)
        isRelay = true
    }

    /// Whether as many packets wait behind an act as may: reading has to pause.
    var isFull: Bool { waiting.count >= (isRelay ? Self.capacityOfRelay : Self.capacity) }

    /// Appends what was read; then call `next` until it returns `done`.
    mutating func append(_ bytes: ByteBuffer) { decoder.append(bytes) }

    mutating func next(on connection: inout HostConnection, now: NIODeadline) -> Step {
        while connection.phase != .over, !isFull {
            guard left != 0, pace.allowsOne(now: now) else { return .rest }
            do throws(WireFault) {
                guard let body = try decoder.next() else { return .done }
                pace.took(now: now)
                left = left.map { $0 - 1 }
                let packet = try MemberPacket(body: body)
                let action = connection.received(packet)
                guard case .deliver = action else { return .perform(action) }
                guard mustWait(packet) else { return step(packet) }
                waiting.append(packet)
            } catch {
                return .failed(error)
            }
        }
        return .done
    }

    private func mustWait(_ packet: MemberPacket) -> Bool {
        (isLooking || !waiting.isEmpty) && (!isRelay || packet.isOfRelaysStaff)
    }

    private mutating func step(_ packet: MemberPacket) -> Step {
        guard case .staff(let act) = packet else { return .deliver(packet) }
        isLooking = true
        return .look(act)
    }

    /// Notes that the act's turn is over.
    mutating func endLookup() { isLooking = false }

    /// The next packet that has waited behind an act; nil where none has, or where another act is being looked up.
    mutating func nextThatWaited() -> Step? {
        guard !isLooking, let packet = waiting.popFirst() else { return nil }
        return step(packet)
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
