import Foundation
import NIOCore
import SabirProtocol

/// A relay's copy of a room on disk, so that members on its side can join and read while the host is away: the host's
/// description of the room, its grant for this node's certificate, and the newest lines.
///
/// Written as frames of the wire protocol: `welcome`, perhaps `granted`, and a `message` for each line, oldest first.
/// Never kept if the host keeps its own lines only in memory, nor longer than the host keeps them.
struct RelayCopy: Sendable {
    /// Bytes; larger than any frame that a host may announce.
    private static let longestFrame = 1 << 24

    /// The host's welcome, without its members.
    var welcome: Welcome
    /// The first host's grant, with the fingerprint of the certificate it is for.
    var grant: (certificate: String, grant: Grant)?
    var lines: [Message]

    init(_ welcome: Welcome, lines: [Message]) {
        self.welcome = welcome
        self.lines = lines
    }

    /// Whether a host's terms allow a copy across restarts.
    static func isAllowed(by terms: HistoryTerms?) -> Bool { terms?.kept == .disk }

    /// Reads a file's data; nil if it is no copy, or one that may not be kept. Leaves out a frame that was cut off by a
    /// kill, and expired lines. `now`: milliseconds since 1970.
    init?(_ data: Data, now: Int) {
        var decoder = FrameDecoder(maximumLength: Self.longestFrame)
        decoder.append(ByteBuffer(bytes: data))
        guard case .welcome(let welcome)? = Self.next(&decoder), Self.isAllowed(by: welcome.history) else { return nil }
        self.init(welcome, lines: [])
        while let packet = Self.next(&decoder) {
            switch packet {
            case .granted(let certificate, let grant): self.grant = (certificate, grant)
            case .message(let line) where line.seq > lines.last?.seq ?? 0: lines.append(line)
            default: break
            }
        }
        lines = Self.current(lines, welcome, now)
    }

    private static func next(_ decoder: inout FrameDecoder) -> HostPacket? {
        guard let body = try? decoder.next() else { return nil }
        return try? HostPacket(body: body)
    }

    private static func current(_ lines: [Message], _ welcome: Welcome, _ now: Int) -> [Message] {
        guard let seconds = welcome.history?.seconds else { return lines }
        return lines.filter { now - $0.ts < seconds * 1_000 }
    }

    /// The file's content.
    func data(now: Int) -> Data {
        var frames = FrameEncoder()
        frames.append(.welcome(welcome))
        if let grant { frames.append(.granted(certificate: grant.certificate, grant.grant)) }
        for line in Self.current(lines, welcome, now) { frames.append(.message(line)) }
        return Data(frames.take().readableBytesView)
    }

    static func data(_ lines: [Message]) -> Data {
        var frames = FrameEncoder()
        for line in lines { frames.append(.message(line)) }
        return Data(frames.take().readableBytesView)
    }
}

extension Welcome {
    /// The part of a welcome that outlives the link: the room without its members.
    func kept(newest: Int, carries: Bool) -> Welcome {
        Welcome(
            room: room, member: member, epoch: epoch, seq: newest, n: 0, members: [], langs: [:], limits: limits,
            history: history, name: name, path: path, carries: carries)
    }
}
