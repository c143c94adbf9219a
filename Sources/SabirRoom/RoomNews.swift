import SabirProtocol

/// News for those who listen to a room in its own process (`HostedRoom.listen`).
package enum RoomNews: Hashable, Sendable {
    /// For everybody, once for each listener, however many members are in this process: `message`, `joined`, `left`,
    /// `changed`, `presence`, `person`, `notice`, `acted`, and `error` `closing`, after which nobody is in.
    case everybody(HostPacket)
    /// For the member on this seat alone, sent to listeners that speak for members here: what others say of its lines,
    /// answers of the engine, and `error`. After a fatal error the seat is lost. A listener ignores a seat that its
    /// member has given up for another.
    case one(HostedRoom.Seat, HostPacket)
    /// These messages, told earlier, were erased or have expired.
    case forgotten([Int])
    /// Facts changed that members are not told: by a reload, or by the disk or the network.
    case facts
    /// Reports to staff have changed.
    case reports
    /// The listener fell behind and missed news, also for single members: it has to read again what it needs.
    case lagged
}

/// The room's streams of news. A listener that is too slow misses news without holding up the others.
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

/// One listener's stream of news. Bounded: past the bound news is dropped, and the listener is told so.
struct NewsLine {
    static let bound = 4_096

    private let news: AsyncStream<RoomNews>.Continuation
    private var isBehind = false
    /// Whether the listener has stopped listening.
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

    /// Sends `lagged` as soon as there is room for it. Also called each second, as nothing more may happen.
    mutating func catchUp() {
        if isBehind, case .enqueued = news.yield(.lagged) { isBehind = false }
    }

    func end() { news.finish() }
}
