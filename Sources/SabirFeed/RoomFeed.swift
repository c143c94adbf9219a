import SabirProtocol
import SabirRoom
import SabirTranslation

/// Follows one room for its page, its screens and its clients of IRC: what the room tells is heard once, translated once
/// for each language read, and told each reader who may see it. The page encodes it once and hands it to streams, as its
/// `FeedListener`; IRC takes it as values, as a `Follower`.
package actor RoomFeed {
    /// What every feed of a node is given.
    package struct Dependencies: Sendable {
        let services: any FeedNodeServices
        let outlooks: LanguageAvailabilityService
        let limits: FeedState.Limits

        package init(services: any FeedNodeServices, outlooks: LanguageAvailabilityService, limits: FeedState.Limits) {
            (self.services, self.outlooks, self.limits) = (services, outlooks, limits)
        }
    }

    package nonisolated let room: any FeedRoom
    let dependencies: Dependencies
    package internal(set) var state: FeedState
    package private(set) var facts: RoomFacts
    var listener: (any FeedListener)?
    private var lastReader: UInt64 = 0
    var follower = Follower()
    /// Who reads by it, by its seat.
    var clients: [HostedRoom.Seat: ReaderID] = [:]
    package private(set) var hasEnded = false
    private var isReadingFacts = false
    private var mustReadFactsAgain = false
    private var isCatchingUp = false
    private var mustCatchUpAgain = false
    var mustRefreshLanguages = false
    /// Something was said, read, or somebody came or went since it was told whom lines reach.
    var mustTellReach = true
    /// Visitors whose last stream has ended and who are in the room still: a phone that died, or one in a pocket. What they
    /// missed they are told when they are back, so nobody is told meanwhile that they cannot read it. Those who have left
    /// are dropped once a second.
    var silent: Set<MemberID> = []
    /// Which pairs of languages are translated, as asked since an engine last came or went.
    var knownPairs: [LanguagePair: Bool] = [:]
    /// How often an engine came or went: an answer from before is none any more.
    var engineChanges: UInt64 = 0
    /// How often set sentences or terms changed: a translation that was asked for before is asked for again.
    private var bookChanges = 0
    /// What each of the page's readers was told last of whom its lines reach.
    var toldReach: [ReaderID: ToldReach] = [:]
    /// Languages that visitors were told the outlook among, and that outlook.
    var toldLanguages: (present: Set<LanguageTag>, languages: [OfferedLanguage])?

    /// Reads what the room keeps; `follow` goes on from there.
    package init(_ room: any FeedRoom, in dependencies: Dependencies) async {
        self.room = room
        self.dependencies = dependencies
        facts = await room.facts
        let kept = await room.lines(after: max(0, facts.seq - dependencies.limits.kept))
        state = FeedState(
            epoch: facts.epoch, newest: max(0, (kept.first?.seq ?? facts.seq + 1) - 1),
            limits: dependencies.limits, busy: { _ in .untranslated(.busy) },
            overBudget: .init(contains: { room.isOverBudget($0) }, told: { _ in .untranslated(.overBudget) }))
        perform(state.addMissed(kept, now: .now) + state.pin(facts.notice))
    }

    /// From now on it is told what readers of the page are.
    package func setListener(_ listener: any FeedListener) { if !hasEnded { self.listener = listener } }

    // MARK: Hearing

    package func hear(_ news: RoomNews) {
        guard !hasEnded else { return }
        switch news {
        case .forgotten(let lines):
            listener?.forgetTexts(ofLines: Set(lines))
            tell(.forgotten(lines))
        case .one(let seat, .error(let fault)) where fault.fatal:
            tell(.removed(seat, fault))
            // A client of IRC has nothing of the page's.
            guard clients[seat] == nil else { return }
        case .one(let seat, .error(let fault)):
            if let id = fault.id { tell(.heldLineRefused(id, fault, to: seat.member)) }
        default: break
        }
        perform(state.apply(news, now: .now))
    }

    /// Nil: see `FeedNodeServices.engineEvents`.
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

    /// What was missed while nobody listened to the room: that it put somebody out, too.
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

    /// Asks the room for what is behind the newest line, once at a time.
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
            Task { await self.readFacts() }
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
        // They go first: what is shown there waits a second for its translation, and streams may be a thousand.
        tell(.told(event, audience))
        listener?.tell(event, to: state.recipients(of: event, audience))
    }

    /// Ends every stream behind a plain sentence. The room goes on: followers are told nothing of it.
    func close(saying text: String) {
        listener?.tell(.closing(Sentence(text)), to: recipients(.everyone))
        end()
    }

    /// Ends every stream behind what it was told.
    func end() {
        guard !hasEnded else { return }
        hasEnded = true
        listener?.feedEnded()
        listener = nil
        endFollower()
    }

    package var waitingCount: Int { state.questions.waitingCount }

    // MARK: Readers

    /// Who is meant by what is about no line.
    package func recipients(_ audience: Audience) -> [ReaderID] { state.readers.recipients(of: nil, audience) }

    package func open(_ seat: Readership.Seat) -> ReaderID {
        lastReader += 1
        let id = ReaderID(number: lastReader)
        // Also where nothing is to be translated: whoever comes was told nothing yet.
        mustTellReach = true
        if let member = seat.listening.member { silent.remove(member) }
        perform(state.addReader(id, seat))
        return id
    }

    /// Lines that a reader who begins anew is shown.
    private static let shownAtOnce = 50
    /// Lines that a returning reader is sent; older ones are told as a gap.
    private static let resumedAtMost = 1_000

    /// The lines behind the reader's last, or the newest, and what is known of their translations: those that the feed
    /// keeps, and what is missed before these.
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
            // What was said in this epoch before it came is missing to whoever was there for an earlier one.
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

    /// A member has another name or language: what this reader of it is owed in that language, nil where nothing changes.
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

    /// Reads the facts anew where they are of another epoch of the numbering.
    package func catchUp(to epoch: String) async { if epoch != state.epoch { await readFacts() } }

    /// Reads the facts again, once at a time, and tells what visitors should know of the difference.
    package func readFacts() async {
        guard !isReadingFacts else {
            mustReadFactsAgain = true
            return
        }
        isReadingFacts = true
        repeat {
            mustReadFactsAgain = false
            adopt(await room.facts)
        } while mustReadFactsAgain
        isReadingFacts = false
    }

    private func adopt(_ facts: RoomFacts) {
        let before = self.facts
        self.facts = facts
        state.beginEpoch(facts.epoch, newest: facts.seq)
        perform(state.pin(facts.notice))
        listener?.factsChanged(from: before)
    }
}
