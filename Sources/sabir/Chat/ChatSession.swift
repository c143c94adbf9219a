import SabirClient
import SabirSecurity
import SabirTerminal
import SabirTranslation
import SabirProtocol
import SabirTranslationService

/// One chat: a room on one side, a person or program on the other, a translator in between.
///
/// Owns the reader's settings. Originals are shown as they come; translations follow when they are made, a bounded
/// number of them at work at once, and never hold anything up.
actor ChatSession {
    /// Lines that wait for a translation; beyond that a line stays untranslated and says so.
    static let waitingLines = 2_000
    static let translating = 16
    /// How long leaving waits for the room to acknowledge what was said.
    static let leaving = Duration.seconds(5)

    let room: RemoteRoom
    /// What was said and not yet answered, on disk.
    let slot: StoredOutbox
    /// Which of it a person has seen as still on its way.
    var shownLate: Set<MessageID> = []
    var lateness: Task<Void, Never>?
    var ageing: Task<Void, Never>?
    var hasToldFault = false
    var earlier = EarlierLines()
    /// What the host said of its history.
    var history: HistoryTerms?
    private let past: AsyncStream<EarlierPage>
    let pastQueue: AsyncStream<EarlierPage>.Continuation
    /// There is no connection, after there was one.
    var isAway = false
    /// Whether the node that carries the room here has the way to its host: without it, it keeps what it is given.
    var isLinkUp = true
    let translator: Translator?
    let wording: ReaderWording
    private let phrasebook: Phrasebook
    private let draftCheck: DraftCheck
    var view: any ChatView
    private var name: String
    var lang: LanguageTag
    var showsTranslations = true
    var hasJoined = false
    private var isLeaving = false
    private var outcome: WireFault?
    private var patience: Task<Void, Never>?
    private var untranslated = UntranslatedLines()
    /// How often engines were told as back, and as well in spite of a failure.
    private var enginesBack = 0
    private var enginesProved = 0
    private var languages = RoomLanguages()
    /// As staff were last told of them: whoever is banned is not in.
    private var bans: [ListedBan] = []
    private var calls = StandingCalls()
    /// Whether the host tells its staff what a caller wishes for besides; nil before it has said so.
    private var takesWishes: Bool?
    /// Kept ready: they are looked for in every line.
    var names = RoomNames.none
    /// Whether a host that shares its engines is asked where no own engine can.
    private let mayAskHost: Bool
    private var recent = RecentLines()
    /// For how many seconds a line may be corrected or taken back here; 0 where that cannot be done.
    var takeBack = 0
    /// Lines that their authors have taken back, for as long as an engine may have them in hand.
    private var takenBack: Set<MessageID> = []
    /// This end's own id; nil before it is in.
    var member: MemberID?
    /// The languages whose outlook the reader knows.
    private var foretold: Set<LanguageTag> = []
    private let newcomers: AsyncStream<Void>
    private let newcomerQueue: AsyncStream<Void>.Continuation
    private let checks: AsyncStream<String>
    private let checkQueue: AsyncStream<String>.Continuation
    private let pinned: AsyncStream<Notice>
    private let pinnedQueue: AsyncStream<Notice>.Continuation
    private let work: AsyncStream<Message>
    private let queue: AsyncStream<Message>.Continuation

    /// - Parameter translationService: nil where lines are shown as they were written.
    init(
        room: RemoteRoom, slot: sending StoredOutbox, translationService: TranslationService?, mayAskHost: Bool,
        wording: ReaderWording,
        view: any ChatView, name: String, lang: LanguageTag
    ) {
        self.room = room
        self.slot = slot
        self.mayAskHost = mayAskHost
        self.wording = wording
        translator = translationService?.translator
        phrasebook = translationService?.phrasebook ?? .empty
        draftCheck = DraftCheck(translator: translationService?.translator)
        self.view = view
        self.name = name
        self.lang = lang
        (newcomers, newcomerQueue) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        (pinned, pinnedQueue) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        (checks, checkQueue) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(16))
        (past, pastQueue) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(4))
        (work, queue) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.waitingLines))
    }

    /// Runs until the chat is over, and closes the translator. Nil where it was left; otherwise why it ended.
    func run(_ lines: LineEvents) async -> WireFault? {
        view.present(name: name, lang: lang)
        tellOfEarlier()
        await room.join()
        await withTaskGroup { group in
            group.addTask { await self.listen(to: lines) }
            for _ in 0..<Self.translating { group.addTask { await self.translate() } }
            group.addTask { await self.translateAfterAll() }
            group.addTask { await self.checkDrafts() }
            group.addTask { await self.foretell() }
            group.addTask { await self.translatePinned() }
            group.addTask { for await page in self.past { await self.show(page) } }
            for await event in room.events { await handle(event) }
            queue.finish()
            checkQueue.finish()
            newcomerQueue.finish()
            pastQueue.finish()
            pinnedQueue.finish()
            patience?.cancel()
            lateness?.cancel()
            ageing?.cancel()
            group.cancelAll()
            // Nobody waits for an engine any more.
            await translator?.close()
        }
        return outcome
    }

    // MARK: The room

    private func handle(_ event: RoomEvent) async {
        if case .refused(let fault) = event, refused(fault) {
            if isLeaving { await leaveOnceHeard() }
            return
        }
        view.show(event)
        if case .refused = event { earlier.giveUp() }
        if languages.follow(event) { names = RoomNames(languages.names) }
        newcomerQueue.yield()
        switch event {
        case .welcome(let welcome):
            member = welcome.member
            adopt(name: welcome.name)
            (isAway, isLinkUp) = (false, true)
            history = welcome.history
            takeBack = welcome.limits.takeBack
            await adoptHost(welcome)
            await enter(welcome.room)
            if isLeaving { await leaveOnceHeard() }
        case .reconnecting:
            isAway = true
            earlier.giveUp()
            showAllLate()
            forgetExpiredWhileAway()
        case .reconnected(let welcome, let resumed):
            member = welcome.member
            adopt(name: welcome.name)
            (isAway, isLinkUp) = (false, true)
            history = welcome.history
            takeBack = welcome.limits.takeBack
            if !resumed { earlier.startOver() }
            await adoptHost(welcome)
        case .message(let message, let own):
            if own { settle(message.id) }
            earlier.shown(message.seq)
            note(message, own: own)
            ask(for: message)
            if own, isLeaving { await leaveOnceHeard() }
        case .link(let link): isLinkUp = link.up
        case .lines(let page): await received(page)
        case .refused where isLeaving: await leaveOnceHeard()
        case .members(let members, let more):
            if more { await room.who(after: members.last?.id) }
        case .unclear(let unclear):
            let own = unclear.asker.id == member
            view.show(
                CallForHelp(unclear, about: recent[unclear.id], own: own, for: lang, wording.interface))
        case .person(let call):
            view.show(CallForHelp(call, own: call.caller.id == member, for: lang, wording.interface))
        case .help(let call):
            calls.follow(call)
            show(call, isNew: true)
        case .calls(let list):
            calls.replace(by: list.calls)
            for call in list.calls where call.state != .done { show(call, isNew: false) }
        case .changed(let info, _) where info.id == member: adopt(name: info.name)
        case .report(let report):
            let own = report.reporter.id == member
            view.show(
                ReportNotice(
                    report, about: report.id.flatMap { recent[$0] }, own: own, for: lang, wording.interface))
        case .notice(let notice): show(notice)
        case .acted(let acted) where acted.act == .clear: recent.forget()
        case .bans(let bans): self.bans = bans
        case .ended(let fault): outcome = fault
        default: break
        }
    }

    /// Of what was taken back nothing is quoted, and no translation is shown that comes only now.
    private func note(_ message: Message, own: Bool) {
        guard let id = message.retracts else {
            if message.hasText { recent.add(message, own: own) }
            return
        }
        if takenBack.count >= RecentLines.capacity { takenBack = [] }
        for line in [id] + recent.all.filter({ $0.isOf(id) }).map(\.id) {
            takenBack.insert(line)
            _ = untranslated.remove(line)
        }
        recent.forget(id)
    }

    private func revise(_ number: Int, _ text: String?) async {
        guard let id = own(back: number) else { return view.refuse(.badPacket, phrase("chat.nothing-own")) }
        await say(Draft(text: text ?? "", revision: text == nil ? .retracts(id) : .corrects(id)))
    }

    /// One's own message that is meant; 1 is the newest. What is still on its way is newer than all that the room has told,
    /// and what is about to be taken back is not counted any more.
    private func own(back number: Int) -> MessageID? {
        let unsent = slot.journal.waiting
        let gone = Set(unsent.compactMap { $0.revision?.isRetraction == true ? $0.revision?.line : nil })
        let waiting = unsent.filter { $0.revision == nil && !gone.contains($0.id) }.map(\.id)
        if number <= waiting.count { return waiting[waiting.count - number] }
        return recent.own(back: number - waiting.count, without: gone.union(waiting))
    }

    /// What the room calls this end, where the name it wanted was another's already.
    private func adopt(name given: String?) {
        guard let given, given != name else { return }
        name = given
        view.present(name: name, lang: lang)
    }

    /// The host's engines, where it shares them: after all of this end's own, and for this room alone.
    private func adoptHost(_ welcome: Welcome) async {
        takesWishes = welcome.features.contains(.wish)
        guard let translator, mayAskHost else { return }
        if welcome.translation?.connection == true {
            await translator.adopt(RoomPeer(room), name: RoomPeer.name)
        } else {
            await translator.dismiss(name: RoomPeer.name)
        }
    }

    private func ask(for message: Message) {
        guard translator != nil, showsTranslations, message.hasText else { return }
        if case .dropped = queue.yield(message) {
            view.show(.untranslated(.busy), of: message, in: lang)
        }
    }

    private func show(_ call: HelpCall, isNew: Bool) {
        let own = call.room == nil && call.caller.id == member
        view.show(HelpNotice(call, own: own, for: lang, wording.interface), isNew: isNew)
    }

    private func show(_ notice: Notice) {
        view.show(pinned: notice.text.isEmpty ? nil : notice)
        if !notice.text.isEmpty, showsTranslations { pinnedQueue.yield(notice) }
    }

    private func translatePinned() async {
        guard let translator else { return }
        for await notice in pinned {
            let lang = lang
            let line = await translator.translate(notice.text, from: notice.lang, to: lang, names: names)
            guard !Task.isCancelled else { return }
            view.show(line, ofPinned: notice, in: lang)
        }
    }

    private func translate() async {
        guard let translator else { return }
        for await message in work {
            let (lang, back, proved) = (lang, enginesBack, enginesProved)
            let line = await translator.translate(message.text, from: message.lang, to: lang, names: names)
            guard !Task.isCancelled else { return }
            guard !takenBack.contains(message.id) else { continue }
            show(line, of: message, in: lang)
            // What was told of the engines meanwhile is newer than this answer.
            let isDue =
                back != enginesBack
                ? untranslated.contains(message.id)
                : proved != enginesProved && untranslated.takeSecondTry(message.id)
            if isDue { queue.yield(message) }
        }
    }

    /// Whenever an engine is back, or well after it failed at a line, the lines that went without one are asked for once
    /// more.
    private func translateAfterAll() async {
        guard let translator else { return }
        for await event in await translator.events() {
            newcomerQueue.yield()
            switch event {
            case .up:
                enginesBack += 1
                for message in untranslated.due(now: .now) { queue.yield(message) }
            case .proved:
                enginesProved += 1
                for message in untranslated.dueOnceMore(now: .now) { queue.yield(message) }
            case .down, .pairsChanged: break
            }
        }
    }

    /// A line that is tried again and fails again is marked already.
    func show(_ line: TranslationOutcome, of message: Message, in lang: LanguageTag) {
        let before = untranslated.remove(message.id)
        if line.reason?.mayPass == true {
            untranslated.add(before ?? UntranslatedLines.Line(message: message, since: .now))
        }
        if line.state != .untranslated || before == nil { view.show(line, of: message, in: lang) }
    }

    // MARK: The person

    private func listen(to lines: LineEvents) async {
        for await event in lines {
            switch event {
            case .line(let line): if let command = view.command(line) { await perform(command) }
            case .overlong(let limit):
                view.refuse(
                    WireFault(
                        .tooLarge, "The line is longer than \(limit) bytes and was not taken.", as: "too-large",
                        ["n": String(limit)]))
            // A program that asks to quit closes its end as well; that is no second asking.
            case .end: if !isLeaving { await quit() }
            case .pageUp: await back()
            case .cleared: view.tell(phrase("chat.cleared"))
            case .interrupt: await room.leave()
            }
        }
    }

    private func perform(_ command: ChatCommand) async {
        switch command {
        case .say(let draft): await say(draft)
        case .revise(let number, let text): await revise(number, text)
        case .who: await room.who()
        case .change(let profile):
            name = profile.name ?? name
            if let new = profile.lang, new != lang { foretold = [] }
            lang = profile.lang ?? lang
            view.present(name: name, lang: lang)
            await room.change(profile)
        case .unknownLanguage(let text, let meant): view.refuse(.badLang, sentence(noLanguage: text, meant))
        case .back(let before, let limit): await back(before: before, limit: limit)
        case .toggleTranslations:
            showsTranslations.toggle()
            view.setTranslations(shown: showsTranslations)
        case .check(let text): checkQueue.yield(text)
        case .unclear(let reference):
            guard let id = recent.find(reference) else { return view.refuse(.badPacket, phrase("chat.nothing-said")) }
            await room.unclear(id)
        case .person(let reference):
            if let id = reference.flatMap(recent.find) {
                await room.person(about: id)
            } else {
                await room.callForHelp()
            }
        case .personPrivately: await callPrivately()
        case .answerHelp(let state, let whom): await answerHelp(state, whom)
        case .phrase(let words): view.show(phrasebook.suggest(words, in: lang, limit: 8), for: words)
        case .staff(let request): await act(request)
        case .report(let reference, let words): await report(reference, words)
        case .help: view.help()
        case .password(let text): await use(password: text)
        case .quit: await quit()
        case .refused(let fault): view.refuse(fault)
        }
    }

    private func sentence(noLanguage text: String, _ meant: LanguageTag?) -> String {
        let text = String(text.prefix(40))
        guard let meant else { return phrase("chat.lang-unknown", ["text": text]) }
        return phrase("chat.lang-meant", ["text": text, "lang": meant.description])
    }

    private func use(password text: String) async {
        do throws(SecurityError) {
            let password = try KnownPassword(text)
            view.passwordTaken()
            view.present(name: name, lang: lang)
            await room.use(password)
        } catch {
            view.refuse(WireFault(.badPacket, error.sentence))
        }
    }

    private func act(_ request: StaffRequest) async {
        do throws(WireFault) {
            await room.perform(try request.act(among: languages.known, banned: bans, in: lang))
        } catch {
            view.refuse(error)
        }
    }

    /// An older host would take it for a call like any other, and nobody would be told the rest.
    private func callPrivately() async {
        guard takesWishes != false else {
            return view.refuse(
                WireFault(
                    .badPacket,
                    "The host cannot tell the staff so. Call with /person, and say it when somebody comes.",
                    as: "no-wish", ["command": "/person"]))
        }
        await room.callForHelp(wish: .privately)
    }

    private func answerHelp(_ state: HelpCall.State, _ whom: String?) async {
        guard let whom, state != .done || !whom.isEmpty || !calls.has(member) else {
            return await room.answerHelp(HelpAnswer(state))
        }
        do throws(WireFault) {
            await room.answerHelp(HelpAnswer(of: try calls.find(whom, besides: member), state))
        } catch {
            view.refuse(error)
        }
    }

    /// About the newest line of whoever is meant; where they have said nothing that is at hand, about them.
    private func report(_ reference: LineReference, _ words: String) async {
        if let id = recent.find(reference) { return await room.report(Report(id: id, text: words)) }
        guard case .of(let whom) = reference else { return view.refuse(.badPacket, phrase("chat.nothing-said")) }
        do throws(WireFault) {
            let member = try MemberSearch(languages.known).only(whom)
            await room.report(Report(member: member.id, text: words))
        } catch {
            view.refuse(error)
        }
    }

    /// Tells what to count on, once for each language that somebody in the room writes.
    private func foretell() async {
        guard let translator else { return }
        for await _ in newcomers {
            let new = languages.counts.keys.filter { !foretold.contains($0) && !lang.reads($0) }
            guard !new.isEmpty else { continue }
            foretold.formUnion(new)
            _ = await translator.standings()
            var outlooks: [ChatLanguageAvailability] = []
            for other in new.sorted(by: { $0.description < $1.description }) {
                let expectation = await translator.offers(from: other, to: lang)
                // An engine that is away for the moment says nothing of what to count on; once it is back, this is told.
                if case .not(let reason) = expectation, reason.mayPass {
                    foretold.remove(other)
                    continue
                }
                let outlook = ChatLanguageAvailability(
                    of: other, expectation, hasPhrases: phrasebook.covers(other, lang), for: lang, wording)
                if let outlook { outlooks.append(outlook) }
            }
            guard !Task.isCancelled, !outlooks.isEmpty else { continue }
            view.show(outlooks)
        }
    }

    private func checkDrafts() async {
        for await text in checks {
            let report = await draftCheck.report(
                on: text, in: lang, for: Array(languages.counts.keys), knowing: languages.names)
            guard !Task.isCancelled else { return }
            view.show(report, to: lang)
        }
    }

    /// Leaves once the room has what was said, or after a while; asked for twice, at once.
    private func quit() async {
        guard !isLeaving else { return await room.leave() }
        isLeaving = true
        patience = Task {
            guard (try? await Task.sleep(for: Self.leaving)) != nil else { return }
            await self.giveUp()
        }
        await leaveOnceHeard()
    }

    private func leaveOnceHeard() async {
        if slot.journal.waiting.isEmpty, hasJoined { await room.leave() }
    }

    private func giveUp() async {
        await tellOfUnsent()
        await room.leave()
    }
}
