import SabirTranslation
import SabirProtocol
import SabirRoom

/// The pure part of a room's feed: which lines are kept, who reads which language, what must still be translated.
///
/// The time is passed in, and every method returns the actions that `RoomFeed` then carries out.
package struct FeedState: Sendable {
    package struct Limits: Sendable {
        /// Lines kept, with their translations.
        package var kept: Int
        /// How many of the newest lines are translated for a reader who arrives.
        let repeated: Int
        /// Translations in progress at the same time.
        let atOnce: Int
        /// Lines older than this are not retried when an engine comes back.
        static let retryAge = Duration.seconds(15 * 60)

        package init(kept: Int = 200, repeated: Int = 50, atOnce: Int = 16) {
            (self.kept, self.repeated, self.atOnce) = (kept, repeated, atOnce)
        }
    }

    let limits: Limits
    package private(set) var epoch: String
    /// Number of epochs before this one.
    private var epochNumber = 0
    /// Number of the newest message; 0 before the first.
    package private(set) var newest: Int
    /// The kept lines in the order of their numbers.
    package private(set) var lines: [FeedLine] = []
    package private(set) var notice: FeedNotice?
    package private(set) var readers = Readership()
    private(set) var questions: QuestionQueue
    private var retries: RetryBook<Question>
    /// Lines dropped while a translation of them was in progress: readers who saw them still get the answer. Bounded by
    /// `Limits.atOnce`.
    private var gone: [Question: FeedLine] = [:]
    /// Whether no engine is asked for a line, as its author said more in a minute than the room's limit for
    /// translation.
    private let isOverBudget: @Sendable (_ seq: Int) -> Bool

    init(
        epoch: String, newest: Int, limits: Limits = Limits(),
        isOverBudget: @escaping @Sendable (_ seq: Int) -> Bool = { _ in false }
    ) {
        self.epoch = epoch
        self.newest = newest
        self.limits = limits
        self.isOverBudget = isOverBudget
        questions = QuestionQueue(width: limits.atOnce)
        retries = RetryBook(age: Limits.retryAge)
    }

    // MARK: News of the room

    package mutating func apply(_ news: RoomNews, now: ContinuousClock.Instant) -> [FeedAction] {
        switch news {
        case .everybody(.message(let message)): apply(message, now: now)
        case .everybody(.notice(let notice)): pin(notice.text.isEmpty ? nil : notice) + [.readFacts]
        case .everybody(.acted(let acted)): apply(acted)
        case .everybody(.link): [.readFacts]
        case .everybody(.error(let fault)): [.tell(.closing(fault.sentence), .everyone), .endFeed]
        case .everybody(let packet): FeedEvent(packet).map { [.tell($0, .everyone)] + Self.consequence(of: $0) } ?? []
        case .one(let seat, .error(let fault)):
            fault.fatal ? [.tell(.removed(fault), .members([seat.member])), .endStreams(of: [seat.member])] : []
        case .one(let seat, let packet): FeedEvent(packet).map { [.tell($0, .members([seat.member]))] } ?? []
        case .forgotten(let numbers): forget(Set(numbers))
        case .facts: [.readFacts]
        case .reports, .lagged: []
        }
    }

    private static func consequence(of event: FeedEvent) -> [FeedAction] {
        switch event {
        case .joined, .left, .changed, .presence: [.refreshLanguages]
        default: []
        }
    }

    private mutating func apply(_ acted: ModerationEvent) -> [FeedAction] {
        switch (acted.act, acted.member) {
        case (.clear, _):
            clear()
            return [.tell(.cleared, .everyone), .readFacts]
        case (.mute, let member?): return [.tell(.muted(true), .members([member]))]
        case (.unmute, let member?): return [.tell(.muted(false), .members([member]))]
        default: return [.readFacts]
        }
    }

    private mutating func apply(_ message: Message, now: ContinuousClock.Instant) -> [FeedAction] {
        guard message.seq > newest else { return [] }
        guard message.seq == newest + 1 || newest == 0 else { return [.catchUp] }
        return keep(message, now: now) + startTranslations()
    }

    /// Adds messages that were missed, read from the room's log: a hole in their numbers is a hole in the log.
    package mutating func addMissed(_ messages: [Message], now: ContinuousClock.Instant) -> [FeedAction] {
        messages.filter { $0.seq > newest }.flatMap { keep($0, now: now) } + startTranslations()
    }

    private mutating func keep(_ message: Message, now: ContinuousClock.Instant) -> [FeedAction] {
        newest = message.seq
        var line = FeedLine(message: message, heard: now, isOverBudget: isOverBudget(message.seq))
        var told: [FeedAction] = []
        if case .retracts(let id)? = message.revision { told = retract(id) }
        told.append(.tell(.line(message), .everyone))
        told += confirm(by: message)
        for lang in readers.languages where mustTranslate(message, for: lang) {
            guard line.isOverBudget else {
                questions.add(question(message.seq, lang), isFresh: true)
                continue
            }
            told.append(line.setTranslation(.untranslated(.overBudget), for: lang))
        }
        lines.append(line)
        return told + forgetOldest()
    }

    /// Drops the oldest line over the limit. Readers who wait for its translation are told that there will be none.
    private mutating func forgetOldest() -> [FeedAction] {
        guard lines.count > limits.kept else { return [] }
        let line = lines.removeFirst()
        for question in questions.underWay where question == self.question(line.message.seq, question.lang) {
            gone[question] = line
        }
        return questions.drop { $0.subject == .line(line.message.seq) }.map { question in
            var line = line
            return line.setTranslation(.untranslated(.busy), for: question.lang)
        }
    }

    /// Deletes a line that was taken back, with its corrections: a translation that arrives later is sent to nobody.
    private mutating func retract(_ id: MessageID) -> [FeedAction] {
        var numbers: Set<Int> = []
        for index in lines.indices where lines[index].message.isOf(id) {
            lines[index].retract()
            numbers.insert(lines[index].message.seq)
        }
        for (question, line) in gone where line.message.isOf(id) { gone[question] = nil }
        guard !numbers.isEmpty else { return [] }
        _ = questions.drop { if case .line(let seq) = $0.subject { numbers.contains(seq) } else { false } }
        return [.forgetTexts(numbers)]
    }

    /// Whether any reader of `lang` who may see the line needs a translation, as it does not read the original too.
    private func mustTranslate(_ line: Message, for lang: LanguageTag) -> Bool {
        guard line.isTalk, !lang.reads(line.lang) else { return false }
        return readers.others(lang, line: line.seq).contains { others in !others.contains { $0.reads(line.lang) } }
    }

    /// Replaces a line's translation with the one that a person confirmed, for readers of its language.
    private mutating func confirm(by message: Message) -> [FeedAction] {
        guard let translation = TranslationOutcome(confirmedBy: message), let wording = message.confirms,
            let at = lines.lastIndex(where: { $0.message.id.value == wording.value }), lines[at].message.hasText
        else { return [] }
        lines[at].confirm(translation, in: message.lang)
        let seq = lines[at].message.seq
        var told: [FeedAction] = []
        for lang in readers.languages where lang.reads(message.lang) {
            let answered = question(seq, lang)
            _ = questions.drop { $0 == answered }
            told.append(lines[at].setTranslation(translation, for: lang))
        }
        return told
    }

    /// A line's confirmed translation for readers of this language; nil where nobody confirmed one.
    func confirmed(_ line: FeedLine, for lang: LanguageTag) -> TranslationOutcome? {
        if let exact = line.confirmed[lang] { return exact }
        for (written, translation) in line.confirmed where lang.reads(written) { return translation }
        return nil
    }

    /// The kept lines that a reader may see and whose translation into this language waits for confirmation, oldest
    /// first. Empty for a language that nobody in the room reads, as nothing is translated into it.
    package func awaitingConfirmation(in lang: LanguageTag, seeing visible: VisibleLines) -> [FeedLine] {
        lines.filter { line in
            visible.contains(line.message.seq) && line.message.hasText
                && line.translations[lang]?.awaitsConfirmation == true
        }
    }

    private mutating func clear() {
        lines = []
        gone = [:]
        _ = questions.drop { if case .line = $0.subject { true } else { false } }
    }

    private mutating func forget(_ numbers: Set<Int>) -> [FeedAction] {
        lines.removeAll { numbers.contains($0.message.seq) }
        gone = gone.filter { !numbers.contains($0.value.message.seq) }
        _ = questions.drop { if case .line(let seq) = $0.subject { numbers.contains(seq) } else { false } }
        return startTranslations()
    }

    /// Begins a new epoch of the room's numbering, without any lines.
    package mutating func beginEpoch(_ epoch: String, newest: Int) {
        guard epoch != self.epoch else { return }
        self.epoch = epoch
        epochNumber += 1
        self.newest = newest
        readers.begin(newest: newest)
        clear()
    }

    // MARK: The notice

    package mutating func pin(_ notice: Notice?) -> [FeedAction] {
        guard notice != self.notice?.notice else { return [] }
        _ = questions.drop { if case .notice = $0.subject { true } else { false } }
        self.notice = notice.map { FeedNotice(notice: $0) }
        for lang in readers.languages { oweNotice(to: lang) }
        return [.tell(.notice(notice, nil), .everyone)] + startTranslations()
    }

    private mutating func oweNotice(to lang: LanguageTag) {
        guard let notice, notice.translations[lang] == nil, !lang.reads(notice.notice.lang) else { return }
        questions.add(Question(subject: .notice(notice.notice.ts), lang: lang), isFresh: true)
    }

    // MARK: Readers

    /// What a member may see who entered in `epoch` and may see the lines after `number` of that epoch.
    package func visible(after number: Int, of epoch: String) -> VisibleLines {
        VisibleLines(after: number, of: epoch, in: (self.epoch, newest))
    }

    /// Adds a reader and asks for translations of the newest lines that it may see, the newest line first.
    mutating func addReader(_ id: ReaderID, _ seat: Readership.Seat) -> [FeedAction] {
        readers.add(id, seat)
        guard let lang = seat.listening.lang else { return [] }
        oweNotice(to: lang)
        for line in lines.suffix(limits.repeated).reversed()
        where seat.visible.contains(line.message.seq) && line.translations[lang] == nil {
            owe(line, to: lang)
        }
        return startTranslations()
    }

    /// The pinned notice as a reader of `lang` gets it.
    package func noticeReading(for lang: LanguageTag) -> FeedEvent.Reading? {
        notice?.translations[lang].map { FeedEvent.Reading(lang: lang, translation: $0) }
    }

    /// Removes a reader, and the waiting questions about lines that no other reader of its language may see.
    mutating func removeReader(_ id: ReaderID) {
        guard let (seat, wasLast) = readers.remove(id), let lang = seat.listening.lang else { return }
        _ = questions.drop { [readers] question in
            guard question.lang == lang else { return false }
            guard !wasLast, case .line(let seq) = question.subject else { return wasLast }
            return !readers.reads(lang, line: seq)
        }
    }

    /// Changes a reader's language, or the other languages that it reads; which lines it may see stays the same.
    mutating func changeReader(
        _ id: ReaderID, to listening: Listening, reading others: Set<LanguageTag>
    ) -> [FeedAction] {
        guard var seat = readers.seats[id] else { return [] }
        removeReader(id)
        (seat.listening, seat.reads) = (listening, others)
        return addReader(id, seat)
    }

    private mutating func owe(_ line: FeedLine, to lang: LanguageTag) {
        guard mustTranslate(line.message, for: lang) else { return }
        let known = confirmed(line, for: lang) ?? (line.isOverBudget ? .untranslated(.overBudget) : nil)
        guard let known else { return questions.add(question(line.message.seq, lang), isFresh: false) }
        if let at = index(of: line.message.seq) { lines[at].translations[lang] = known }
    }

    /// The newest `count` kept lines after `seq` that a reader may see, then the translations known so far.
    func replay(
        after seq: Int, atMost count: Int, for lang: LanguageTag, seeing visible: VisibleLines
    ) -> [FeedEvent] {
        let shown = lines.filter { $0.message.seq > seq && visible.contains($0.message.seq) }.suffix(count)
        return shown.map { .line($0.message) } + translations(for: lang, seeing: visible)
    }

    /// The current translations of the newest `Limits.repeated` lines.
    func translations(for lang: LanguageTag, seeing visible: VisibleLines) -> [FeedEvent] {
        lines.suffix(limits.repeated).filter {
            visible.contains($0.message.seq) && !lang.reads($0.message.lang)
        }.compactMap { $0.event(for: lang) }
    }

    // MARK: Translations

    /// Starts as many waiting translations as `Limits.atOnce` allows.
    private mutating func startTranslations() -> [FeedAction] {
        var actions: [FeedAction] = []
        while let question = questions.next() {
            if let subject = subject(of: question) {
                actions.append(.translate(question, text: subject.text, from: subject.lang))
            } else {
                questions.finish(question)
            }
        }
        return actions
    }

    private func question(_ seq: Int, _ lang: LanguageTag) -> Question {
        Question(subject: .line(seq), lang: lang, epochNumber: epochNumber)
    }

    private func subject(of question: Question) -> (text: String, lang: LanguageTag)? {
        switch question.subject {
        case .line: line(of: question).map { (lines[$0].message.text, lines[$0].message.lang) }
        case .notice(let ts): notice.flatMap { $0.notice.ts == ts ? ($0.notice.text, $0.notice.lang) : nil }
        }
    }

    package mutating func recordAnswer(to question: Question, _ translation: TranslationOutcome) -> [FeedAction] {
        questions.finish(question)
        let told = store(translation, for: question)
        if let news = retries.recordAnswer(to: question, isTranslated: translation.state != .untranslated) {
            oweAgain(question, after: news)
        }
        return told + startTranslations()
    }

    /// Adds a second reading to a translation. Every reader of the language gets the translation again if the readings
    /// differ, desks alone if they agree; nobody if the line is gone or has another translation by now.
    package mutating func recordSecondReading(
        of translation: TranslationOutcome, _ question: Question, _ second: SecondReading
    ) -> [FeedAction] {
        let lang = question.lang
        guard let at = line(of: question), lines[at].translations[lang] == translation else { return [] }
        let audience = second.difference == nil ? Audience.desks(of: lang) : .readers(of: lang)
        return [lines[at].setTranslation(translation.with(second), for: lang, telling: audience)]
    }

    private mutating func store(_ translation: TranslationOutcome, for question: Question) -> [FeedAction] {
        let lang = question.lang
        switch question.subject {
        case .line:
            if var line = gone.removeValue(forKey: question) {
                return [line.setTranslation(translation, for: lang)]
            }
            guard let at = line(of: question), lines[at].message.hasText,
                lines[at].translations[lang] != translation, lines[at].translations[lang]?.state != .confirmed
            else { return [] }
            return [lines[at].setTranslation(translation, for: lang)]
        case .notice(let ts):
            guard notice?.notice.ts == ts else { return [] }
            notice?.translations[lang] = translation
            return [.tell(.notice(notice?.notice, noticeReading(for: lang)), .readers(of: lang))]
        }
    }

    /// Drops every unconfirmed translation, as the phrasebook or the glossary changed, and asks again for the newest
    /// lines, the newest line first.
    package mutating func retranslateAll() -> [FeedAction] {
        for index in lines.indices where !lines[index].isOverBudget {
            lines[index].translations = lines[index].translations.filter { $0.value.state == .confirmed }
        }
        notice?.translations = [:]
        for lang in readers.languages {
            oweNotice(to: lang)
            for line in lines.suffix(limits.repeated).reversed() where readers.reads(lang, line: line.message.seq) {
                owe(line, to: lang)
            }
        }
        return startTranslations()
    }

    /// Asks again for what is still untranslated, the newest line first. An engine that only proved itself (`.proved`)
    /// is asked for each text a few times at most.
    package mutating func retryUntranslated(after news: EngineNews, now: ContinuousClock.Instant) -> [FeedAction] {
        retries.recordNews(news, during: questions.underWay)
        retries.forget(retries.tried.filter { subject(of: $0) == nil })
        for line in lines.reversed() where retries.isWorthAsking(since: line.heard, now: now) {
            for lang in readers.languages where line.translations[lang]?.state == .untranslated {
                oweAgain(question(line.message.seq, lang), after: news)
            }
        }
        if let notice {
            for lang in readers.languages where notice.translations[lang]?.state == .untranslated {
                oweAgain(Question(subject: .notice(notice.notice.ts), lang: lang), after: news)
            }
        }
        return startTranslations()
    }

    private mutating func oweAgain(_ question: Question, after news: EngineNews) {
        guard !questions.underWay.contains(question) else { return }
        let lang = question.lang
        switch question.subject {
        case .line(let seq):
            guard let at = line(of: question), readers.reads(lang, line: seq) else { return }
            guard retries.claimRetry(of: question, after: news) else { return }
            owe(lines[at], to: lang)
        case .notice(let ts):
            guard notice?.notice.ts == ts, readers.languages.contains(lang) else { return }
            guard retries.claimRetry(of: question, after: news) else { return }
            notice?.translations[lang] = nil
            oweNotice(to: lang)
        }
    }

    /// The index of the line that a question is about; nil for a notice, and for a line that is gone.
    private func line(of question: Question) -> Int? {
        guard case .line(let seq) = question.subject, question.epochNumber == epochNumber else { return nil }
        return index(of: seq)
    }

    private func index(of seq: Int) -> Int? { lines.lastIndex { $0.message.seq == seq } }
}
