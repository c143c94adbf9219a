import NIOCore
import SabirProtocol

/// What a burst of reads causes, until its end: the frames for everybody, the messages that go into the log, and those
/// that go to the room's authority.
struct Burst: Sendable {
    private var frames = FrameEncoder()
    private var entrusted: [LogLine] = []
    private var offered: [OfferedLine] = []
    private var isDue = false

    var hasFrames: Bool { !frames.isEmpty }

    /// False where its end is due already.
    mutating func becomesDue() -> Bool {
        defer { isDue = true }
        return !isDue
    }

    mutating func end() { isDue = false }

    mutating func append(_ packet: HostPacket) { frames.append(packet) }
    mutating func append(_ message: Message) { frames.append(message) }
    mutating func append(_ line: LogLine) { entrusted.append(line) }
    mutating func append(_ line: OfferedLine) { offered.append(line) }

    mutating func takeFrames() -> ByteBuffer { frames.take() }

    mutating func takeEntrusted() -> [LogLine] {
        defer { entrusted = [] }
        return entrusted
    }

    mutating func takeOffered() -> [OfferedLine] {
        defer { offered = [] }
        return offered
    }
}
