import SabirIRC
import SabirTranslation
import SabirWeb
import SabirWire

/// Follows one room for all who sit there by IRC: what the room tells is translated once for each language they read, by
/// the same rules as for the page's visitors.
actor IRCRoomFeed: IRCRoom {
    private struct Guest {
        var hello: Hello
        let address: String
        /// What it reads, as the room took it.
        var lang: LanguageTag
        /// As it was when it came in; nothing that it says of itself changes it.
        var visible: VisibleLines
    }

    /// Newest lines of before that somebody who comes is shown, if the room shows any.
    private static let earlierLines = 50
    /// How long those wait for their translations.
    private static let patience = Duration.seconds(3)

    private nonisolated let room: HouseRoom
    private let house: House
    /// Whether what clients send is encrypted.
    private let isPrivate: Bool
    private var state: FeedState?
    private var listener: AsyncStream<IRCNews>.Continuation?
    private var follower: Task<Void, Never>?
    /// Who sits where, by the token of the seat.
    private var guests: [UInt64: Guest] = [:]
    private var isCatchingUp = false
    private var mustCatchUpAgain = false

    nonisolated var id: String { room.id }

    init(_ room: HouseRoom, house: House, isPrivate: Bool) {
        self.room = room
        self.house = house
        self.isPrivate = isPrivate
    }

    func facts() async -> IRCRoomFacts {
        let (info, facts) = (await room.info, await room.facts)
        return IRCRoomFacts(
            name: info.name, topic: info.topic, isPrivate: facts.isPrivate, isLocked: facts.isLocked, n: facts.n,
            notice: facts.notice?.text, staffRead: facts.staffRead)
    }

    func members() async -> [MemberInfo] { await room.staffMembers().map(\.info) }

    // MARK: Hearing

    func news() async -> AsyncStream<IRCNews> {
        listener?.finish()
        follower?.cancel()
        let (stream, listener) = AsyncStream.makeStream(of: IRCNews.self, bufferingPolicy: .bufferingOldest(4_096))
        self.listener = listener
        let told = await room.news()
        await catchUp()
        follower = Task { [weak self] in
            for await item in told { await self?.hear(item) }
            listener.finish()
        }
        return stream
    }

    private func hear(_ news: WebNews) {
        switch news {
        case .notTaken(let id, let fault, let member): tell(.notTaken(id, fault, to: member))
        case .forgotten(let numbers): tell(.forgotten(numbers))
        default: break
        }
        perform(state?.hear(news, now: .now) ?? [])
    }

    func engineUp() { perform(state?.engineUp(now: .now) ?? []) }

    func engineProved() { perform(state?.engineProved(now: .now) ?? []) }

    /// What was said while nobody listened, once at a time.
    private func catchUp() async {
        guard !isCatchingUp else {
            mustCatchUpAgain = true
            return
        }
        isCatchingUp = true
        repeat {
            mustCatchUpAgain = false
            let facts = await room.facts
            begin(facts)
            let missed = await room.lines(after: state?.newest ?? 0)
            perform(state?.caughtUp(missed, now: .now) ?? [])
        } while mustCatchUpAgain
        isCatchingUp = false
    }

    /// The newest lines alone at the start: what was said before that, no client here has seen.
    private func begin(_ facts: WebRoomFacts) {
        if state == nil {
            let newest = max(0, facts.newest - Self.earlierLines)
            state = FeedState(
                epoch: facts.epoch, newest: newest, busy: { _ in .untranslated(.busy) },
                overBudget: .init(
                    contains: { [room] in room.isOverBudget($0) }, told: { _ in .untranslated(.overBudget) }))
        }
        if facts.epoch != state?.epoch {
            for token in guests.keys { guests[token]?.visible.begin(newest: facts.newest) }
        }
        state?.begin(epoch: facts.epoch, newest: facts.newest)
        perform(state?.pin(facts.notice) ?? [])
    }

    // MARK: Doing

    private func perform(_ actions: [FeedAction]) {
        for action in actions {
            switch action {
            case .tell(let event, let audience): for news in IRCNews.of(event, audience) { tell(news) }
            case .translate(let question, let text, let source): ask(question, text, source)
            case .catchUp: Task { await self.catchUp() }
            case .readFacts:
                tell(.settings)
                Task { await self.catchUp() }
            case .forgetTexts, .lookAround, .end, .endAll: break
            }
        }
    }

    /// Ends where something had to be left out: the follower asks again.
    private func tell(_ news: IRCNews) {
        if case .dropped = listener?.yield(news) { listener?.finish() }
    }

    private func ask(_ question: Question, _ text: String, _ source: LanguageTag) {
        Task { [house, id, said = state?.said(question)] in
            let translation = await house.translate(text, from: source, to: question.lang, in: id, said: said)
            self.perform(self.state?.answered(question, translation) ?? [])
        }
    }

    // MARK: Readers

    func earlier(for seat: IRCSeat, in lang: LanguageTag) async -> [IRCLineReading] {
        let limit = min(await room.facts.newcomerLines, Self.earlierLines)
        guard limit > 0, seat.horizon <= seat.seq,
            let page = try? await room.lines(before: seat.seq + 1, limit: limit, for: WebSeat(seat))
        else { return [] }
        let foreign = page.messages.filter { $0.hasText && !lang.reads($0.lang) }
        guard let over = try? await room.overBudget(foreign, readBy: WebSeat(seat)) else { return [] }
        return await readings(of: page.messages, in: lang, except: over)
    }

    /// Each with its translation if that comes in time; later ones come as news. No engine is asked for `over`.
    private func readings(
        of messages: [Message], in lang: LanguageTag, except over: Set<Int>
    ) async -> [IRCLineReading] {
        var found: [Int: TranslationOutcome] = [:]
        for number in over { found[number] = .untranslated(.overBudget) }
        let foreign = messages.filter { $0.hasText && !lang.reads($0.lang) && found[$0.seq] == nil }
        guard !foreign.isEmpty else { return Self.lines(messages, found, lang) }
        let (answers, answer) = AsyncStream.makeStream(of: (seq: Int, reading: TranslationOutcome)?.self)
        for message in foreign {
            Task { [house, id] in
                let translation = await house.translate(
                    message.text, from: message.lang, to: lang, in: id, said: message.ts)
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

    func enter(_ hello: Hello, address: String, key: String?) async throws(WireFault) -> IRCSeat {
        try await room.admit(key: key, from: address, isPrivate: isPrivate)
        let entered = try await room.enter(
            hello, address: address, isStaff: false, person: nil, comesWithStaff: false)
        let seat = IRCSeat(entered)
        // A client reads for as long as it is connected; whoever it lost is away within its own time-out.
        await room.opened(entered)
        let visible = VisibleLines(from: seat.horizon)
        let before = guests.updateValue(
            Guest(hello: hello, address: address, lang: seat.member.lang, visible: visible), forKey: seat.token)
        perform(state?.opened(seat.member.lang, seeing: visible) ?? [])
        // Who comes in twice, by the room's name and by its id, reads once.
        if let before { state?.closed(before.lang, seeing: before.visible) }
        return seat
    }

    func leave(_ seat: IRCSeat) async {
        if let guest = guests.removeValue(forKey: seat.token) {
            state?.closed(guest.lang, seeing: guest.visible)
        }
        await room.leave(WebSeat(seat))
    }

    func change(_ profile: Profile, on seat: IRCSeat) async throws(WireFault) -> MemberInfo {
        guard let guest = guests[seat.token] else { throw Self.noLongerIn }
        var hello = guest.hello
        hello.name = profile.name ?? hello.name
        hello.lang = profile.lang ?? hello.lang
        // The same device on the same seat: the room changes what it knows of it.
        let changed = try await room.enter(
            hello, address: guest.address, isStaff: false, person: nil, comesWithStaff: false)
        guard changed.token == seat.token, let present = guests[seat.token] else {
            await room.leave(changed)
            throw Self.noLongerIn
        }
        guests[seat.token] = Guest(
            hello: hello, address: guest.address, lang: changed.member.lang, visible: present.visible)
        perform(state?.opened(changed.member.lang, seeing: present.visible) ?? [])
        state?.closed(present.lang, seeing: present.visible)
        return changed.member
    }

    private static let noLongerIn = WireFault(.removed, "You are no longer in this room.", fatal: true)

    func say(_ draft: Draft, from seat: IRCSeat) async throws(WireFault) {
        _ = try await room.say(draft, from: WebSeat(seat))
    }

    func unclear(_ id: MessageID, from seat: IRCSeat) async throws(WireFault) {
        try await room.unclear(id, from: WebSeat(seat))
    }

    func callPerson(privately: Bool, from seat: IRCSeat) async throws(WireFault) -> String {
        try await room.callForHelp(about: nil, wish: privately ? .privately : nil, from: WebSeat(seat)).reach.contact
    }
}
