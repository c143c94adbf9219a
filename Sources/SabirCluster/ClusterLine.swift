import NIOCore
import SabirProtocol

/// A line on its way into the room's stream, which gives the line its number and time.
struct ClusterLine: Hashable, Sendable {
    let id: MessageID
    let member: MemberID
    let from: String
    let lang: LanguageTag
    let text: String
    var reply: MessageID?
    var via: String?
    /// The author's role, vouched for by the node that accepted the line.
    var role: MemberRole?
    /// Names the author's device at every node: the same token is the same author. ASCII without line breaks.
    var author: String?
    var revision: Revision?

    /// The contract's `message` packet, with number and time 0, as the stream sets those.
    var body: [UInt8] {
        let message = Message(
            seq: 0, id: id, ts: 0, member: member, from: from, lang: lang, text: text, reply: reply, via: via,
            role: role, revision: revision)
        return [UInt8](packet: .message(message))
    }
}

/// A line in the room's stream.
package struct StoredLine: Hashable, Sendable {
    let message: Message
    let author: String?

    /// Whether the stored line has the same author: by device, or without one by member.
    func isBy(_ line: ClusterLine) -> Bool {
        author == nil && line.author == nil ? message.member == line.member : author == line.author
    }
}

extension StoredLine {
    init?(_ raw: RawDelivery) {
        self.init(body: raw.body, seq: raw.position.seq, ts: raw.position.ts, author: raw.author)
    }

    /// Nil where the stream holds something else; it has used up a number.
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
