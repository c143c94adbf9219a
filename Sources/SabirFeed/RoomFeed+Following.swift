import SabirTranslation
import SabirProtocol
import SabirRoom

/// Who takes a feed's events as values: the listener for IRC, for all of its clients.
struct Follower: Sendable {
    typealias Receiver = @Sendable (FeedNews?) -> Bool

    /// Nil while nobody follows, as whoever does has fallen behind.
    private var listener: Receiver?
    /// The newest line that it was told, for when it comes back; nil before the first.
    private(set) var newest: (epoch: String, seq: Int)?
    private(set) var notice: Notice?
    /// That the room is over, for whoever begins behind it.
    private(set) var closing: FeedNews?

    mutating func begin(_ listener: @escaping Receiver) {
        end()
        self.listener = listener
    }

    mutating func tell(_ news: FeedNews, epoch: String) {
        if case .told(.closing, _) = news { closing = news }
        guard let listener else { return }
        guard listener(news) else { return end() }
        switch news {
        case .told(.line(let message), _): newest = (epoch, message.seq)
        case .told(.notice(let notice, nil), _): self.notice = notice
        default: break
        }
    }

    mutating func end() {
        _ = listener?(nil)
        listener = nil
    }
}

/// Clients of IRC: they take events as values, all by one follower, and have no streams here.
extension RoomFeed {
    /// Newest lines that a follower is told when it begins: its clients may ask about them.
    private static let toldAtFirst = 50

    /// Calls `listener` with all that is told from now on, in order and at once: it must not wait, and answers whether it
    /// takes more; nil is the last. First come the newest lines, or what was missed since it did not.
    package func follow(_ listener: @escaping @Sendable (FeedNews?) -> Bool) async {
        let last = follower.newest.flatMap { $0.epoch == state.epoch ? $0.seq : nil }
        let missed = if let last { await room.lines(after: last) } else { [Message]() }
        let kept = state.lines.suffix(last == nil ? Self.toldAtFirst : .max).filter { $0.message.seq > last ?? 0 }
        follower.begin(listener)
        guard !hasEnded else {
            if let closing = follower.closing { tell(closing) }
            return follower.end()
        }
        let oldest = kept.first?.message.seq ?? state.newest + 1
        for message in missed where message.seq < oldest { tell(.told(.line(message), .everyone)) }
        for line in kept { tell(.told(.line(line.message), .everyone)) }
        // To whoever begins nothing was shown of them.
        for line in kept where last != nil {
            for lang in line.translations.keys {
                if let event = line.event(for: lang) { tell(.told(event, .readers(of: lang))) }
            }
        }
        let notice = state.notice?.notice
        if notice != follower.notice { tell(.told(.notice(notice, nil), .everyone)) }
    }

    func tell(_ news: FeedNews) { follower.tell(news, epoch: state.epoch) }

    func endFollower() { follower.end() }

    // MARK: Readers

    /// From now on lines are translated for whoever sits there, who may see them from `first` on, as numbered
    /// in `epoch`. The first one of a language is told how the notice reads, which may be known from the page's visitors.
    package func open(reader place: HostedRoom.Seat, _ lang: LanguageTag, from first: Int, of epoch: String) async {
        await catchUp(to: epoch)
        let visible = state.visible(after: first - 1, of: epoch)
        setReader(at: place, Readership.Seat(listening: .client(lang), visible: visible))
    }

    /// In another language.
    package func change(reader place: HostedRoom.Seat, _ lang: LanguageTag) {
        guard let seat = clients[place].flatMap({ state.readers.seats[$0] }) else { return }
        setReader(at: place, Readership.Seat(listening: .client(lang), visible: seat.visible))
    }

    private func setReader(at place: HostedRoom.Seat, _ seat: Readership.Seat) {
        let isFirst = !clients.values.contains { state.readers.seats[$0]?.listening == seat.listening }
        // Who comes in twice, by the room's name and by its id, reads once.
        if let before = clients.updateValue(open(seat), forKey: place) { close(before) }
        guard isFirst, let lang = seat.listening.lang, let reading = state.noticeReading(for: lang) else { return }
        tell(.told(.notice(state.notice?.notice, reading), .readers(of: lang)))
    }

    package func close(reader place: HostedRoom.Seat) {
        if let id = clients.removeValue(forKey: place) { close(id) }
    }

    /// How these lines read in a language, as far as that is known.
    package func readings(of lines: [Message], in lang: LanguageTag) -> [Int: TranslationOutcome] {
        let wanted = Set(lines.map(\.seq))
        return state.lines.reduce(into: [:]) { found, line in
            guard wanted.contains(line.message.seq), let reading = line.translations[lang], reading.text != nil else {
                return
            }
            found[line.message.seq] = reading
        }
    }
}

/// What people confirmed, and what waits for that.
extension RoomFeed {
    /// Of the newest lines, for readers of this language, by number.
    package func confirmations(for lang: LanguageTag) -> [Int: TranslationOutcome] { state.confirmations(for: lang) }

    /// See `FeedState.awaitingConfirmation`; and the languages in which anybody here reads.
    package func awaitingConfirmation(
        in lang: LanguageTag, from first: Int, of epoch: String
    ) -> (lines: [FeedLine], languages: [LanguageTag]) {
        let visible = state.visible(after: first - 1, of: epoch)
        return (
            state.awaitingConfirmation(in: lang, seeing: visible),
            state.readers.languages.sorted { $0.description < $1.description }
        )
    }
}
