import SabirProtocol
import SabirRoom
import SabirTranslation

/// Follows one room for the page, its screens and IRC clients: each line is translated once for each language read, and
/// sent to every reader who may see it. The page, as `FeedListener`, encodes an event once and hands it to its streams;
/// IRC, as `Follower`, takes events as values.
package actor RoomFeed {
    /// What all feeds of a node share.
    package struct Dependencies: Sendable {
        let services: any FeedNodeServices
        let availability: LanguageAvailabilityService
        let limits: FeedState.Limits

        package init(
            services: any FeedNodeServices, availability: LanguageAvailabilityService, limits: FeedState.Limits
        ) {
            (self.services, self.availability, self.limits) = (services, availability, limits)
        }
    }

    package nonisolated let room: any FeedRoom
    let dependencies: Dependencies
    package internal(set) var state: FeedState
    package private(set) var facts: RoomFacts
    package private(set) var listener: (any FeedListener)?
    private var lastReader: UInt64 = 0
    var follower = Follower()
    package private(set) var hasEnded = false
    private var isReadingFacts = false
    private var mustReadFactsAgain = false
    private var isCatchingUp = false
    private var mustCatchUpAgain = false
    var mustRefreshLanguages = false
    /// Something changed since visitors were last told whom their lines reach.
    var mustTellReach = true
    /// Visitors without a stream who are still in the room, as their phone died or is in a pocket. They get the missed
    /// lines when they return, so authors are not told that these visitors cannot read a line. Once a second, those who
    /// have left the room are dropped.
    var silent: Set<MemberID> = []
    /// Whether a pair of languages is translated, as far as asked since an engine last came or went.
    var knownPairs: [LanguagePair: Bool] = [:]
    /// How often an engine came or went: an answer that was asked for before the last change is discarded.
    var engineChanges: UInt64 = 0
    /// How often the phrasebook or the glossary changed: a translation asked for before the last change is asked for
    /// again.
    private var bookChanges = 0
    /// What each of the page's readers was told last about whom its lines reach.
    var toldReach: [ReaderID: ToldReach] = [:]
    /// The offered languages as visitors were told them last, and the languages in the room at that time.
    var toldLanguages: (present: Set<LanguageTag>, languages: [OfferedLanguage])?

    /// Reads the lines that the room keeps; `Feeds` hands over what is said after them.
    package init(_ room: any FeedRoom, in dependencies: Dependencies) async {
        self.room = room
        self.dependencies = dependencies
        facts = await room.facts
        let kept = await room.lines(after: max(0, facts.seq - dependencies.limits.kept))
        state = FeedState(
            epoch: facts.epoch, newest: max(0, (kept.first?.seq ?? facts.seq + 1) - 1),
            limits: dependencies.limits, isOverBudget: { room.isOverBudget($0) })
        perform(state.addMissed(kept, now: .now) + state.pin(facts.notice))
    }

    /// Returns the page's listener, made at the first call, which is sent the events for the page's readers from then
    /// on. What is made after the feed has ended is sent nothing.
    package func attachListener<Listener: FeedListener>(_ make: @Sendable () -> Listener) -> Listener {
        if let known = listener as? Listener { return known }
        let made = make()
        if !hasEnded { listener = made }
        return made
    }

    // MARK: Hearing

    package func apply(_ news: RoomNews) {
        guard !hasEnded else { return }
        switch news {
        case .forgotten(let lines):
            listener?.forgetTexts(ofLines: Set(lines))
            tell(.forgotten(lines))
        case .one(let seat, .error(let fault)) where fault.fatal: tell(.removed(seat, fault))
        case .one(let seat, .error(let fault)):
            if let id = fault.id { tell(.heldLineRefused(id, fault, to: seat.member)) }
        default: break
        }
        perform(state.apply(news, now: .now))
    }

    /// - Parameter event: Nil: the phrasebook or the glossary changed (see `FeedNodeServices.engineEvents`).
    func engineChanged(_ event: EngineEvent?) {
        mustRefreshLanguages = true
        toldLanguages?.present = []
        forgetPairs()
        switch event {
        case .up, .pairsChanged: perform(state.retryUntranslated(after: .back, now: .now))
        case .proved: perform(state.retryUntranslated(after: .proved, now: .now))
        case .down: break
        case nil:
            bookChanges += 1
            perform(state.retranslateAll())
        }
    }

    /// Reads what was missed while the feed did not listen to the room: facts, removed members and lines.
    func catchUp() async {
        await readFacts()
        await endWhoeverIsOut()
        await fetch()
    }

    private func endWhoeverIsOut() async {
        let members = state.readers.members
        guard !members.isEmpty else { return }
        let out = members.subtracting(await room.present(members))
        for member in out { perform([.tell(.removed(.noLongerIn), .members([member])), .endStreams(of: [member])]) }
    }

    /// Asks the room for the lines after the newest known one. A second call during the first is made up for at its
    /// end.
    private func fetch() async {
        guard !isCatchingUp else {
            mustCatchUpAgain = true
            return
        }
        isCatchingUp = true
        repeat {
            mustCatchUpAgain = false
            let missed = await room.lines(after: state.newest)
            perform(state.addMissed(missed, now: .now))
        } while mustCatchUpAgain
        isCatchingUp = false
    }

    // MARK: Doing

    func perform(_ actions: [FeedAction]) {
        if !actions.isEmpty { mustTellReach = true }
        for action in actions { perform(action) }
        listener?.flush()
    }

    private func perform(_ action: FeedAction) {
        switch action {
        case .tell(let event, let audience): tell(event, audience)
        case .translate(let question, let text, let source): translate(question, text, source)
        case .forgetTexts(let lines): listener?.forgetTexts(ofLines: lines)
        case .catchUp: Task { await self.fetch() }
        case .readFacts:
            tell(.factsChanged)
            // What is being read now is outdated.
            mustReadFactsAgain = true
            if !isReadingFacts { Task { await self.readFacts() } }
        case .refreshLanguages: mustRefreshLanguages = true
        case .endStreams(of: let members): listener?.membersRemoved(members)
        case .endFeed: end()
        }
    }

    private func translate(_ question: Question, _ text: String, _ source: LanguageTag) {
        Task { [services = dependencies.services, id = room.id] in
            var (asked, translation) = (self.bookChanges, TranslationOutcome.untranslated(.stopped))
            repeat {
                asked = self.bookChanges
                translation = await services.translate(text, from: source, to: question.lang, in: id)
            } while asked != self.bookChanges
            self.perform(self.state.recordAnswer(to: question, translation))
            guard case .line = question.subject,
                let second = await services.secondLook(
                    at: translation, text, from: source, to: question.lang, in: id)
            else { return }
            self.perform(self.state.recordSecondReading(of: translation, question, second))
        }
    }

    private func tell(_ event: FeedEvent, _ audience: Audience) {
        // The follower first: IRC waits a second for translations, and the page may have a thousand streams.
        tell(.told(event, audience))
        listener?.tell(event, to: state.readers.recipients(of: event.line, audience))
    }

    /// Ends every stream after a sentence that says why. The follower is not told, as the room goes on.
    func close(saying text: String) {
        listener?.tell(.closing(Sentence(text)), to: recipients(.everyone))
        end()
    }

    /// Ends every stream after the events already sent, and the follower.
    func end() {
        guard !hasEnded else { return }
        hasEnded = true
        listener?.feedEnded()
        listener = nil
        endFollower()
    }

    package var waitingCount: Int { state.questions.waitingCount }

    // MARK: Readers

    /// The readers of the audience for an event that is about no line.
    package func recipients(_ audience: Audience) -> [ReaderID] { state.readers.recipients(of: nil, audience) }

    package func open(_ seat: Readership.Seat) -> ReaderID {
        lastReader += 1
        let id = ReaderID(number: lastReader)
        // A new reader was not told whom its lines reach, even if nothing has to be translated.
        mustTellReach = true
        if let member = seat.listening.member { silent.remove(member) }
        perform(state.addReader(id, seat))
        return id
    }

    /// How many lines a new reader is shown.
    private static let shownAtOnce = 50
    /// How many lines a returning reader is sent; older ones become a gap.
    private static let resumedAtMost = 1_000

    /// The lines after the reader's last one, or the newest lines for a new reader: those that the feed keeps, with
    /// their known translations, and the older ones that have to be read from the log.
    package func lines(
        for lang: LanguageTag, since resume: Hello.Resume?, _ visible: VisibleLines
    ) -> (missed: MissedLines?, kept: [FeedEvent]) {
        let (epoch, newest, oldest) = (state.epoch, state.newest, state.lines.first?.message.seq)
        guard let resume else {
            return (nil, state.replay(after: 0, atMost: Self.shownAtOnce, for: lang, seeing: visible))
        }
        let comesFromAnother = resume.epoch != epoch
        let from = max(comesFromAnother ? 0 : min(resume.seq, newest), visible.after)
        let kept = state.replay(after: from, atMost: .max, for: lang, seeing: visible)
        guard from < newest, from + 1 < oldest ?? .max else {
            // A reader from an earlier epoch misses the lines of this epoch before the first one that it may see.
            return (nil, comesFromAnother && from > 0 ? [.gap(1...from)] + kept : kept)
        }
        let (told, last) = (comesFromAnother ? 0 : from, (oldest ?? newest + 1) - 1)
        return (MissedLines(after: told, to: last, atMost: Self.resumedAtMost, epoch: epoch), kept)
    }

    package func close(_ id: ReaderID) {
        mustTellReach = true
        toldReach[id] = nil
        let member = state.readers.seats[id]?.listening.member
        state.removeReader(id)
        if let member, !state.readers.members.contains(member) { silent.insert(member) }
    }

    /// Switches a member's reader to the member's language; returns the translations known in it, or nil where neither
    /// the language nor the other languages changed.
    package func change(_ id: ReaderID, to member: MemberInfo, reading others: Set<LanguageTag>) -> [FeedEvent]? {
        mustTellReach = true
        guard let seat = state.readers.seats[id], seat.listening.lang != member.lang || seat.reads != others
        else { return nil }
        let actions = state.changeReader(id, to: .visitor(member.id, member.lang), reading: others)
        var owed = state.translations(for: member.lang, seeing: seat.visible)
        if let notice = state.notice { owed.append(.notice(notice.notice, state.noticeReading(for: member.lang))) }
        perform(actions)
        return owed
    }

    // MARK: Facts

    /// Reads the facts again if they belong to another epoch than `epoch`.
    package func catchUp(to epoch: String) async { if epoch != state.epoch { await readFacts() } }

    /// Reads the facts again and tells visitors the differences. A second call during the first is made up for at its
    /// end.
    package func readFacts() async {
        guard !isReadingFacts else {
            mustReadFactsAgain = true
            return
        }
        isReadingFacts = true
        repeat {
            mustReadFactsAgain = false
            let facts = await room.facts
            adopt(facts, isOutdated: mustReadFactsAgain)
        } while mustReadFactsAgain
        isReadingFacts = false
    }

    /// - Parameter isOutdated: The room changed while it was asked, and is asked again: a notice that readers were told
    ///   of meanwhile is not taken down because these facts do not have it yet.
    private func adopt(_ facts: RoomFacts, isOutdated: Bool) {
        let before = self.facts
        self.facts = facts
        state.beginEpoch(facts.epoch, newest: facts.seq)
        if !isOutdated { perform(state.pin(facts.notice)) }
        listener?.factsChanged(from: before)
    }
}
