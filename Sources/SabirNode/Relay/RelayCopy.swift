import Foundation
import NIOCore
import SabirProtocol

/// What a relay keeps of a room on disk, so that its side can read and come in while the host is away: what the host said
/// of the room, its grant for this node's certificate, and the newest lines.
///
/// Written as frames of the wire protocol: `welcome`, `granted` where there is one, and a `message` a line, oldest first.
/// Never kept where the host keeps its own in memory alone, nor longer than it does.
struct RelayCopy: Sendable {
    /// Larger than any frame that a host may announce.
    private static let longestFrame = 1 << 24

    /// Without those who were in.
    var welcome: Welcome
    /// The first host's grant, and the fingerprint of the certificate that it is for.
    var grant: (certificate: String, grant: Grant)?
    var lines: [Message]

    init(_ welcome: Welcome, lines: [Message]) {
        self.welcome = welcome
        self.lines = lines
    }

    /// Whether these terms of a host let others keep a copy over restarts.
    static func isAllowed(by terms: HistoryTerms?) -> Bool { terms?.kept == .disk }

    /// Nil where it is no copy, or one that may not be. What was being written when its writer was killed is left out, and
    /// so is what has had its time. `now`: milliseconds since 1970.
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

    /// As it stands in the file.
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
    /// What of it outlives the link: the room, not those who are in.
    func kept(newest: Int, carries: Bool) -> Welcome {
        Welcome(
            room: room, member: member, epoch: epoch, seq: newest, n: 0, members: [], langs: [:], limits: limits,
            history: history, name: name, path: path, carries: carries)
    }
}
