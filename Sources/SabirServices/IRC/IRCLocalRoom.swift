import SabirFeed
import SabirIRC
import SabirTranslation
import SabirProtocol

/// A room as the IRC listener sees it. What it tells comes from the room's feed, which the page's visitors share: it is
/// translated once for each language read there and here. Owns which client sits where.
actor IRCLocalRoom: IRCRoom {
    private struct Guest {
        var hello: Hello
        let address: String
    }

    /// Newest lines of before that somebody who comes is shown, if the room shows any.
    private static let earlierLines = 50
    /// How long those wait for their translations.
    private static let patience = Duration.seconds(3)

    nonisolated let room: LocalRoom
    private let services: any FeedNodeServices
    private let feeds: Feeds
    /// Whether what clients send is encrypted.
    private let isPrivate: Bool
    /// By the token of the seat.
    private var guests: [UInt64: Guest] = [:]

    nonisolated var id: String { room.id }

    init(_ room: LocalRoom, services: any FeedNodeServices, feeds: Feeds, isPrivate: Bool) {
        self.room = room
        self.services = services
        self.feeds = feeds
        self.isPrivate = isPrivate
    }

    var info: RoomInfo { get async { await room.info } }

    var facts: LocalRoomFacts { get async { await room.facts } }

    func members() async -> [MemberInfo] { await room.staffMembers().map(\.info) }

    private var feed: RoomFeed { get async { await feeds.feed(of: room) } }

    func news() async -> AsyncStream<FeedNews> {
        let (stream, listener) = AsyncStream.makeStream(of: FeedNews.self, bufferingPolicy: .bufferingOldest(4_096))
        await feed.follow { news in
            guard let news else {
                listener.finish()
                return false
            }
            return if case .enqueued = listener.yield(news) { true } else { false }
        }
        return stream
    }

    // MARK: Readers

    func earlier(for seat: Seat, in lang: LanguageTag) async -> [IRCLineReading] {
        let limit = min(await room.facts.newcomerLines, Self.earlierLines)
        guard limit > 0, seat.firstVisibleSeq <= seat.seq,
            let page = try? await room.lines(before: seat.seq + 1, limit: limit, for: seat)
        else { return [] }
        let lines = page.messages.filter { $0.confirms == nil }
        let foreign = lines.filter { $0.isTalk && !lang.reads($0.lang) }
        guard let over = try? await room.overBudget(foreign, readBy: seat) else { return [] }
        return await readings(of: lines, in: lang, except: over)
    }

    /// Each with its translation if that comes in time; later ones come as news. No engine is asked for `over`.
    private func readings(
        of messages: [Message], in lang: LanguageTag, except over: Set<Int>
    ) async -> [IRCLineReading] {
        var found = await feeds.feed(ofRoom: id)?.readings(of: messages, in: lang) ?? [:]
        for number in over { found[number] = .untranslated(.overBudget) }
        await found.merge(feeds.feed(ofRoom: id)?.confirmations(for: lang) ?? [:]) { $1 }
        let foreign = messages.filter { $0.isTalk && !lang.reads($0.lang) && found[$0.seq] == nil }
        guard !foreign.isEmpty else { return Self.lines(messages, found, lang) }
        let (answers, answer) = AsyncStream.makeStream(of: (seq: Int, reading: TranslationOutcome)?.self)
        for message in foreign {
            Task { [services, id] in
                let translation = await services.translate(
                    message.text, from: message.lang, to: lang, in: id)
                answer.yield((message.seq, translation))
            }
        }
        let alarm = Task {
            try? await Task.sleep(for: Self.patience)
            answer.yield(nil)
        }
        for await answer in answers {
            guard let answer else { break }
            found[answer.seq] = answer.reading
            if foreign.allSatisfy({ found[$0.seq] != nil }) { break }
        }
        alarm.cancel()
        return Self.lines(messages, found, lang)
    }

    private static func lines(
        _ messages: [Message], _ found: [Int: TranslationOutcome], _ lang: LanguageTag
    ) -> [IRCLineReading] {
        messages.map { message in
            let same = TranslationOutcome.same(message.text)
            return IRCLineReading(message: message, reading: lang.reads(message.lang) ? same : found[message.seq])
        }
    }

    // MARK: Guests

    func enter(_ hello: Hello, address: String, key: String?) async throws(WireFault) -> Seat {
        try await room.admit(key: key, from: address, isPrivate: isPrivate)
        let seat = try await room.enter(hello, address: address, role: nil, person: nil, comesWithStaff: false)
        // A client reads for as long as it is connected; whoever it lost is away within its own time-out.
        await room.opened(seat)
        guests[seat.token] = Guest(hello: hello, address: address)
        await feed.open(reader: seat.token, seat.member.lang, from: seat.firstVisibleSeq, of: seat.epoch)
        return seat
    }

    func leave(_ seat: Seat) async {
        guests[seat.token] = nil
        await feeds.feed(ofRoom: id)?.close(reader: seat.token)
        await room.leave(seat)
    }

    func change(_ profile: Profile, on seat: Seat) async throws(WireFault) -> MemberInfo {
        guard let guest = guests[seat.token] else { throw WireFault.noLongerIn }
        var hello = guest.hello
        hello.name = profile.name ?? hello.name
        hello.lang = profile.lang ?? hello.lang
        // The same device on the same seat: the room changes what it knows of it.
        let changed = try await room.enter(
            hello, address: guest.address, role: nil, person: nil, comesWithStaff: false)
        guard changed.token == seat.token, guests[seat.token] != nil else {
            await room.leave(changed)
            throw WireFault.noLongerIn
        }
        guests[seat.token] = Guest(hello: hello, address: guest.address)
        await feeds.feed(ofRoom: id)?.change(reader: seat.token, changed.member.lang)
        return changed.member
    }

    func say(_ draft: Draft, from seat: Seat) async throws(WireFault) {
        _ = try await room.say(draft, from: seat)
    }

    func unclear(_ id: MessageID, from seat: Seat) async throws(WireFault) {
        try await room.unclear(id, from: seat)
    }

    func callPerson(privately: Bool, from seat: Seat) async throws(WireFault) -> String {
        try await room.callForHelp(about: nil, wish: privately ? .privately : nil, from: seat).reach.contact
    }
}
