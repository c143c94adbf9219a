import SabirTranslation
import SabirProtocol
import SabirRoom

/// Takes a feed's events as values: there is one for all IRC clients of a room.
struct Follower: Sendable {
    /// Nil while nobody follows, or after the receiver fell behind.
    private var stream: AsyncStream<FeedNews>.Continuation?
    /// The newest line sent to the receiver, at which a new receiver continues; nil before the first.
    private(set) var newest: (epoch: String, seq: Int)?
    private(set) var notice: Notice?
    /// The room's closing, for a receiver that begins after it.
    private(set) var closing: FeedNews?

    mutating func begin(_ stream: AsyncStream<FeedNews>.Continuation) {
        end()
        self.stream = stream
    }

    mutating func tell(_ news: FeedNews, epoch: String) {
        if case .told(.closing, _) = news { closing = news }
        guard let stream else { return }
        guard case .enqueued = stream.yield(news) else { return end() }
        switch news {
        case .told(.line(let message), _): newest = (epoch, message.seq)
        case .told(.notice(let notice, nil), _): self.notice = notice
        default: break
        }
    }

    mutating func end() {
        stream?.finish()
        stream = nil
    }
}

/// The feed for IRC clients, who share one follower and have no streams.
extension RoomFeed {
    /// How many of the newest lines a new follower gets, as its clients may ask about them.
    private static let toldAtFirst = 50

    /// Every event from now on, in order, for all IRC clients in the room. First come the newest lines, or those missed
    /// since the last stream ended. Only one stream is live at a time. It ends when one more comes while `most` events
    /// wait; the caller then asks for a new one.
    package func follow(buffering most: Int = 4_096) async -> AsyncStream<FeedNews> {
        let (stream, listener) = AsyncStream.makeStream(of: FeedNews.self, bufferingPolicy: .bufferingOldest(most))
        let last = follower.newest.flatMap { $0.epoch == state.epoch ? $0.seq : nil }
        let missed = if let last { await room.lines(after: last) } else { [Message]() }
        let kept = state.lines.suffix(last == nil ? Self.toldAtFirst : .max).filter { $0.message.seq > last ?? 0 }
        follower.begin(listener)
        guard !hasEnded else {
            if let closing = follower.closing { tell(closing) }
            follower.end()
            return stream
        }
        let oldest = kept.first?.message.seq ?? state.newest + 1
        for message in missed where message.seq < oldest { tell(.told(.line(message), .everyone)) }
        for line in kept { tell(.told(.line(line.message), .everyone)) }
        // Only a returning follower's clients were shown these lines, so only they need the translations now.
        for line in kept where last != nil {
            for lang in line.translations.keys {
                if let event = line.event(for: lang) { tell(.told(event, .readers(of: lang))) }
            }
        }
        let notice = state.notice?.notice
        if notice != follower.notice { tell(.told(.notice(notice, nil), .everyone)) }
        return stream
    }

    func tell(_ news: FeedNews) { follower.tell(news, epoch: state.epoch) }

    func endFollower() { follower.end() }

    // MARK: Readers

    /// Translates lines for an IRC client, which may see those from `first` on in the numbering of `epoch`.
    package func openClient(_ lang: LanguageTag, from first: Int, of epoch: String) async -> ReaderID {
        await catchUp(to: epoch)
        tellNotice(beforeFirst: lang)
        return open(.init(listening: .client(lang), visible: state.visible(after: first - 1, of: epoch)))
    }

    package func changeClient(_ id: ReaderID, to lang: LanguageTag) {
        guard let seat = state.readers.seats[id], seat.listening != .client(lang) else { return }
        tellNotice(beforeFirst: lang)
        perform(state.changeReader(id, to: .client(lang), reading: []))
    }

    /// Tells the first IRC client of a language the notice's translation, if that is known from the page's visitors.
    private func tellNotice(beforeFirst lang: LanguageTag) {
        guard !state.readers.seats.values.contains(where: { $0.listening == .client(lang) }),
            let reading = state.noticeReading(for: lang)
        else { return }
        tell(.told(.notice(state.notice?.notice, reading), .readers(of: lang)))
    }

    /// The known translations of these lines into a language, by line number: those that people confirmed, and those
    /// that engines made of lines other than `over`.
    package func readings(
        of lines: [Message], in lang: LanguageTag, except over: Set<Int>
    ) -> [Int: TranslationOutcome] {
        let wanted = Set(lines.map(\.seq))
        return state.lines.reduce(into: [:]) { found, line in
            let seq = line.message.seq
            guard wanted.contains(seq) else { return }
            let made = over.contains(seq) || line.translations[lang]?.text == nil ? nil : line.translations[lang]
            found[seq] = state.confirmed(line, for: lang) ?? made
        }
    }
}

/// Translations that wait for confirmation.
extension RoomFeed {
    /// See `FeedState.awaitingConfirmation`; with the languages that readers of this feed read.
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
