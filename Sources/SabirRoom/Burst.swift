import NIOCore
import SabirProtocol

/// What a burst of reads has caused so far: frames for everybody, messages for the log, and messages for the room's
/// authority.
struct Burst: Sendable {
    private var frames = FrameEncoder()
    private var entrusted: [LogLine] = []
    private var offered: [OfferedLine] = []
    private var isDue = false

    var hasFrames: Bool { !frames.isEmpty }

    /// Returns false where the end of the burst is scheduled already.
    mutating func scheduleEnd() -> Bool {
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
