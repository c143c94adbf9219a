import SabirProtocol

/// What a room tells those who listen to it in its own process (`HostedRoom.listen`).
package enum RoomNews: Hashable, Sendable {
    /// Told to everybody, once a listener, however many members are in this process: `message`, `joined`, `left`, `changed`,
    /// `presence`, `person`, `notice`, `acted`, and `error` `closing`, after which nobody is in.
    case everybody(HostPacket)
    /// For the member on this seat alone, and told to whoever speaks for the members here: `unclear`, `person`,
    /// `translated`, `pairs`, and `error`. After a fatal one the seat is lost. A listener ignores a seat that its member
    /// has given up for another.
    case one(HostedRoom.Seat, HostPacket)
    /// These lines, told earlier, were erased or have had their time.
    case forgotten([Int])
    /// Facts changed of which members are told nothing: by a reload, or as the disk or the network did.
    case facts
    /// What was reported to staff is no longer as it was.
    case reports
    /// The listener was too far behind and has missed news, private ones among them: it reads again what it needs.
    case lagged
}

/// The room's lines to its listeners: what one of them does not take in time is left out for it alone.
struct NewsLines {
    private var lines: [(line: NewsLine, speaksForMembers: Bool)] = []

    var isEmpty: Bool { lines.isEmpty }

    mutating func open(speakingForMembers: Bool) -> AsyncStream<RoomNews> {
        let (line, stream) = NewsLine.open()
        lines.append((line, speakingForMembers))
        return stream
    }

    mutating func append(_ item: RoomNews) {
        let isPrivate = if case .one = item { true } else { false }
        for at in lines.indices where lines[at].speaksForMembers || !isPrivate { lines[at].line.append(item) }
        lines.removeAll { $0.line.isGone }
    }

    mutating func catchUp() { for at in lines.indices { lines[at].line.catchUp() } }

    mutating func end() {
        for (line, _) in lines { line.end() }
        lines = []
    }
}

/// The line to one of them. Bounded: what it does not take in time is left out, and it is told so.
struct NewsLine {
    static let bound = 4_096

    private let news: AsyncStream<RoomNews>.Continuation
    private var isBehind = false
    /// Nobody listens any more.
    private(set) var isGone = false

    private init(news: AsyncStream<RoomNews>.Continuation) { self.news = news }

    static func open() -> (line: NewsLine, stream: AsyncStream<RoomNews>) {
        let (stream, news) = AsyncStream<RoomNews>.makeStream(bufferingPolicy: .bufferingOldest(bound))
        return (NewsLine(news: news), stream)
    }

    mutating func append(_ item: RoomNews) {
        catchUp()
        guard !isBehind else { return }
        switch news.yield(item) {
        case .dropped: isBehind = true
        case .terminated: isGone = true
        default: break
        }
    }

    /// Says that news was missed, as soon as there is room for it. Called each second too: perhaps nothing more happens.
    mutating func catchUp() {
        if isBehind, case .enqueued = news.yield(.lagged) { isBehind = false }
    }

    func end() { news.finish() }
}
