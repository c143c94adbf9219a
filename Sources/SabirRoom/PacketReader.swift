import NIOCore
import SabirProtocol

/// Cuts one connection's bytes into packets and decides the next step for each. Pure: the time is passed in.
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

    private var decoder: FrameDecoder
    private var pace: ReadingPace
    private var behindAct = PacketsBehindAct(isRelay: false)
    /// Packets of any type that are still taken in this turn; nil for no limit.
    var left: Int?

    init(maximumFrame: Int, pace: ReadingPace) {
        decoder = FrameDecoder(maximumLength: maximumFrame)
        self.pace = pace
    }

    /// A relay multiplexes many members, so the limit on packets of one connection does not apply.
    mutating func readAsRelay() {
        pace = ReadingPace(nil)
        behindAct = PacketsBehindAct(isRelay: true)
    }

    /// Whether as many packets wait behind an act as may: reading has to pause.
    var isFull: Bool { behindAct.isFull }

    /// Appends what was read; then call `next` until it returns `done`.
    mutating func append(_ bytes: ByteBuffer) { decoder.append(bytes) }

    mutating func next(on connection: inout HostConnection, now: NIODeadline) -> Step {
        while connection.phase != .over, !behindAct.isFull {
            guard left != 0, pace.allowsOne(now: now) else { return .rest }
            do throws(WireFault) {
                guard let body = try decoder.next() else { return .done }
                pace.took(now: now)
                left = left.map { $0 - 1 }
                let packet = try MemberPacket(body: body)
                let action = connection.received(packet)
                guard case .deliver = action else { return .perform(action) }
                switch behindAct.received(packet) {
                case .deliver: return .deliver(packet)
                case .look(let act): return .look(act)
                case .wait: continue
                }
            } catch {
                return .failed(error)
            }
        }
        return .done
    }

    /// Notes that the act's turn is over.
    mutating func endLookup() { behindAct.endLookup() }

    /// The next packet that has waited behind an act; nil where none has, or where another act is being looked up.
    mutating func nextThatWaited() -> Step? {
        guard let (packet, step) = behindAct.next() else { return nil }
        switch step {
        case .deliver: return .deliver(packet)
        case .look(let act): return .look(act)
        case .wait: return nil
        }
    }
}
