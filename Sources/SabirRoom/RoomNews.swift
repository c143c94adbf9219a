import SabirWire

/// What a room tells the listener in its own process, who speaks for all members that are there (`HostedRoom.enter`).
package enum RoomNews: Hashable, Sendable {
    /// Told to everybody, once however many members the listener speaks for: `message`, `joined`, `left`, `changed`,
    /// `presence`, `person`, `notice`, `acted`, and `error` `closing`, after which nobody is in.
    case everybody(HostPacket)
    /// For the member on this seat alone: `unclear`, `person`, `translated`, `pairs`, and `error`. After a fatal one the
    /// seat is lost. A seat that the member has since given up for another is to be passed over.
    case one(HostedRoom.Seat, HostPacket)
    /// These lines, told earlier, were erased or have had their time.
    case forgotten([Int])
    /// What was reported to staff is no longer as it was.
    case reports
    /// The listener was too far behind and has missed news, private ones among them: it reads again what it needs.
    case lagged
}

/// The room's line to that listener. Bounded: what it does not take in time is left out, and it is told so.
struct NewsLine {
    static let bound = 4_096

    private let news: AsyncStream<RoomNews>.Continuation
    private var isBehind = false

    static func open() -> (line: NewsLine, stream: AsyncStream<RoomNews>) {
        let (stream, news) = AsyncStream<RoomNews>.makeStream(bufferingPolicy: .bufferingOldest(bound))
        return (NewsLine(news: news), stream)
    }

    mutating func tell(_ item: RoomNews) {
        catchUp()
        guard !isBehind, case .dropped = news.yield(item) else { return }
        isBehind = true
    }

    /// Says that news was missed, as soon as there is room for it. Called each second too: perhaps nothing more happens.
    mutating func catchUp() {
        if isBehind, case .enqueued = news.yield(.lagged) { isBehind = false }
    }

    func end() { news.finish() }
}
