import Logging
import NIOCore
import SabirFeed
import SabirProtocol
import SabirRoom

/// The page's side of a room's feed: encodes each event once and queues it for the streams of visitors, desks and
/// screens. Runs on the feed's executor, so that nothing happens between the feed's turn and this one.
///
/// Owns the streams' queues. A stream's writer calls `next`; a slow writer gets everything since its last write as one
/// buffer, and one that is too slow is ended.
actor PageFeed {
    /// What all feeds of the page share.
    struct Dependencies: Sendable {
        let services: any WebNodeServices
        let availability: LanguageAvailabilityService
        var talks = PrivateTalks()
        var answers = StaffAnswers()
        let visitors: Visitors
        let help: OpenCallWatch
        /// The address that phones can reach, without a trailing slash.
        let base: @Sendable (NetworkSide) -> String
        let logger: Logger
        var metrics: SabirMetrics?
    }

    nonisolated let room: any WebRoom
    nonisolated let feed: RoomFeed
    let dependencies: Dependencies
    var book: EventEncoder
    var streams: [ReaderID: OpenStream] = [:]

    nonisolated var unownedExecutor: UnownedSerialExecutor { feed.unownedExecutor }

    init(_ room: any WebRoom, _ feed: RoomFeed, in dependencies: Dependencies) {
        self.room = room
        self.feed = feed
        self.dependencies = dependencies
        book = EventEncoder(wording: dependencies.services.outcomeWording)
    }

    /// Runs work on the feed, whose executor this actor shares.
    func inFeed<T: Sendable>(_ work: @Sendable (isolated RoomFeed) -> T) -> T {
        feed.assumeIsolated { work($0) }
    }

    var state: FeedState { inFeed { $0.state } }
    var facts: RoomFacts { inFeed { $0.facts } }

    // MARK: Telling

    func encoded(_ events: [FeedEvent], forStaff isForStaff: Bool = false) -> [ByteBuffer] {
        let epoch = state.epoch
        return events.map { (isForStaff ? book.bytesForStaff($0) : nil) ?? book.bytes($0, epoch: epoch) }
    }

    private func send(_ event: FeedEvent, _ readers: [ReaderID]) {
        if case .cleared = event { forgetTexts() }
        let state = state
        let bytes = book.bytes(event, epoch: state.epoch)
        if case .line(let message) = event, message.seq % 64 == 0, let oldest = state.lines.first?.message.seq {
            book.forget(before: oldest)
        }
        if let forStaff = book.bytesForStaff(event) {
            push(forStaff, to: readers.filter { state.readers.seats[$0]?.listening.isDesk == true })
            push(bytes, to: readers.filter { state.readers.seats[$0]?.listening.isDesk != true })
        } else {
            push(bytes, to: readers)
        }
        if let bytes = kioskBytes(event, bytes) { push(bytes, to: .screens) }
    }

    /// Drops every encoded text after staff cleared the room, also for streams that are still catching up.
    private func forgetTexts() {
        book.forget()
        for id in streams.keys { streams[id]?.behind = [] }
        Task { [dependencies, room] in await dependencies.answers.forget(room: room.id) }
    }

    /// Queues an event that is about no line for every stream of the audience.
    func push(_ bytes: ByteBuffer, to audience: Audience) {
        push(bytes, to: inFeed { $0.recipients(audience) })
    }

    /// Queues an event; a stream whose queue is full is ended.
    func push(_ bytes: ByteBuffer, to recipients: some Sequence<ReaderID>) {
        for id in recipients where streams[id]?.queue.push(bytes) == false { breakOff(id) }
    }

    /// Sends an event to all streams of one member.
    func tell(_ event: ByteBuffer, to member: MemberID) {
        push(event, to: .members([member]))
        pump()
    }

    func pump() {
        var index = streams.startIndex
        while index != streams.endIndex {
            streams.values[index].pump()
            streams.formIndex(after: &index)
        }
    }

    private func breakOff(_ id: ReaderID) {
        countDropped(.tooSlow, 1)
        let name = facts.info.name
        dependencies.logger.info("a visitor reads too slowly; its stream is ended", metadata: ["room": "\(name)"])
        streams[id]?.breakOff()
        close(id)
    }

    func countDropped(_ why: SabirMetrics.Drop, _ streams: Int) {
        dependencies.metrics?.visitorsDropped(why).increment(by: streams)
    }

    private func putOut(_ members: [MemberID]) {
        for member in members { countDropped(.removed, endStreams(of: member)) }
        Task { [dependencies, room] in
            await dependencies.visitors.remove(members, from: room.id)
            await dependencies.help.wake()
        }
    }

    /// Ends a member's streams after the events already sent.
    @discardableResult
    func endStreams(of member: MemberID) -> Int {
        let meant = inFeed { $0.recipients(.members([member])) }.filter { streams[$0]?.queue.isEnded == false }
        for id in meant { streams[id]?.queue.end() }
        pump()
        return meant.count
    }

    private func endAll() {
        countDropped(.closing, streams.count)
        for id in streams.keys { streams[id]?.queue.end() }
        pump()
        Task { [dependencies, room] in await dependencies.visitors.removeAll(from: room.id) }
    }

    /// Sends the room to every visitor in its language, if anything that visitors see has changed.
    private func tellRoom(before: RoomFacts) {
        let facts = inFeed { $0.facts }
        if before.linesOnScreens != facts.linesOnScreens { Task { await self.greetScreens() } }
        // Members and notice have events of their own. The rest is compared as encoded for visitors, so that no field
        // is forgotten.
        var earlier = before
        (earlier.n, earlier.langs, earlier.notice) = (facts.n, facts.langs, facts.notice)
        guard JSONText.encode(roomJSON(earlier)) != JSONText.encode(roomJSON(facts)) else { return }
        for lang in inFeed({ Array($0.state.readers.languages) }) {
            push(ByteBuffer(event: "room", roomJSON(for: lang)), to: .readers(of: lang))
        }
        push(ByteBuffer(event: "room", roomJSON()), to: .screens)
        pump()
    }

    // MARK: Streams

    func add(_ seat: Readership.Seat, breakOff: @escaping @Sendable () -> Void) -> ReaderID {
        let (id, hasEnded) = inFeed { ($0.open(seat), $0.hasEnded) }
        streams[id] = OpenStream(breakOff: breakOff)
        if hasEnded { streams[id]?.queue.end() }
        return id
    }

    /// The next bytes to write; nil at the stream's end.
    func next(_ id: ReaderID) async -> ByteBuffer? {
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

    /// Closes a stream whose connection is gone or whose writer is done.
    func close(_ id: ReaderID) {
        guard var stream = streams.removeValue(forKey: id) else { return }
        stream.release()
        inFeed { $0.close(id) }
    }

    /// Switches a member's streams to its new language.
    func change(_ member: MemberInfo, reads: Set<LanguageTag>) {
        for id in inFeed({ $0.recipients(.members([member.id])) }) {
            let owed = inFeed { $0.change(id, to: member, reading: reads) } ?? []
            for bytes in encoded(owed) { _ = streams[id]?.queue.push(bytes) }
        }
        pump()
    }

    private static let heartbeatBytes = ByteBuffer(string: ":\n\n")

    /// Sends a comment on every stream: proxies see that the stream lives, and the loss of a phone is noticed.
    func beat() {
        push(Self.heartbeatBytes, to: Array(streams.keys))
        pump()
    }

    var unwrittenCount: Int { streams.values.reduce(0) { $0 + $1.queue.count } }
}

extension PageFeed: FeedListener {
    nonisolated func tell(_ event: FeedEvent, to readers: [ReaderID]) { assumeIsolated { $0.send(event, readers) } }
    nonisolated func flush() { assumeIsolated { $0.pump() } }
    nonisolated func forgetTexts(ofLines lines: Set<Int>) { assumeIsolated { $0.book.forget(lines) } }
    nonisolated func factsChanged(from before: RoomFacts) { assumeIsolated { $0.tellRoom(before: before) } }
    nonisolated func membersRemoved(_ members: [MemberID]) { assumeIsolated { $0.putOut(members) } }
    nonisolated func feedEnded() { assumeIsolated { $0.endAll() } }
}
