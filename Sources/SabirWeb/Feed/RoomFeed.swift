import Logging
import NIOCore
import SabirProtocol
import SabirMetrics

/// Follows one room for its page, its screens and its clients of IRC: what the room tells is heard once, translated once
/// for each language read, encoded once, and handed to each visitor's stream; to IRC as values.
///
/// The owner of those streams' queues. A stream's writer asks for what waits with `next`; a writer that is slow finds
/// everything since its last write as one buffer, and one that is too slow is ended.
package actor RoomFeed {
    /// What every feed of a node is given.
    struct Dependencies: Sendable {
        let services: any WebNodeServices
        let outlooks: LanguageAvailabilityService
        var talks = PrivateTalks()
        /// The address that phones can reach, without a slash at its end.
        let base: @Sendable (NetworkSide) -> String
        let limits: FeedState.Limits
        let logger: Logger
        /// So many streams were ended here.
        let dropped: @Sendable (SabirMetrics.Drop, _ streams: Int) -> Void
        /// The room put these members out.
        let removed: @Sendable (_ room: String, _ members: [MemberID]) async -> Void
        /// The room is no more.
        let ended: @Sendable (_ room: String) async -> Void
    }

    package nonisolated let room: any WebRoom
    let dependencies: Dependencies
    var state: FeedState
    var book: EventEncoder
    var info: RoomInfo
    var facts: WebRoomFacts
    var streams: [StreamID: OpenStream] = [:]
    private var lastStream: UInt64 = 0
    var follower = Follower()
    /// Who reads by it, by the token of its seat.
    var clients: [UInt64: StreamID] = [:]
    private(set) var hasEnded = false
    private var isReadingFacts = false
    private var mustReadFactsAgain = false
    private var isCatchingUp = false
    private var mustCatchUpAgain = false
    var mustLookAround = false
    /// Something was said, read, or somebody came or went since it was told whom lines reach.
    var mustTellReach = true
    /// Which pairs of languages are translated, as asked since an engine last came or went.
    var ways: [ReachTable.Way: Bool] = [:]
    /// Languages that visitors were told the outlook among, and that outlook.
    var toldLanguages: (present: Set<LanguageTag>, json: [LanguageJSON])?

    /// Reads what the room keeps; `follow` goes on from there.
    init(_ room: any WebRoom, in dependencies: Dependencies) async {
        self.room = room
        self.dependencies = dependencies
        info = await room.info
        facts = await room.facts
        let kept = await room.lines(after: max(0, facts.newest - dependencies.limits.kept))
        book = EventEncoder(wording: dependencies.services.outcomeWording)
        state = FeedState(
            epoch: facts.epoch, newest: max(0, (kept.first?.seq ?? facts.newest + 1) - 1),
            limits: dependencies.limits, busy: { _ in .untranslated(.busy) },
            overBudget: .init(contains: { room.isOverBudget($0) }, told: { _ in .untranslated(.overBudget) }))
        perform(state.caughtUp(kept, now: .now) + state.pin(facts.notice))
    }

    // MARK: Hearing

    func hear(_ news: FeedNews) {
        guard !hasEnded else { return }
        switch news {
        case .forgotten(let lines):
            book.forget(Set(lines))
            tell(news)
        case .told(.cleared, _): forgetTexts()
        case .notTaken: tell(news)
        default: break
        }
        perform(state.hear(news, now: .now))
    }

    func engineChanged(_ event: WebEngineEvent) {
        mustLookAround = true
        toldLanguages?.present = []
        forgetWays()
        switch event {
        case .up: perform(state.engineUp(now: .now))
        case .proved: perform(state.engineProved(now: .now))
        case .down: break
        }
    }

    /// Nothing of what the room has cleared is kept, nor told to those who are catching up.
    private func forgetTexts() {
        book.forget()
        for id in streams.keys { streams[id]?.missed?.clear() }
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
        let fault = WireFault(.removed, "You are no longer in this room.", fatal: true)
        for member in out { perform([.tell(.removed(fault), .members([member])), .end([member])]) }
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
            perform(state.caughtUp(missed, now: .now))
        } while mustCatchUpAgain
        isCatchingUp = false
    }

    // MARK: Doing

    func perform(_ actions: [FeedAction]) {
        if !actions.isEmpty { mustTellReach = true }
        for action in actions { perform(action) }
        pump()
    }

    private func perform(_ action: FeedAction) {
        switch action {
        case .tell(let event, let audience): tell(event, audience)
        case .translate(let question, let text, let source): ask(question, text, source)
        case .forgetTexts(let lines): book.forget(lines)
        case .catchUp: Task { await self.fetch() }
        case .readFacts:
            tell(.settings)
            Task { await self.readFacts() }
        case .lookAround: mustLookAround = true
        case .end(let members): end(members)
        case .endAll: end()
        }
    }

    private func ask(_ question: Question, _ text: String, _ source: LanguageTag) {
        Task { [services = dependencies.services, id = room.id, said = state.said(question)] in
            let translation = await services.translate(text, from: source, to: question.lang, in: id, said: said)
            self.perform(self.state.answered(question, translation))
        }
    }

    private func tell(_ event: FeedEvent, _ audience: Audience) {
        // They go first: what is shown there waits a second for its translation, and streams may be a thousand.
        tell(.told(event, audience))
        let bytes = book.bytes(event, epoch: state.epoch)
        if case .line(let message) = event, message.seq % 64 == 0, let oldest = state.lines.first?.message.seq {
            book.forget(before: oldest)
        }
        push(bytes, to: state.recipients(of: event, audience))
        if let bytes = kioskBytes(event, bytes) { push(bytes, to: .screens) }
    }

    /// Hands an event that is about no line to every stream that it is meant for.
    func push(_ bytes: ByteBuffer, to audience: Audience) {
        push(bytes, to: state.readers.recipients(of: nil, audience))
    }

    /// Those that lag are ended.
    func push(_ bytes: ByteBuffer, to recipients: some Sequence<StreamID>) {
        for id in recipients where streams[id]?.queue.push(bytes) == false { breakOff(id) }
    }

    func pump() {
        var index = streams.startIndex
        while index != streams.endIndex {
            streams.values[index].pump()
            streams.formIndex(after: &index)
        }
    }

    private func breakOff(_ id: StreamID) {
        dependencies.dropped(.tooSlow, 1)
        dependencies.logger.info("a visitor reads too slowly; its stream is ended", metadata: ["room": "\(info.name)"])
        streams[id]?.breakOff()
        close(id)
    }

    private func end(_ members: [MemberID]) {
        for member in members { dependencies.dropped(.removed, endStreams(of: member)) }
        Task { await self.dependencies.removed(self.room.id, members) }
    }

    /// Ends a member's streams behind what it was told.
    @discardableResult
    func endStreams(of member: MemberID) -> Int {
        let meant = state.readers.recipients(of: nil, .members([member])).filter { streams[$0]?.queue.isEnded == false }
        for id in meant { streams[id]?.queue.end() }
        pump()
        return meant.count
    }

    /// Ends every stream behind what it was told.
    func end() {
        guard !hasEnded else { return }
        hasEnded = true
        dependencies.dropped(.closing, streams.count)
        for id in streams.keys { streams[id]?.queue.end() }
        pump()
        endFollower()
        Task { await self.dependencies.ended(self.room.id) }
    }

    // MARK: Streams

    func add(_ stream: OpenStream, _ seat: Readership.Seat) -> StreamID {
        let id = nextID()
        streams[id] = stream
        if hasEnded { streams[id]?.queue.end() }
        perform(state.opened(id, seat))
        return id
    }

    func nextID() -> StreamID {
        lastStream += 1
        return StreamID(number: lastStream)
    }

    /// The next bytes to write; nil at the stream's end.
    func next(_ id: StreamID) async -> ByteBuffer? {
        while true {
            switch streams[id]?.queue.take() {
            case .bytes(let bytes): return bytes
            case .end, nil: return nil
            case .nothing where streams[id]?.missed != nil:
                if let bytes = await nextMissed(id) { return bytes }
            case .nothing: return await withCheckedContinuation { streams[id]?.waiting = $0 }
            }
        }
    }

    /// The stream's connection is gone, or its writer is done.
    func close(_ id: StreamID) {
        guard var stream = streams.removeValue(forKey: id) else { return }
        stream.release()
        mustTellReach = true
        state.closed(id)
    }

    // MARK: Facts

    /// Reads the facts again, once at a time, and tells what visitors should know of the difference.
    func readFacts() async {
        guard !isReadingFacts else {
            mustReadFactsAgain = true
            return
        }
        isReadingFacts = true
        repeat {
            mustReadFactsAgain = false
            let (info, facts) = (await room.info, await room.facts)
            note(info, facts)
        } while mustReadFactsAgain
        isReadingFacts = false
    }

    private func note(_ info: RoomInfo, _ facts: WebRoomFacts) {
        let before = roomJSON()
        self.info = info
        self.facts = facts
        if facts.epoch != state.epoch { book.forget() }
        state.begin(epoch: facts.epoch, newest: facts.newest)
        perform(state.pin(facts.notice))
        if roomJSON() != before { tellRoom() }
    }
}
