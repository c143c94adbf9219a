import NIOCore
import SabirProtocol

/// A line in the room's stream, or on its way there: the stream gives it number and time, which are 0 until then.
package struct ClusterLine: Hashable, Sendable {
    /// The message. The node that accepted the line vouches for its author's role.
    let message: Message
    /// Names the author's device at every node: the same token is the same author. ASCII without line breaks.
    let author: String?

    var id: MessageID { message.id }

    /// The contract's `message` packet.
    var body: [UInt8] { [UInt8](packet: .message(message)) }

    /// Whether both lines have the same author: by device, or without one by member.
    func isBy(_ line: ClusterLine) -> Bool {
        author == nil && line.author == nil ? message.member == line.message.member : author == line.author
    }
}

extension ClusterLine {
    init?(_ raw: RawDelivery) {
        self.init(body: raw.body, seq: raw.position.seq, ts: raw.position.ts, author: raw.author)
    }

    /// Reads a line out of the stream; nil for anything else in it, which has used up a number.
    init?(body: [UInt8], seq: Int, ts: Int, author: String?) {
        guard case .message(let m)? = try? HostPacket(body: ByteBuffer(bytes: body)) else { return nil }
        message = Message(
            seq: seq, id: m.id, ts: ts, member: m.member, from: m.from, lang: m.lang, text: m.text, reply: m.reply,
            via: m.via, role: m.role, revision: m.revision, fields: m.fields)
        self.author = author
    }
}

extension [UInt8] {
    /// A packet's JSON, without the frame's length.
    init(packet: HostPacket) {
        self = Array(ByteBuffer(framing: packet).readableBytesView.dropFirst(4))
    }
}
