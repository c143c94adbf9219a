import NIOCore
import SabirWire

/// Screens on a wall: they read a room's last lines and its number of members, and have no part in it.
extension RoomFeed {
    /// Opens a kiosk's stream.
    func openKiosk(breakOff: @escaping @Sendable () -> Void) async -> StreamID {
        let id = add(OpenStream(listening: .kiosk, breakOff: breakOff))
        let lines = state.lines.suffix(facts.linesOnScreens).map { LineJSON($0.message) }
        let now = await room.facts
        let hello = JSONText.object(
            KioskHelloJSON(n: now.n, lines: lines), with: [("room", JSONText.encode(roomJSON(with: now)))])
        streams[id]?.queue.greet([ByteBuffer(event: "hello", data: hello)])
        pump()
        return id
    }

    /// An event as kiosks get it; nil where it is not for them. `bytes` is the event as visitors get it.
    func kioskBytes(_ event: FeedEvent, _ bytes: ByteBuffer) -> ByteBuffer? {
        switch event {
        case .line: facts.linesOnScreens > 0 ? bytes : nil
        case .joined(_, let n), .left(_, let n): ByteBuffer(event: "n", ["n": n])
        case .presence(let presence): ByteBuffer(event: "n", ["n": presence.n])
        // As it was written: a screen has no language of its own, so no one translation is meant for it.
        case .notice(_, nil): facts.tellsNoticeToEverybody ? bytes : nil
        case .cleared, .closing: bytes
        default: nil
        }
    }
}
