import NIOCore
import SabirCore
import SabirProtocol

/// The messages of a room in order: the number and id of each, which are on their way into the log, which were
/// corrected or taken back, and what memory keeps of them. Only this type writes that state.
///
/// Pure: times are passed in. Who may say something is judged before; who may read it, in `RoomState+History`.
struct Timeline: Sendable {
    /// How many ids are remembered for each kept message, so that a late repeat is still known.
    static let idsPerKeptMessage = 10

    private var settings: RoomSettings
    /// Whether messages are told only when a log has them.
    let isEntrusted: Bool
    /// Names this epoch of the numbering; new at every start, unless a log continues an earlier run.
    private(set) var epoch: String
    /// The epoch before this one, if this one began since the start.
    private(set) var formerEpoch: String?
    /// Number of the newest message when the epoch began here.
    private(set) var epochStart: Int
    private var log: MessageLog
    private var accepted: AcceptedIDs
    private var pending = PendingLines()
    private var revisions = Revisions()
    private var erasures = Erasures()
    private var retention: Retention?
    /// The number up to which members were told that messages are gone, because newer ones took their place.
    private var surplus: Int
    /// Whether the log is too slow: messages are told without it until it has caught up.
    private(set) var goesAhead = false
    /// Erased messages since they were last taken.
    private var erased = Erased()

    struct Erased {
        var texts: [String] = []
        /// The first wordings of retracted messages.
        var lines: [MessageID] = []
    }

    /// - Parameters:
    ///   - past: what is known of the timeline from an earlier run.
    ///   - author: returns the author of a message of an earlier run.
    init(
        _ settings: RoomSettings, epoch: String, past: RoomPast?, isEntrusted: Bool, author: (KnownID) -> MemberNumber
    ) {
        self.settings = settings
        self.isEntrusted = isEntrusted
        self.epoch = epoch
        epochStart = past?.newest ?? 0
        log = MessageLog(capacity: Self.capacity(settings), newest: past?.newest ?? 0, lines: past?.lines ?? [])
        log.clear(upTo: past?.cleared ?? 0)
        accepted = Self.noIDs(settings)
        surplus = log.oldest - 1
        retention = settings.keepFor.map { Retention(seconds: $0, inherited: past?.newest ?? 0) }
        for known in past?.known ?? [] {
            accepted.remember(known.id, AcceptedIDs.Acceptance(of: known, by: author(known)))
            if let message = known.message { note(message) }
        }
        for (id, known) in past?.retractions ?? [] { inherit(id, of: known, by: author(known)) }
    }

    private static func capacity(_ settings: RoomSettings) -> Int {
        settings.history == .off ? 0 : settings.keptMessages
    }

    private static func noIDs(_ settings: RoomSettings) -> AcceptedIDs {
        AcceptedIDs(capacity: max(settings.keptMessages, 100) * idsPerKeptMessage)
    }

    /// Applies how long authors may take messages back, how many are kept, and for how long; also to present messages.
    mutating func apply(_ new: RoomSettings) {
        if new.keepFor != settings.keepFor {
            retention = new.keepFor.map { Retention(seconds: $0, inherited: log.newest, before: retention) }
        }
        settings = new
        log.keep(Self.capacity(new))
    }

    // MARK: Reading

    /// Number of the newest message that everybody may have been told; 0 before the first.
    var newest: Int { log.newest }
    /// Number of the newest message, including those on their way into the log.
    var newestGiven: Int { log.newest + pending.count }
    /// Number of the oldest message in memory; `newest + 1` where there is none.
    var oldest: Int { log.oldest }
    /// Staff cleared everything up to this number; 0 where nothing was.
    var cleared: Int { log.cleared }
    /// Whether nothing is on its way into the log.
    var isSettled: Bool { pending.isEmpty }
    /// Messages that authors have taken back and the log has yet to erase, in order.
    var erasing: [Erasures.Entry] { erasures.all }

    /// The message with this number, if it is in memory.
    subscript(seq: Int) -> Message? { log[seq] }
    subscript(id: MessageID) -> Message? { accepted[id].flatMap { log[$0.seq] } }
    /// All messages in memory, oldest first.
    var messages: some Sequence<Message> { log.messages }

    func messages(after seq: Int) -> [Message] { log.messages(after: seq) }

    /// The newest of the messages from `first` on and before `seq`, oldest first, at most `limit`.
    func messages(from first: Int, before seq: Int, limit: Int) -> [Message] {
        log.messages(from: first, before: seq, limit: limit)
    }

    /// The oldest of the messages from `first` up to `last`, oldest first, at most `limit`.
    func messages(from first: Int, through last: Int, limit: Int) -> [Message] {
        log.messages(from: first, through: last, limit: limit)
    }

    /// The author of a message, in the room or not; nil where that is not remembered, or the message was cleared.
    func author(of id: MessageID) -> MemberNumber? {
        accepted[id].flatMap { $0.seq > log.cleared ? $0.member : nil }
    }

    /// Whether only the log can say if this id was used before.
    func isNew(_ id: MessageID) -> Bool { accepted[id] == nil && pending[id] == nil }

    /// Whether staff cleared some or all of what a returning member had.
    func wasCleared(since resume: Hello.Resume?) -> Bool {
        guard let resume, resume.epoch == epoch, resume.seq <= log.newest else { return false }
        return log.cleared > 0 && resume.seq <= log.cleared
    }

    /// The message as it is told and read. A correction may come behind the retraction of its message, from another
    /// node that had not heard of that; its text is then left out.
    func shown(_ message: Message) -> Message {
        !message.isRetracted && isTakenBack(message) ? message.retracted : message
    }

    /// Whether the author has taken back this message, or the one that it corrects or confirms.
    private func isTakenBack(_ message: Message) -> Bool {
        guard !revisions.isEmpty else { return false }
        return revisions.isRetracted(message.id)
            || message.revision.map { !$0.isRetraction && revisions.isRetracted($0.line) } ?? false
    }

    // MARK: Accepting

    /// The answer to a draft whose id was used before; nil where that is not known.
    ///
    /// - Parameters:
    ///   - number: who is answered: the sender, or the relay that the sender is behind.
    ///   - known: what the log knows of the id, and its author.
    mutating func answer(
        _ draft: Draft, by member: Member, answering number: MemberNumber,
        known: (log: KnownID, acceptance: AcceptedIDs.Acceptance)? = nil
    ) -> DraftOutcome? {
        guard let id = draft.id else { return nil }
        if let earlier = accepted[id] ?? known?.acceptance {
            return answer(draft, id, earlier, by: member, kept: known?.log.message)
        }
        if let earlier = pending[id] {
            guard member.said(earlier.sender, earlier.author) else { return .refused(Self.anothersID(id)) }
            pending.repeated(id, by: number)
            return .awaited
        }
        if let earlier = erasures[id] {
            guard member.said(earlier.number, earlier.author) else { return .refused(Self.anothersID(id)) }
            erasures.repeated(id, by: number)
            return .awaited
        }
        return nil
    }

    private func answer(
        _ draft: Draft, _ id: MessageID, _ earlier: AcceptedIDs.Acceptance, by member: Member, kept: Message?
    ) -> DraftOutcome {
        let sender = member.info
        guard member.said(earlier.member, earlier.author) else { return .refused(Self.anothersID(id)) }
        guard earlier.seq > log.cleared else {
            let reason = "This message was taken before, and cleared away with the others."
            return .refused(WireFault(.duplicateID, reason, id: id))
        }
        if let kept = kept ?? log[earlier.seq] { return .repeated(kept) }
        // The text is no longer in memory, but its sender has just repeated it.
        let revision = draft.revision.map(placed)
        let message = Message(
            seq: earlier.seq, id: id, ts: earlier.ts, member: sender.id, from: sender.name,
            lang: draft.lang ?? sender.lang, text: draft.text, reply: revision?.line ?? draft.reply,
            role: sender.role, revision: revision)
        return .repeated(isTakenBack(message) ? message.retracted : message)
    }

    /// The answer to a repeated draft in a room with its authority elsewhere, where only the author of an id is known.
    func answerAgain(_ draft: Draft, by member: Member) -> DraftOutcome? {
        guard let id = draft.id, let earlier = accepted[id], member.said(earlier.member, earlier.author) else {
            return nil
        }
        return answer(draft, id, earlier, by: member, kept: nil)
    }

    static func anothersID(_ id: MessageID) -> WireFault {
        WireFault(.duplicateID, "Another member has used this message id.", id: id)
    }

    /// Numbers a message that nothing refuses. Where a log has to have it before anybody is told, the message is
    /// `entrusted` to the log; a retraction waits there, without a number, until its message is erased.
    mutating func accept(
        _ draft: Draft, as id: MessageID, by member: Member, _ author: AuthorID?, now: NIODeadline, wall: Int
    ) -> DraftOutcome {
        let sender = member.info
        if let revision = draft.revision, revision.isRetraction, isEntrusted {
            return beginErasing(revision.line, by: id, member, author, wall: wall)
        }
        let revision = draft.revision.map(placed)
        let message = Message(
            seq: newestGiven + 1, id: id, ts: wall, member: sender.id, from: sender.name,
            lang: draft.lang ?? sender.lang, text: draft.text, reply: revision?.line ?? draft.reply,
            via: sender.via, role: sender.role, revision: revision)
        guard isEntrusted else {
            keep(message, by: member.number, author, of: member.placeHolders)
            return .accepted(message)
        }
        note(message)
        pending.add(message, by: member.number, author, now: now)
        return .entrusted(LogLine(message: message, author: author))
    }

    /// Keeps a message in memory.
    ///
    /// - Parameter holders: for a room without a log. Otherwise memory has the newest messages, and older ones are in
    ///   the log.
    private mutating func keep(
        _ message: Message, by number: MemberNumber, _ author: AuthorID?, of holders: [PlaceHolder] = []
    ) {
        log.append(message, of: holders)
        if let revision = message.revision {
            note(message)
            // A correction that arrives behind the retraction of its message is erased too.
            if revision.isRetraction || isTakenBack(message) { erase(revision.line) }
        }
        accepted.remember(
            message.id, AcceptedIDs.Acceptance(seq: message.seq, ts: message.ts, member: number, author: author))
    }

    // MARK: An authority elsewhere

    /// Appends a message that the authority has numbered. Returns whether it is new, and the numbers before it that
    /// never came.
    mutating func follow(_ message: Message, by author: AuthorID?) -> (isNew: Bool, gap: ClosedRange<Int>?) {
        if message.seq <= log.newest, message.isRetracted { erase(message.id) }
        guard message.seq > log.newest else {
            if let author { accepted.remember(author, of: message.id) }
            return (false, nil)
        }
        let gap = message.seq > log.newest + 1 ? log.newest + 1...message.seq - 1 : nil
        log.skip(to: message.seq - 1)
        keep(message, by: MemberNumber(message.member) ?? .nobody, author)
        return (true, gap)
    }

    /// Begins another numbering. `past`: its newest messages.
    mutating func begin(epoch: String, newest: Int, past: [Message]) {
        (self.epoch, epochStart) = (epoch, newest)
        log = MessageLog(capacity: Self.capacity(settings), newest: newest, lines: past)
        accepted = Self.noIDs(settings)
        revisions = Revisions()
        for message in past {
            note(message)
            let number = MemberNumber(message.member) ?? .nobody
            accepted.remember(message.id, AcceptedIDs.Acceptance(seq: message.seq, ts: message.ts, member: number))
        }
        for message in past where isTakenBack(message) { _ = log.retract(message.revision?.line ?? message.id) }
    }

    // MARK: A log beyond memory

    /// A message that everybody may be told now, and members who sent it again and are answered.
    struct Settled: Hashable {
        let message: Message
        let repeats: [MemberNumber]
    }

    /// Settles messages that the log now has, the next ones in order. Those told without waiting for the log are left
    /// out.
    mutating func settle(_ messages: [Message]) -> [Settled] {
        let settled = messages.filter { $0.seq > log.newest }.map { settle($0, pending.takeFirst()) }
        if pending.isEmpty, messages.last.map({ $0.seq >= log.newest }) ?? false { goesAhead = false }
        return settled
    }

    private mutating func settle(_ message: Message, _ entry: PendingLines.Entry?) -> Settled {
        keep(message, by: entry?.sender ?? MemberNumber(message.member) ?? .nobody, entry?.author)
        return Settled(message: message, repeats: entry?.repeats ?? [])
    }

    /// Whether the log takes longer than members can wait; if so, the room does not wait for it until it has caught up.
    mutating func beginGoingAhead(ifOverdue now: NIODeadline) -> Bool {
        guard !goesAhead, pending.isOverdue(now) else { return false }
        goesAhead = true
        return true
    }

    /// Removes and returns messages that wait for the log, to be told without it.
    mutating func goAhead() -> [Settled] {
        var settled: [Settled] = []
        while goesAhead, let entry = pending.takeFirst() { settled.append(settle(entry.message, entry)) }
        return settled
    }

    /// Continues under another epoch: the log has lost messages.
    mutating func renew(epoch: String) { (formerEpoch, self.epoch, epochStart) = (self.epoch, epoch, log.newest) }

    // MARK: Corrected, taken back, confirmed

    /// Why a message may not be corrected, taken back or confirmed like this; nil where it may.
    ///
    /// - Parameters:
    ///   - id: as its author named it.
    ///   - held: the message concerned, where it waits for its number.
    func refusal(
        of revision: Revision, by member: Member, _ author: AuthorID?, _ id: MessageID?,
        held: UpstreamQueue.Entry? = nil, wall: Int
    ) -> WireFault? {
        if case .confirms(let wording, _) = revision { return refusalToConfirm(wording, by: member, id, held) }
        guard settings.takeBack > 0 else { return Self.noTakingBack(id) }
        guard let found = place(of: revision.line, held), found.seq > log.cleared else {
            return WireFault(.badPacket, "The room no longer has this message.", as: "message-gone", id: id)
        }
        guard found.number == member.number || found.author.map({ $0 == author }) ?? false else {
            let reason = "Only who wrote a message can correct it or take it back."
            return WireFault(.badPacket, reason, as: "not-yours", id: id)
        }
        guard !revisions.isRevision(revision.line) else {
            let reason = "That is no message of its own: name the one that it corrects."
            return WireFault(.badPacket, reason, id: id)
        }
        guard !revisions.isRetracted(revision.line) else {
            return WireFault(.badPacket, "This message was taken back already.", as: "taken-back", id: id)
        }
        guard wall - found.ts <= settings.takeBack * 1_000 else {
            let reason = "It is too late to correct this message or take it back."
            return WireFault(.badPacket, reason, as: "take-back-late", id: id)
        }
        return revision.isRetraction ? refusalToErase(id) : refusalToCorrect(revision.line, id)
    }

    private func refusalToErase(_ id: MessageID?) -> WireFault? {
        guard erasures.isFull else { return nil }
        return WireFault(.tooFast, "Too much is being taken back in this room; try again shortly.", id: id)
    }

    private func refusalToCorrect(_ line: MessageID, _ id: MessageID?) -> WireFault? {
        guard !revisions.mayBeCorrected(line) else { return nil }
        let reason =
            "This message was corrected \(Revisions.mostCorrections) times already. Take it back, and write anew."
        return WireFault(.badPacket, reason, as: "corrected-often", id: id)
    }

    private func refusalToConfirm(
        _ wording: MessageID, by member: Member, _ id: MessageID?, _ held: UpstreamQueue.Entry?
    ) -> WireFault? {
        guard settings.takesConfirmations else { return Self.noConfirming(id) }
        guard settings.mayConfirm(member.info.role) else {
            let reason = "Only an interpreter confirms translations in this room."
            return WireFault(.forbidden, reason, as: "not-interpreter", id: id)
        }
        guard let found = place(of: wording, held), found.seq > log.cleared else {
            return WireFault(.badPacket, "The room no longer has this message.", as: "message-gone", id: id)
        }
        guard let line = revisions.line(ofWording: wording) else {
            return WireFault(.badPacket, "That is no message of its own: name the one that it is about.", id: id)
        }
        guard !revisions.isRetracted(line) else {
            return WireFault(.badPacket, "This message was taken back already.", as: "taken-back", id: id)
        }
        guard revisions.mayBeConfirmed(line) else {
            let reason = "This message was confirmed \(Revisions.mostConfirmations) times already, which is the most."
            return WireFault(.badPacket, reason, as: "confirmed-often", id: id)
        }
        return nil
    }

    /// The revision as it is told, with the message whose wording it confirms.
    func placed(_ revision: Revision) -> Revision {
        guard case .confirms(let wording, _) = revision else { return revision }
        return .confirms(wording, of: revisions.line(ofWording: wording) ?? wording)
    }

    static func noConfirming(_ id: MessageID?) -> WireFault {
        let reason = "The node that hosts this room is of an older release, which takes no confirmed translations."
        return WireFault(.forbidden, reason, as: "no-confirming", id: id)
    }

    static func noTakingBack(_ id: MessageID?) -> WireFault {
        let reason = "In this room messages stay as they were sent: they are neither corrected nor taken back."
        return WireFault(.badPacket, reason, as: "no-take-back", id: id)
    }

    private func place(
        of id: MessageID, _ held: UpstreamQueue.Entry?
    ) -> (seq: Int, ts: Int, number: MemberNumber, author: AuthorID?)? {
        if let taken = accepted[id] { return (taken.seq, taken.ts, taken.member, taken.author) }
        // Waits for its number and time.
        if let held { return (.max, .max, MemberNumber(held.line.sender.id) ?? .nobody, held.author) }
        return pending[id].map { ($0.message.seq, $0.message.ts, $0.sender, $0.author) }
    }

    private mutating func note(_ message: Message) {
        if let revision = message.revision { note(revision, by: message.id, wall: message.ts) }
    }

    /// Notes that the message `id`, which has yet to get its number, revises another.
    mutating func note(_ revision: Revision, by id: MessageID, wall: Int) {
        revisions.note(revision, by: id, ts: wall)
    }

    /// Notes that a message could not be taken back.
    mutating func giveUp(retracting id: MessageID) { revisions.giveUp(retracting: id) }

    /// What is erased with the message when it is taken back.
    func texts(of id: MessageID) -> [MessageID] { revisions.texts(of: id) }

    private mutating func beginErasing(
        _ line: MessageID, by id: MessageID, _ member: Member, _ author: AuthorID?, wall: Int
    ) -> DraftOutcome {
        // A relay is answered for the members behind it.
        let entry = Erasures.Entry(
            id: id, line: line, seq: place(of: line, nil)?.seq ?? 0, number: member.number, author: author,
            sender: member.info)
        erasures.add(entry)
        revisions.note(.retracts(line), by: id, ts: wall)
        return .erasing(entry)
    }

    /// Takes over an erasure of an earlier run's log, of which nobody was told.
    private mutating func inherit(_ id: MessageID, of known: KnownID, by number: MemberNumber) {
        guard let line = known.message, known.seq > log.cleared else { return }
        let sender = MemberInfo(id: line.member, name: line.from, lang: line.lang, role: line.role, via: line.via)
        erasures.add(
            Erasures.Entry(
                id: id, line: line.id, seq: line.seq, number: number, author: known.author, sender: sender))
        revisions.note(.retracts(line.id), by: id, ts: line.ts)
    }

    /// Ends an erasure: the log has erased the message, or says why it could not. The retraction then goes its way as a
    /// message, or is refused. Nil where nobody asked for it.
    ///
    /// - Parameter texts: the erased texts.
    mutating func finishErasure(
        _ entry: Erasures.Entry, texts: [String], failure: String?, now: NIODeadline, wall: Int
    ) -> DraftOutcome? {
        guard let entry = erasures.remove(entry.id) else { return nil }
        if failure != nil {
            revisions.giveUp(retracting: entry.line)
            let reason = "This could not be erased from the disk, so it was not taken back. Try again later."
            return .refused(WireFault(.unreachable, reason, as: "not-erased", id: entry.id))
        }
        erased.texts += texts
        erase(entry.line)
        let message = Message(
            seq: newestGiven + 1, id: entry.id, ts: wall, member: entry.sender.id, from: entry.sender.name,
            lang: entry.sender.lang, text: "", reply: entry.line, via: entry.sender.via, role: entry.sender.role,
            revision: .retracts(entry.line))
        pending.add(message, by: entry.number, entry.author, now: now)
        for number in entry.repeats { pending.repeated(entry.id, by: number) }
        return .entrusted(LogLine(message: message, author: entry.author))
    }

    /// Erases the texts of this message and of its corrections in memory.
    private mutating func erase(_ id: MessageID) {
        erased.lines.append(id)
        erased.texts += log.retract(id)
    }

    /// Removes and returns the first wordings of messages that were taken back.
    mutating func takeErasedLines() -> [MessageID] {
        guard !erased.lines.isEmpty else { return [] }
        defer { erased.lines = [] }
        return erased.lines
    }

    /// Removes and returns the erased texts, for keepers of translations.
    mutating func takeErasedTexts() -> [String] {
        defer { erased.texts = [] }
        return erased.texts
    }

    // MARK: Forgetting

    /// Forgets the messages up to this number, which staff cleared.
    mutating func clear(upTo seq: Int) { log.clear(upTo: seq) }

    /// Forgets the messages that are meant. Returns their numbers.
    mutating func forget(where isMeant: (Message) -> Bool) -> [Int] { log.forget(where: isMeant) }

    /// Removes and returns the numbers of messages that are gone because there are so many newer ones: each once, and
    /// again those that made room ahead of older ones, when these are gone too. Feeds keep 200 messages at most; from a
    /// thousand on, nobody has the numbers.
    mutating func takeSurplus() -> [Int] {
        let evicted = log.takeEvicted()
        let last = min(log.newest - settings.keptMessages, log.oldest - 1)
        guard settings.history != .off, settings.keptMessages < 1_000 else { return [] }
        guard last > surplus else { return evicted }
        defer { surplus = last }
        return Array(max(surplus + 1, last - 1_000)...last) + evicted.filter { $0 > last }
    }

    /// The number up to which messages have expired; nil where they are kept without a limit of time.
    mutating func expiry(at now: ClockReading) -> Int? {
        retention?.expired(log.messages, newest: log.newest, at: now)
    }

    /// Forgets the messages up to this number. Returns the numbers that memory had.
    mutating func forget(upTo seq: Int) -> [Int] {
        guard seq >= log.oldest else { return [] }
        defer { log.forget(upTo: seq) }
        return log.messages.prefix { $0.seq <= seq }.map(\.seq)
    }
}

/// The result of a draft.
enum DraftOutcome: Hashable {
    /// Numbered; told to everybody once the room's log has the line.
    indirect case entrusted(LogLine)
    /// Repeated while the message is on its way into the log; answered when the log has it.
    case awaited
    /// A retraction: the log erases its message first; only then does the retraction get a number.
    indirect case erasing(Erasures.Entry)
    /// Offered to the room's authority elsewhere, which numbers it.
    indirect case offered(OfferedLine)
    /// Numbered; told to everybody.
    case accepted(Message)
    /// Accepted earlier; told to its sender alone.
    case repeated(Message)
    indirect case refused(WireFault)
}

extension AcceptedIDs.Acceptance {
    init(of known: KnownID, by number: MemberNumber) {
        self.init(seq: known.seq, ts: known.ts, member: number, author: known.author)
    }
}

extension Member {
    /// Whether this member, or its device, said the message.
    fileprivate func said(_ number: MemberNumber, _ author: AuthorID?) -> Bool {
        self.number == number || author.map { $0 == joinContext.author } ?? false
    }
}
