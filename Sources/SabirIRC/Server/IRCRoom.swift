import SabirCore
import SabirFeed
import SabirProtocol
import SabirRoom
import SabirTranslation

/// A room with IRC clients in it; owns their seats. Its news come from the room's feed, which IRC shares with the page,
/// so that a line is translated once for each language.
package actor IRCRoom {
    private struct Guest {
        /// What the client last asked for: the room may have given it another name.
        var hello: Hello
        var entry: HostedRoom.Entry
        /// The feed that the client reads, which numbers its readers itself.
        let feed: RoomFeed
        let reader: ReaderID
    }

    /// How many earlier lines a newcomer is shown at most.
    private static let earlierLines = 50
    /// How long earlier lines wait for their translations.
    private static let patience = Duration.seconds(3)

    nonisolated let hosted: HostedRoom
    private let node: IRCNode
    private var guests: [HostedRoom.Seat: Guest] = [:]

    package nonisolated var id: String { hosted.id }

    package init(_ hosted: HostedRoom, of node: IRCNode) { (self.hosted, self.node) = (hosted, node) }

    // MARK: Readers

    /// The earlier lines that a newcomer may read, oldest first, each with its translation if that arrives within
    /// `patience`.
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

    /// The lines with their translations, as far as these arrive within `patience`.
    ///
    /// - Parameter over: Numbers of the lines that no engine is asked for.
    private func readings(
        of messages: [Message], in lang: LanguageTag, except over: Set<Int>
    ) async -> [IRCLineReading] {
        var found = await node.feeds.feed(ofRoom: id)?.readings(of: messages, in: lang, except: over) ?? [:]
        for number in over where found[number] == nil { found[number] = .untranslated(.overBudget) }
        let foreign = messages.filter { $0.isTalk && !lang.reads($0.lang) && found[$0.seq] == nil }
        if !foreign.isEmpty { await found.merge(translations(of: foreign, in: lang)) { $1 } }
        return messages.map { message in
            let same = TranslationOutcome.same(message.text)
            return IRCLineReading(message: message, reading: lang.reads(message.lang) ? same : found[message.seq])
        }
    }

    /// The translations that arrive within `patience`, by the line's number.
    private func translations(of foreign: [Message], in lang: LanguageTag) async -> [Int: TranslationOutcome] {
        var found: [Int: TranslationOutcome] = [:]
        let (answers, answer) = AsyncStream.makeStream(of: (seq: Int, reading: TranslationOutcome)?.self)
        for message in foreign {
            Task { [node, id] in
                let translation = await node.services.translate(message.text, from: message.lang, to: lang, in: id)
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
            if found.count == foreign.count { break }
        }
        alarm.cancel()
        return found
    }

    // MARK: Guests

    /// Seats a client, and has lines translated into its language from now on.
    ///
    /// - Parameter key: The channel key of the client's `JOIN`; nil where it gave none.
    /// - Throws: `auth-required` or `auth-failed` for a missing or wrong key, or the room's reason for refusing the
    ///   newcomer.
    package func enter(_ hello: Hello, address: String, key: String?) async throws(WireFault) -> HostedRoom.Entry {
        try await admit(key: key, from: address)
        // A client that enters twice, by the room's name and by its id, keeps its seat.
        if let known = guests.values.first(where: { $0.hello.device == hello.device })?.entry {
            if await hosted.holds(known.seat) { return known }
            // Staff removed the member, and its client has not read that yet.
            await leave(known.seat)
        }
        let entry = try await hosted.enter(hello, address: address)
        // A client counts as reading while it is connected; a lost connection ends by its own time-out.
        await hosted.addStream(of: entry.seat)
        let feed = await node.feeds.feed(of: hosted)
        let reader = await feed.openClient(entry.info.lang, from: entry.firstVisibleSeq, of: entry.epoch)
        guests[entry.seat] = Guest(hello: hello, entry: entry, feed: feed, reader: reader)
        return entry
    }

    /// Checks the key of `JOIN #room key` (RFC 2812 §3.2.1), which is the room's password. Over a connection that
    /// others can overhear, every key is refused unchecked.
    private func admit(key: String?, from address: String) async throws(WireFault) {
        guard hosted.hasPassword else { return }
        guard node.isPrivate || IPAddress(address)?.isLoopback == true else {
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
        if let guest = guests.removeValue(forKey: seat) { await guest.feed.close(guest.reader) }
        await hosted.leave(seat)
    }

    /// Changes a member's name or language; returns the member as the room has it then.
    func change(_ profile: Profile, on seat: HostedRoom.Seat) async throws(WireFault) -> MemberInfo {
        guard var guest = guests[seat] else { throw WireFault.noLongerIn }
        guest.hello.name = profile.name ?? guest.hello.name
        guest.hello.lang = profile.lang ?? guest.hello.lang
        try await hosted.change(Profile(name: guest.hello.name, lang: guest.hello.lang), from: seat)
        guard let info = await hosted.entry(on: seat)?.info, guests[seat] != nil else { throw WireFault.noLongerIn }
        guest.entry.info = info
        guests[seat] = guest
        await guest.feed.changeClient(guest.reader, to: info.lang)
        return info
    }
}
