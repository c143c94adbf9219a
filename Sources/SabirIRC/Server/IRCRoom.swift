import SabirCore
import SabirFeed
import SabirProtocol
import SabirRoom
import SabirTranslation

/// A room that clients of IRC sit in. What it tells comes from the room's feed, which the page's visitors share: it is
/// translated once for each language read there and here. Owns which clients sit there.
package actor IRCRoom {
    private struct Guest {
        /// As the client asked for it last: the room may have given it another name.
        var hello: Hello
        var entry: HostedRoom.Entry
    }

    /// Newest lines of before that somebody who comes is shown, if the room shows any.
    private static let earlierLines = 50
    /// How long those wait for their translations.
    private static let patience = Duration.seconds(3)

    nonisolated let hosted: HostedRoom
    private let services: any FeedNodeServices
    private let feeds: Feeds
    /// Whether what clients send is encrypted.
    private let isPrivate: Bool
    private var guests: [HostedRoom.Seat: Guest] = [:]

    package nonisolated var id: String { hosted.id }

    package init(_ hosted: HostedRoom, services: any FeedNodeServices, feeds: Feeds, isPrivate: Bool) {
        self.hosted = hosted
        self.services = services
        self.feeds = feeds
        self.isPrivate = isPrivate
    }

    private var feed: RoomFeed { get async { await feeds.feed(of: hosted) } }

    /// What the room's feed tells from now on, for all who sit there by IRC. There is one follower. Bounded; where something
    /// had to be left out it ends, and the follower asks again.
    package func news() async -> AsyncStream<FeedNews> {
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

    /// What a newcomer may read of what was said before, oldest first, each with its translation where it came in a few
    /// seconds.
    func earlier(for entry: HostedRoom.Entry, in lang: LanguageTag) async -> [IRCLineReading] {
        let limit = min(await hosted.newcomersSee, Self.earlierLines)
        guard limit > 0, entry.firstVisibleSeq <= entry.seq,
            let page = try? await hosted.lines(HistoryRequest(before: entry.seq + 1, limit: limit), for: entry.seat)
        else { return [] }
        let lines = page.messages.filter { $0.confirms == nil }
        let foreign = lines.filter { $0.isTalk && !lang.reads($0.lang) }
        guard let over = try? await hosted.overBudget(foreign, readBy: entry.seat) else { return [] }
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

    /// From then on lines are translated for the client, once for each language read.
    ///
    /// `key`: the channel's key that the client gave; nil where it gave none. Throws `auth-required` or `auth-failed`
    /// where the room has another one, and all that a room refuses newcomers with.
    package func enter(_ hello: Hello, address: String, key: String?) async throws(WireFault) -> HostedRoom.Entry {
        try await admit(key: key, from: address)
        // Who comes in twice, by the room's name and by its id, keeps its seat.
        if let known = guests.values.first(where: { $0.hello.device == hello.device })?.entry {
            if await hosted.holds(known.seat) { return known }
            // Staff sent it out, and its client has not read that.
            await leave(known.seat)
        }
        let entry = try await hosted.enter(hello, address: address)
        // A client reads for as long as it is connected; whoever it lost is away within its own time-out.
        await hosted.opened(entry.seat)
        guests[entry.seat] = Guest(hello: hello, entry: entry)
        await feed.open(reader: entry.seat, entry.info.lang, from: entry.firstVisibleSeq, of: entry.epoch)
        return entry
    }

    /// Judges the key of `JOIN #room key` (RFC 2812 §3.2.1), which is the room's password. It goes no further than this
    /// machine in clear: over a connection that others can hear, it is refused before it is looked at.
    private func admit(key: String?, from address: String) async throws(WireFault) {
        guard hosted.hasPassword else { return }
        guard isPrivate || IPAddress(address)?.isLoopback == true else {
            throw WireFault(
                .authRequired, "This room has a password, which this connection cannot keep secret: join it over TLS.",
                fatal: true)
        }
        guard let key else {
            throw WireFault(.authRequired, "This room has a password: JOIN it with its key.", fatal: true)
        }
        try await hosted.admit(key, from: address)
    }

    package func leave(_ seat: HostedRoom.Seat) async {
        guests[seat] = nil
        await feeds.feed(ofRoom: id)?.close(reader: seat)
        await hosted.leave(seat)
    }

    /// Another name or language. Answers with how the room took it.
    func change(_ profile: Profile, on seat: HostedRoom.Seat) async throws(WireFault) -> MemberInfo {
        guard var guest = guests[seat] else { throw WireFault.noLongerIn }
        guest.hello.name = profile.name ?? guest.hello.name
        guest.hello.lang = profile.lang ?? guest.hello.lang
        try await hosted.change(Profile(name: guest.hello.name, lang: guest.hello.lang), from: seat)
        guard let info = await hosted.entry(on: seat)?.info, guests[seat] != nil else { throw WireFault.noLongerIn }
        guest.entry.info = info
        guests[seat] = guest
        await feeds.feed(ofRoom: id)?.change(reader: seat, info.lang)
        return info
    }

    /// Tells a message's author that it was not understood.
    func unclear(_ id: MessageID, from seat: HostedRoom.Seat) async throws(WireFault) {
        for case .error(let fault) in await hosted.receive(.unclear(id), from: seat) { throw fault }
    }
}
