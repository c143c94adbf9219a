import SabirClient
import SabirTranslation
import SabirSecurity
import SabirTerminal
import SabirProtocol
import SabirNode

/// One chat: a room on one side, a person or program on the other, a translator in between.
///
/// Owns the reader's settings. Originals are shown as they come. Translations follow when they are ready; a bounded
/// number is in work at once, and none holds up the chat.
actor ChatSession {
    static let translating = 16
    /// How long leaving waits for the room to acknowledge drafts.
    static let leaving = Duration.seconds(5)
    /// How long leaving waits before the first welcome: longer than finding and connecting to a room takes.
    static let entering = Duration.seconds(15)

    /// Timers, each at most once.
    enum Alarm {
        case lateMessages
        case expiredMessages
        case leaving
    }

    let room: RemoteRoom
    let translation: ReaderTranslation
    let wording: ReaderWording
    let queues = ChatQueues()
    var view: any ChatView
    var reader: ChatReader
    var connection = ChatConnection()
    var unanswered: UnansweredMessages
    var early = EarlyLines()
    var earlier = EarlierLines()
    var translations = ChatTranslations()
    private(set) var people = RoomPeople()
    private(set) var recent = RecentLines()
    var confirmable = ConfirmableLines()
    private let isStaff: Bool
    private var isLeaving = false
    /// Why leaving was given up before everything was acknowledged.
    private var undone: WireFault?
    private var alarms: [Alarm: Task<Void, Never>] = [:]

    /// - Parameter translationService: nil to show lines as they were written.
    /// - Parameter isStaff: whether this person asked to be staff, and is told plainer words for hard ones in drafts.
    init(
        room: RemoteRoom, outbox: sending StoredOutbox, translationService: TranslationService?, mayAskHost: Bool,
        wording: ReaderWording, view: any ChatView, name: String, lang: LanguageTag,
        advice: AdviceData = .none, isStaff: Bool = false
    ) {
        self.room = room
        self.wording = wording
        self.view = view
        self.isStaff = isStaff
        translation = ReaderTranslation(
            translationService, mayAskHost: mayAskHost, advice: advice, isStaff: isStaff)
        reader = ChatReader(name: name, lang: lang)
        unanswered = UnansweredMessages(outbox)
    }

    /// Runs until the chat ends, and closes the translator. Nil if the person left; otherwise why the chat ended.
    func run(_ lines: LineEvents) async -> WireFault? {
        showProfile()
        showEarlierDrafts()
        await room.join()
        await withTaskGroup { group in
            group.addTask { await self.listen(to: lines) }
            for _ in 0..<Self.translating { group.addTask { await self.translate() } }
            group.addTask { await self.retryUntranslated() }
            for _ in 0..<Self.lookingAgain { group.addTask { await self.lookAgain() } }
            group.addTask { await self.checkDrafts() }
            group.addTask { await self.tellAvailability() }
            group.addTask { await self.translatePinned() }
            group.addTask { for await page in self.queues.pages.items { await self.show(page) } }
            for await event in room.events { await handle(event) }
            for alarm in alarms.values { alarm.cancel() }
            group.cancelAll()
            // Lets go of everybody who still waits for an engine.
            await translation.translator?.close()
        }
        return connection.fault ?? undone
    }

    /// Runs `act` after a while, unless a timer of this kind runs already.
    func schedule(
        after time: Duration, _ alarm: Alarm, do act: @escaping @Sendable (isolated ChatSession) async -> Void
    ) {
        guard alarms[alarm] == nil else { return }
        alarms[alarm] = Task {
            guard (try? await Task.sleep(for: time)) != nil else { return }
            self.alarms[alarm] = nil
            await act(self)
        }
    }

    func showProfile() { view.showProfile(name: reader.name, lang: reader.lang) }

    func phrase(_ key: String, _ values: [String: String] = [:]) -> String {
        wording.interface.sentence(key, in: reader.lang, values)
    }

    // MARK: The room

    private func handle(_ event: RoomEvent) async {
        if case .refused(let fault) = event, handleRefusal(fault) {
            if isLeaving { await leaveOnceAcknowledged() }
            return
        }
        switch event {
        // Done before the person reads that they have joined: lines typed after that are no password.
        case .welcome, .reconnected: early.endPasswordWait()
        default: break
        }
        view.show(event)
        if case .refused = event {
            earlier.cancelSearch()
            reader.cancelRequest()
        }
        connection.follow(event)
        people.follow(event)
        queues.newcomers.add(())
        switch event {
        case .welcome(let welcome):
            adopt(Profile(name: welcome.name))
            await tellUnknownKey(welcome)
            await translation.adoptHost(welcome, of: room)
            await sendWaiting(to: welcome.room)
            await performEarly()
            if isLeaving { await leaveOnceAcknowledged() }
        case .passwordWanted: showDroppedCount(early.dropForPassword())
        case .reconnecting:
            earlier.cancelSearch()
            showLate()
            refuseExpiredWhileAway()
        case .reconnected(let welcome, let resumed):
            adopt(Profile(name: welcome.name))
            if !resumed { earlier.reset() }
            await translation.adoptHost(welcome, of: room)
        case .message(let message, let own):
            if own { unanswered.settle(message.id) }
            earlier.markShown(message.seq)
            let gone = recent.add(message, own: own)
            translations.retract(gone)
            confirmable.retract(gone)
            if let wording = message.confirms { showConfirmation(by: message, wording) }
            queueTranslation(of: message)
            if own, isLeaving { await leaveOnceAcknowledged() }
        case .refused where isLeaving: await leaveOnceAcknowledged()
        case .ended: showUnsaidCount()
        case .packet(let packet): await handle(packet)
        default: break
        }
    }

    private func handle(_ packet: HostPacket) async {
        switch packet {
        case .lines(let page): await addEarlier(page)
        case .members(let members, let more):
            if more { await room.askMembers(after: members.last?.id) }
        case .unclear(let unclear): show(.unclear(unclear), by: unclear.asker, about: unclear.id)
        case .person(let call): show(.person(call), by: call.caller)
        case .help(let call): show(call, isNew: true)
        case .calls(let list): for call in list.calls where call.state != .done { show(call, isNew: false) }
        case .changed(let info, _) where isOwn(info): adopt(Profile(name: info.name, lang: info.lang))
        case .presence(let presence):
            for info in presence.changed where isOwn(info) { adopt(Profile(name: info.name, lang: info.lang)) }
        case .report(let report): show(.report(report), by: report.reporter, about: report.id)
        case .notice(let notice): show(notice)
        case .acted(let acted) where acted.act == .clear:
            recent.removeAll()
            confirmable.removeAll()
        default: break
        }
    }

    /// Tells a person who came with a staff key and was let in as a guest, before they rely on the key. A host met for
    /// the first time was shown no key, which is told separately. In a room of more than a hundred members the welcome
    /// need not list this one; then nothing is said.
    private func tellUnknownKey(_ welcome: Welcome) async {
        guard isStaff, let own = welcome.members.first(where: isOwn), own.role == nil,
            await !room.isHostFirstMet
        else { return }
        let commands = ["command": "sabir staff add NAME KEY", "key": "sabir staff key"]
        view.showRefusal(.forbidden, phrase("trust.unknown-key", commands))
    }

    private func isOwn(_ member: MemberInfo) -> Bool { member.id == connection.member }

    private func adopt(_ profile: Profile) {
        if reader.adopt(profile) { showProfile() }
    }

    private func show(_ call: HelpCall, isNew: Bool) {
        show(.help(call, isNew: isNew), by: call.room == nil ? call.caller : nil)
    }

    /// - Parameter member: who asked, called or reported; nil for a member of another room.
    private func show(_ matter: RoomNotice.Matter, by member: MemberInfo?, about id: MessageID? = nil) {
        let own = member.map(isOwn) ?? false
        let message = id.flatMap { recent[$0] }
        view.show(RoomNotice(matter, own: own, about: message, for: reader.lang, wording.interface))
    }

    private func show(_ notice: Notice) {
        view.show(pinned: notice.text.isEmpty ? nil : notice)
        if !notice.text.isEmpty, reader.showsTranslations { queues.notices.add(notice) }
    }

    // MARK: Translations

    private func queueTranslation(of message: Message) {
        guard translation.translator != nil, reader.showsTranslations, message.isTalk else { return }
        if !queue(message) { view.show(.untranslated(.busy), of: message, in: reader.lang) }
    }

    /// Queues the message for translation. Returns false if too many lines wait.
    private func queue(_ message: Message) -> Bool {
        guard translations.markQueued(message.id) else { return true }
        let isTaken = queues.lines.add(message)
        if !isTaken { translations.drop(message.id) }
        return isTaken
    }

    private func translatePinned() async {
        for await notice in queues.notices.items {
            let (lang, names) = (reader.lang, people.translatedNames)
            let outcome = await translation.outcome(of: notice.text, from: notice.lang, to: lang, names: names)
            guard let outcome, !Task.isCancelled else { return }
            view.show(outcome, ofPinned: notice, in: lang)
        }
    }

    private func translate() async {
        for await message in queues.lines.items where translations.begin(message.id) {
            let (lang, names) = (reader.lang, people.translatedNames)
            let outcome = await translation.outcome(of: message.text, from: message.lang, to: lang, names: names)
            guard let outcome, !Task.isCancelled else { return }
            let answer = translations.finish(outcome, for: message, now: .now)
            if answer.isShown {
                view.show(outcome, of: message, in: lang)
                confirmable.record(outcome, of: message)
                queues.looks.add(TranslatedLine(message: message, outcome: outcome, lang: lang))
            }
            if answer.isWantedAgain, !queues.lines.add(message) { translations.drop(message.id) }
        }
    }

    /// Translates again the lines that were left untranslated, when an engine is back or well after it failed.
    private func retryUntranslated() async {
        guard let translator = translation.translator else { return }
        for await event in await translator.events() {
            queues.newcomers.add(())
            switch event {
            case .up: requeue(after: .back)
            case .proved: requeue(after: .proved)
            case .down, .pairsChanged: break
            }
        }
    }

    private func requeue(after news: EngineNews) {
        for message in translations.takeRetries(after: news, now: .now) where !queues.lines.add(message) {
            translations.drop(message.id)
        }
    }

    // MARK: The person

    private func listen(to lines: LineEvents) async {
        for await event in lines {
            switch event {
            case .line(let line): if let command = view.command(line) { await performOrHold(command) }
            case .overlong(let limit):
                view.showRefusal(
                    WireFault(
                        .tooLarge, "The line is longer than \(limit) bytes and was not taken.", as: "too-large",
                        ["n": String(limit)]))
            // A program that asks to quit also closes its output; that is no second request.
            case .end: if !isLeaving { await quit() }
            case .pageUp: await requestEarlier()
            case .cleared: view.showSentence(phrase("chat.cleared"))
            case .interrupt: await room.leave()
            }
        }
    }

    func perform(_ command: ChatCommand) async {
        do throws(WireFault) { try await act(on: command) } catch { view.showRefusal(error) }
    }

    private func act(on command: ChatCommand) async throws(WireFault) {
        switch command {
        case .say(let draft): await say(draft)
        case .revise(let number, let text): await revise(number, text)
        case .confirm(let number, let text): await confirm(number, as: text)
        case .who: await room.askMembers()
        case .change(let profile):
            // Before the first welcome, the profile applies to joining.
            if connection.member == nil { adopt(profile) } else { reader.request(profile) }
            await room.change(profile)
        case .unknownLanguage(let text, let meant): view.showRefusal(.badLang, sentence(noLanguage: text, meant))
        case .back(let before, let limit): await requestEarlier(before: before, limit: limit)
        case .toggleTranslations:
            reader.toggleTranslations()
            view.setTranslations(shown: reader.showsTranslations)
        case .check(let text): queues.drafts.add(text)
        case .unclear(let reference):
            guard let id = recent.find(reference) else {
                return view.showRefusal(.badPacket, phrase("chat.nothing-said"))
            }
            await room.request(.unclear(id), about: id)
        case .person(let reference): await room.request(.person(nil, about: reference.flatMap(recent.find)))
        case .personPrivately:
            guard connection.acceptsWishes else {
                throw WireFault(
                    .badPacket, "The host cannot tell the staff so. Call with /person, and say it when somebody comes.",
                    as: "no-wish", ["command": "/person"])
            }
            await room.request(.person(nil, wish: .privately))
        case .answerHelp(let state, let whom):
            await room.request(.help(try people.answer(state, to: whom, by: connection.member)))
        case .phrase(let words): view.show(translation.phrasebook.suggest(words, in: reader.lang, limit: 8), for: words)
        case .staff(let request): await room.request(.staff(try people.action(of: request, in: reader.lang)))
        case .report(let reference, let words): try await report(reference, words)
        case .help: view.showHelp()
        case .password(let text): await use(password: text)
        case .quit: await quit()
        case .refused(let fault): throw fault
        }
    }

    private func revise(_ number: Int, _ text: String?) async {
        guard let id = unanswered.own(back: number, before: recent) else {
            return view.showRefusal(.badPacket, phrase("chat.nothing-own"))
        }
        await say(Draft(text: text ?? "", revision: text == nil ? .retracts(id) : .corrects(id)))
    }

    private func sentence(noLanguage text: String, _ meant: LanguageTag?) -> String {
        let text = String(text.prefix(40))
        guard let meant else { return phrase("chat.lang-unknown", ["text": text]) }
        return phrase("chat.lang-meant", ["text": text, "lang": meant.description])
    }

    private func use(password text: String) async {
        do throws(SecurityError) {
            let password = try Password(text)
            view.confirmPassword()
            showProfile()
            await room.use(password)
        } catch {
            view.showRefusal(WireFault(.badPacket, error.sentence))
        }
    }

    /// Reports the newest line of the named member, or the member if no line of theirs is in memory.
    private func report(_ reference: LineReference, _ words: String) async throws(WireFault) {
        if let id = recent.find(reference) {
            return await room.request(.report(Report(id: id, text: words)), about: id)
        }
        guard case .of(let whom) = reference else { return view.showRefusal(.badPacket, phrase("chat.nothing-said")) }
        await room.request(.report(Report(member: try people.only(whom).id, text: words)))
    }

    /// Tells the reader the availability of each language that somebody in the room writes, once for each.
    private func tellAvailability() async {
        guard translation.translator != nil else { return }
        for await _ in queues.newcomers.items {
            let new = reader.takeUntold(among: people.languages)
            guard !new.isEmpty else { continue }
            let (known, unsure) = await translation.availability(of: new, for: reader.lang, wording)
            // Told once the language's engine is back.
            reader.postpone(unsure)
            guard !Task.isCancelled, !known.isEmpty else { continue }
            view.show(known)
        }
    }

    private func checkDrafts() async {
        for await text in queues.drafts.items {
            let report = await translation.report(
                on: text, in: reader.lang, for: people.languages, knowing: people.names)
            guard !Task.isCancelled else { return }
            view.show(report, to: reader.lang)
        }
    }

    /// Leaves once the room has all drafts, or after a while; leaves at once when asked a second time.
    private func quit() async {
        guard !isLeaving else { return await room.leave() }
        isLeaving = true
        schedule(after: connection.hasEntered ? Self.leaving : Self.entering, .leaving) { await $0.stopWaiting() }
        await leaveOnceAcknowledged()
    }

    private func leaveOnceAcknowledged() async {
        if unanswered.waiting.isEmpty, connection.hasEntered, early.count == 0 { await room.leave() }
    }

    private func stopWaiting() async {
        undone = .leaving(unsent: await showUnsentCount() + early.count, hasEntered: connection.hasEntered)
        // A person is told by a sentence of its own instead.
        if let undone, !view.isTyped { view.showRefusal(undone) }
        await room.leave()
    }
}
