import NIOCore
import SabirProtocol

/// As the cluster keeps it.
extension ModerationRecord {
    /// Nil for what is no act: grants lie beside them.
    init?(_ raw: RawDelivery, isNews: Bool) {
        guard let packet = try? HostPacket(body: ByteBuffer(bytes: raw.body)) else { return nil }
        switch packet {
        case .acted, .notice: break
        default: return nil
        }
        self.init(
            packet, token: raw.author, ts: raw.position.ts, cleared: raw.cleared.flatMap(Cleared.init(header:)),
            isNews: isNews)
    }

    /// Whether it is over: nothing depends on it any more, and its key may go.
    func isSpent(wall: Int) -> Bool {
        guard case .acted(let event) = packet else { return false }
        switch event.act {
        case .ban: return wall - ts > event.banMinutes * 60_000 + Self.day
        case .unmute, .unban, .remove: return wall - ts > Self.day
        default: return false
        }
    }

    /// Clocks differ, and a node that was cut off for an hour has to hear of an `unmute` still.
    private static let day = 86_400_000
}

extension ModerationRecord.Cleared {
    /// As it stands in the header.
    var header: String { "\(epoch) \(upTo)" }

    init?(header: String) {
        let parts = header.split(separator: " ")
        guard parts.count == 2, let upTo = WireInteger.count(parts[1]) else { return nil }
        self.init(epoch: String(parts[0]), upTo: upTo)
    }
}
