import NIOCore
import SabirWire

/// An act of staff as the cluster keeps it: of each kind, and of each person, the last.
package struct ClusterAct: Hashable, Sendable {
    /// An `acted` or a `notice`.
    package let packet: HostPacket
    /// Stands for the device of whom it concerns, at every node; nil where that is not known.
    package let author: String?
    /// Milliseconds since 1970, by the cluster's clock.
    package let ts: Int
    /// Of a `clear`: the lines of this numbering up to this one went.
    package let cleared: Cleared?
    /// Done while this node was listening, so that whoever asked for it is waiting to hear of it.
    package let isNews: Bool

    package struct Cleared: Hashable, Sendable, CustomStringConvertible {
        package let epoch: String
        package let upTo: Int

        /// As it stands in the header.
        package var description: String { "\(epoch) \(upTo)" }

        init(epoch: String, upTo: Int) { (self.epoch, self.upTo) = (epoch, upTo) }

        init?(_ text: String) {
            let parts = text.split(separator: " ")
            guard parts.count == 2, let upTo = WireInteger.count(parts[1]) else { return nil }
            self.init(epoch: String(parts[0]), upTo: upTo)
        }
    }

    package init(
        packet: HostPacket, author: String? = nil, ts: Int = 0, cleared: Cleared? = nil, isNews: Bool = true
    ) {
        self.packet = packet
        self.author = author
        self.ts = ts
        self.cleared = cleared
        self.isNews = isNews
    }

    /// Nil for what is no act: grants lie beside them.
    init?(_ raw: RawDelivery, isNews: Bool) {
        guard let packet = try? HostPacket(body: ByteBuffer(bytes: raw.body)) else { return nil }
        switch packet {
        case .acted, .notice: break
        default: return nil
        }
        self.init(
            packet: packet, author: raw.author, ts: raw.position.ts, cleared: raw.cleared.flatMap(Cleared.init),
            isNews: isNews)
    }

    /// Whether it is over: nothing depends on it any more, and its key may go.
    func isSpent(wall: Int) -> Bool {
        guard case .acted(let acted) = packet else { return false }
        switch acted.act {
        case .ban: return wall - ts > acted.banMinutes * 60_000 + Self.day
        case .unmute, .unban, .remove: return wall - ts > Self.day
        default: return false
        }
    }

    /// Clocks differ, and a node that was cut off for an hour has to hear of an `unmute` still.
    private static let day = 86_400_000
}
