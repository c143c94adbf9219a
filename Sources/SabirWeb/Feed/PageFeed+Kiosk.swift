import Foundation
import NIOCore
import SabirFeed
import SabirProtocol
import SabirRoom

/// Kiosks: screens on a wall, which show a room's newest lines and number of members.
extension PageFeed {
    /// Opens a kiosk's stream.
    func openKiosk(breakOff: @escaping @Sendable () -> Void) async -> ReaderID {
        let id = add(.init(listening: .kiosk), breakOff: breakOff)
        let now = await room.facts
        streams[id]?.queue.greet([kioskHello(with: now)])
        pump()
        return id
    }

    func greetScreens() async {
        guard inFeed({ !$0.recipients(.screens).isEmpty }) else { return }
        let now = await room.facts
        push(kioskHello(with: now), to: .screens)
        pump()
    }

    private func kioskHello(with now: RoomFacts) -> ByteBuffer {
        let lines = state.lines.map(\.message).asTheyStand.suffix(facts.linesOnScreens).map(LineJSON.init)
        let quiet = lines.last.map { max(0, Int(Date().timeIntervalSince1970) - $0.ts / 1_000) }
        let hello = KioskHelloJSON(n: now.n, quiet: quiet, lines: lines, room: roomJSON(with: now))
        return ByteBuffer(event: "hello", hello)
    }

    /// The event as kiosks get it; nil for events that kiosks do not get. `bytes` is the event as visitors get it.
    func kioskBytes(_ event: FeedEvent, _ bytes: ByteBuffer) -> ByteBuffer? {
        switch event {
        // A confirmation is not shown. After a retraction or correction, screens are greeted anew with the current
        // lines.
        case .line(let message) where message.confirms != nil: return nil
        case .line(let message) where message.revision != nil:
            if facts.linesOnScreens > 0 { Task { await self.greetScreens() } }
            return nil
        case .line: return facts.linesOnScreens > 0 ? bytes : nil
        case .joined(_, let n), .left(_, let n): return ByteBuffer(event: "n", ["n": n])
        case .presence(let presence): return ByteBuffer(event: "n", ["n": presence.n])
        // The notice in its own language: a screen has no language that a translation could be chosen by.
        case .notice(_, nil): return facts.tellsNoticeToEverybody ? bytes : nil
        case .cleared, .closing: return bytes
        default: return nil
        }
    }
}

extension [Message] {
    /// The lines with their corrections applied, each in its own place, without retracted lines.
    var asTheyStand: [Message] {
        var wordings: [MessageID: Message] = [:]
        for line in self { if case .corrects(let id)? = line.revision, line.hasText { wordings[id] = line } }
        let present = Set(map(\.id))
        return filter(\.isTalk).compactMap { line in
            guard case .corrects(let id)? = line.revision else { return wordings[line.id].map(line.worded) ?? line }
            return !present.contains(id) && wordings[id] == line ? line : nil
        }
    }
}

extension Message {
    fileprivate func worded(as other: Message) -> Message {
        Message(
            seq: seq, id: id, ts: ts, member: member, from: from, lang: other.lang, text: other.text, reply: reply,
            via: via, role: role)
    }
}
