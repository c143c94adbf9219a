import NIOCore
import SabirProtocol

/// Moderation records as the cluster stores them.
extension ModerationRecord {
    /// Reads a moderation record; nil for other values of the bucket, which also has grants.
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

    /// Whether the record has no effect any more, so that its key can go.
    func isSpent(wall: Int) -> Bool {
        guard case .acted(let event) = packet else { return false }
        switch event.act {
        case .ban: return wall - ts > event.banMinutes * 60_000 + Self.day
        case .unmute, .unban, .remove: return wall - ts > Self.day
        default: return false
        }
    }

    /// Clocks differ, and a node that was cut off for an hour still has to be told of an `unmute`.
    private static let day = 86_400_000
}

extension ModerationRecord.Cleared {
    /// The mark as it is in the header.
    var header: String { "\(epoch) \(upTo)" }

    init?(header: String) {
        let parts = header.split(separator: " ")
        guard parts.count == 2, let upTo = WireInteger.count(parts[1]) else { return nil }
        self.init(epoch: String(parts[0]), upTo: upTo)
    }
}
