import NIOCore
import SabirProtocol

/// What was read from one connection, packet after packet, and what each is to lead to. Pure: the time is passed in.
struct PacketReader {
    enum Step {
        /// For the room, at once.
        case deliver(MemberPacket)
        /// The list of staff is to be looked at for an act, then `looked` is to be called.
        case look(ModerationAction)
        /// What the connection's own lifetime asks for.
        case perform(HostConnection.Action)
        /// What came is no packet.
        case failed(WireFault)
        /// Enough for now: nothing more is to be read for a while.
        case rest
        /// Nothing is left to be taken at present.
        case done
    }

    private var decoder: FrameDecoder
    private var pace: ReadingPace
    private var behindAct = PacketsBehindAct(isRelay: false)
    /// Packets that are still taken in this turn, whatever they are; nil for no limit.
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

    /// As much waits behind an act as may: nothing more is to be read.
    var isFull: Bool { behindAct.isFull }

    /// Takes what was read; `next` is to be called until it is done.
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

    /// The act's turn is over.
    mutating func looked() { behindAct.looked() }

    /// The next packet that has waited behind an act; nil where none has, or where another act is looked at.
    mutating func nextThatWaited() -> Step? {
        guard let (packet, step) = behindAct.next() else { return nil }
        switch step {
        case .deliver: return .deliver(packet)
        case .look(let act): return .look(act)
        case .wait: return nil
        }
    }
}
