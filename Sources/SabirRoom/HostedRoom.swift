import Logging
import NIOCore
import SabirProtocol

/// A room on the node that hosts it. Connections, the log, the authority and the node talk to this actor; it runs a
/// pure `Room`, one turn after another, and performs the effects of each turn.
///
/// The actor runs on its listener's event loop: connections of that loop enter it by `assumeIsolated`, without a hop or
/// a lock. What a burst of reads causes is encoded once into one buffer, which is written once to each member and
/// flushed when the loop has read from everybody.
///
/// An effect can call back at once: a write finds a connection broken, and ends it. Such a turn changes the room at
/// once; its effects are performed after those already waiting.
package actor HostedRoom {
    /// The settings at opening. Those that can change while the room runs are in `state.settings`.
    package nonisolated let settings: RoomSettings
    package nonisolated var id: String { settings.info.id }
    nonisolated let translation: (any RoomTranslation)?
    nonisolated let dependencies: RoomDependencies
    nonisolated let loop: any EventLoop
    package nonisolated let hasPassword: Bool
    /// The log that keeps lines beyond memory; nil where there is none.
    nonisolated let log: (any RoomLog)?
    /// Numbers the lines instead of this room; nil where the room is its own authority.
    nonisolated let authority: (any RoomAuthority)?
    /// Keeps what devices may see where the room is numbered elsewhere; nil where the room's own log does, or nothing.
    nonisolated let devices: (any DeviceKeeping)?
    /// Stores the decisions of staff; nil where they are not stored here.
    nonisolated let moderationStore: (any ModerationStore)?
    nonisolated let untranslated = UntranslatedLines()
    let logger: Logger
    private var room: Room
    private var isPerforming = false
    /// The connection of the member that is coming in during this turn.
    private var entering: MemberConnection?
    private var connections = MemberConnections()
    /// Limits how many returning members the log is read for at a time.
    private var concurrentReadings = ConcurrencyLimit(8)
    private var answers = LateAnswers()
    /// Callers that wait until nothing is on its way into the log.
    private var settling: [CheckedContinuation<Void, Never>] = []
    private var news = NewsLines()
    /// The other rooms of the node, on the same event loop; none until `connect`.
    private var otherRooms: @Sendable () -> [HostedRoom] = { [] }
    /// Nil in a room without a password.
    private var gate: PasswordGate?
    private var countChanged: (@Sendable (Int) -> Void)?
    /// Why members of this process cannot come in; nil while the room is open on this side.
    private(set) var hidden: WireFault?

    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor.asUnownedSerialExecutor() }

    /// `translation`: the engine shared with members, if any. `kept`: the log behind the room, and what was read from
    /// it. `passwordVerification`: checks the room's password, if it has one. `authority`: numbers lines instead of the
    /// room; `past`: an earlier run's state where there is no log.
    package init(
        settings: RoomSettings, translation: (any RoomTranslation)? = nil, kept: RestoredLog? = nil,
        passwordVerification: (any PasswordVerification)? = nil, authority: (any RoomAuthority)? = nil,
        past: RoomPast? = nil,
        moderation: KeptModeration? = nil,
        dependencies: RoomDependencies = RoomDependencies(), on loop: any EventLoop, logger: Logger, seed: UInt64? = nil
    ) {
        self.settings = settings
        self.translation = translation
        hasPassword = passwordVerification != nil
        gate = passwordVerification.map { PasswordGate($0) }
        self.dependencies = dependencies
        self.loop = loop
        var logger = logger
        logger[metadataKey: "room"] = "\(settings.info.name)"
        self.logger = logger
        log = kept?.log
        self.authority = authority
        moderationStore = moderation?.store
        devices = authority == nil || settings.history == .off ? nil : dependencies.devices
        var state = RoomState(
            settings: settings, seed: seed, skeleton: dependencies.skeleton,
            past: kept?.past ?? past, isEntrusted: kept != nil, upstream: authority.map { Upstream($0.kind) },
            tokens: dependencies.tokens, now: loop.now)
        let time = Room.Time(now: loop.now, wall: dependencies.clock().wall)
        let id = settings.info.id
        var sources = RoomSources(token: { dependencies.token($0, id) })
        sources.grant = { dependencies.grant(id, $0) }
        sources.storesModeration = moderation != nil
        if let devices {
            state.inherit(devices.known(in: id, epoch: state.timeline.epoch))
            sources.devices = { devices.known(in: id, epoch: $0) }
        }
        if let past = moderation?.past { state.restore(past, now: time.now, wall: time.wall) }
        if let authority {
            sources.authority = authority.kind
            sources.authorityTakesWishes = { authority.takesWishes }
            sources.authorityTakesLinesToStaff = { authority.takesLinesToStaff }
        }
        if let log = kept?.log {
            sources.mayKnow = { log.mayKnow($0) }
            sources.author = { log.author(ofDevice: $0) }
        }
        if let translation {
            sources.sharing = {
                translation.isOffered ? SharedTranslation(port: translation.port, connection: true) : nil
            }
        }
        room = Room(state: state, sources: sources, meter: dependencies.meter, logger: logger, at: time)
        // A new topic in the configuration replaces the one that staff set, for good.
        if moderation?.past?.topic != nil, state.moderation.topic == nil { room.keepModeration() }
    }

    // MARK: Turns

    var state: RoomState { _read { yield room.state } }

    /// Runs `look` on the room as it is now, without changing it or causing effects.
    func reading<Result, Failure: Error>(_ look: (Room) throws(Failure) -> Result) throws(Failure) -> Result {
        room.beginTurn(at: time)
        return try look(room)
    }

    /// Runs one turn of the room. The effects are performed before this returns, or, where an effect itself is calling,
    /// after those already waiting.
    func turn<Result, Failure: Error>(
        _ body: (inout Room) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        room.beginTurn(at: time)
        defer { perform() }
        return try body(&room)
    }

    /// The clocks now. A caller that delivers many packets at once asks once for all of them.
    var time: Room.Time { Room.Time(now: loop.now, wall: dependencies.clock().wall) }

    private func perform() {
        guard !isPerforming, room.hasEffects else { return }
        isPerforming = true
        while let effect = room.nextEffect() { perform(effect) }
        connections.forgetDetached()
        isPerforming = false
        // Only now: a caller that is answered may go on at once, and end a connection to which something was still to
        // be written.
        while let call = answers.takeDue() { call.then(call.answer) }
    }

    /// Runs a turn from outside the loop, from any thread of this process.
    private nonisolated func later(_ body: @escaping @Sendable (inout Room) -> Void) {
        loop.execute { self.assumeIsolated { $0.turn(body) } }
    }

    private func perform(_ effect: RoomEffect) {
        switch effect {
        case .burst(let frames): write(frames)
        case .others(let frames, let newcomer):
            for (number, connection) in connections.all where number != newcomer {
                write(frames, to: number, over: connection)
            }
        case .write(let frames, let number):
            if let connection = connections[number] { write(frames, to: number, over: connection) }
        case .answer(let frames, let number): answer(frames, to: number)
        case .seat(let number, let welcome, let catchUp): seat(number, welcome, catchUp)
        case .detach(let number): connections.detach(number)
        case .close(let number, let fault): connections.take(number)?.close(saying: fault)
        case .closeAll(let fault): for connection in connections.takeAll() { connection.close(saying: fault) }
        case .ping(let numbers):
            let ping = ByteBuffer(framing: .ping(nil))
            for number in numbers { connections[number]?.write(ping) }
        case .burstIsDue: later { $0.flush() }

        case .append(let lines): log?.append(lines) { lines in self.later { $0.finishAppending(lines) } }
        case .offer(let lines): authority?.offer(lines)
        case .authority(let send): if let authority { send(authority) }
        case .log(let use): if let log { use(log) }
        case .clear(let seq): log?.clear(upTo: seq) { failure in self.later { $0.finishStoringAct(failure) } }
        case .retract(let entry): retract(entry)
        case .askLog(let id, let round):
            Task {
                let known: KnownID? = if let id { await log?.known(id) } else { nil }
                turn { $0.resolveFirstDraft(known, round: round) }
            }
        case .history(let request, let seat): answer(request, from: seat)
        case .device(let record, let epoch):
            log?.keep(record)
            devices?.keep(record, in: settings.info.id, epoch: epoch)
        case .store(let moderation, let isAct): store(moderation, isAct)
        case .record(let entry, let then): write(entry, then: then)
        case .reports(let reports): dependencies.office.keep(reports, of: settings.info.id)
        case .lookUp(let device, let then):
            rank(of: device) { rank in self.assumeIsolated { $0.turn { then(&$0, rank) } } }
        case .translate(let question, let seat, let isBack): translate(question, for: seat, isBack)
        case .pairs(let seat): answerPairs(to: seat)

        case .news(let item):
            news.append(item)
            if news.isEmpty { turn { $0.setHasListener(false) } }
        case .count(let count): countChanged?(count)
        case .otherRooms(let body): for room in otherRooms() { room.assumeIsolated { $0.turn(body) } }
        case .erased(let texts): dependencies.erased(texts)
        case .untranslated(let seq): untranslated.add(seq)
        case .forgetUntranslated: untranslated.forget()
        case .answerCaller(let ticket, let answer): answers.answer(ticket, answer)
        case .settled: finishSettling()
        case .tick:
            lookAtUnread()
            news.catchUp()
        }
    }

    private func retract(_ entry: Erasures.Entry) {
        log?.retract(entry.line, seq: entry.seq, by: entry.id) { texts, failure in
            self.later { $0.finishErasure(entry, texts: texts, failure: failure) }
        }
    }

    // MARK: Members over TCP

    /// `isBare`: nothing in the channel's pipeline changes or delays what is written.
    func join(
        _ hello: Hello, _ entrance: Room.Entrance, over channel: any Channel, isBare: Bool
    ) -> Result<Seat, WireFault> {
        entering = MemberConnection(channel, isBare: isBare)
        defer { entering = nil }
        return turn { $0.join(hello, entrance) }
    }

    private func seat(_ number: MemberNumber, _ welcome: ByteBuffer, _ catchUp: CatchUp?) {
        guard let connection = entering else { return }
        entering = nil
        connections.add(connection, of: number)
        if let catchUp { connections.catchUps[number] = catchUp }
        connection.write(welcome)
        if catchUp != nil { self.catchUp(number) }
    }

    /// Handles packets of a member's connection, one turn each, as `next` yields them. Returns the first step that the
    /// room does not handle; nil where the member no longer holds the seat. `next` must not enter the room.
    ///
    /// - Parameter time: when the packets were read.
    func deliver(from seat: Seat, at time: Room.Time, _ next: () -> PacketReader.Step) -> PacketReader.Step? {
        while true {
            room.beginTurn(at: time)
            let stop = room.receive(from: seat, next)
            perform()
            switch stop {
            case .effects: continue
            case .step(let step): return step
            case .isOut: return nil
            }
        }
    }

    /// Notes that the connection is over, for whatever reason.
    package func leave(_ seat: Seat) { turn { $0.leave(seat) } }

    /// Queues an act of a member, judged by the current staff list. `isJudged` is called when its turn is over. Returns
    /// false where the member no longer holds the seat.
    func order(_ act: ModerationAction, from seat: Seat, isJudged: @escaping @Sendable () -> Void) -> Bool {
        let judged = answers.wait { _ in isJudged() }
        let isIn = turn { $0.order(act, from: seat, judged) }
        if !isIn { answers.forget(judged) }
        return isIn
    }

    /// Looks a device up in the staff list again, off the loop.
    func rank(of device: String?, then: @escaping @Sendable (StaffRank) -> Void) {
        guard let device else { return then(.nobody) }
        loop.ask(within: StaffRank.patience) {
            dependencies.office.lookUp(device, answer: $0)
        } then: { rank in
            then(rank ?? .unknown)
        }
    }

    /// Writes frames to a member, or keeps them behind the lines that it is still catching up with.
    private func write(_ frames: ByteBuffer, to number: MemberNumber, over connection: MemberConnection) {
        if !connections.enqueue(frames, for: number) { connection.write(frames) }
    }

    private func write(_ frames: ByteBuffer) {
        guard connections.areAllCaughtUp else {
            for (number, connection) in connections.all { write(frames, to: number, over: connection) }
            return lookAtUnread()
        }
        let others = connections.others
        let short = connections.send(frames)
        for (_, connection, sent) in short { connection.write(frames, from: sent) }
        let late = others.filter { !$0.connection.write(frames) }
        lookAtUnread(of: short.map { ($0.number, $0.connection) } + late)
    }

    private func answer(_ frames: ByteBuffer, to number: MemberNumber) {
        guard let connection = connections[number] else { return }
        write(frames, to: number, over: connection)
        guard connections.unread(by: number, connection) > state.settings.queuedBytes else { return }
        turn { $0.drop(number, Room.tooSlow) }
    }

    /// Drops the members that exceed the bound of one connection and, past the bound of all together, those with the
    /// most unsent bytes.
    private func dropSlow(_ unread: [(number: MemberNumber, bytes: Int)]) {
        var excess = dependencies.unsent.excess(unread.reduce(0) { $0 + $1.bytes }, of: self)
        guard excess > 0 || unread.contains(where: { $0.bytes > state.settings.queuedBytes }) else { return }
        for (number, bytes) in unread.sorted(by: { ($0.bytes, $1.number) > ($1.bytes, $0.number) }) {
            guard bytes > state.settings.queuedBytes || excess > 0 else { return }
            excess -= bytes
            turn { $0.drop(number, Room.tooSlow) }
        }
    }

    /// Looks at all members: once a second too, so that those who do not read are dropped also while nothing is said.
    private func lookAtUnread() { lookAtUnread(of: connections.all.map { ($0.key, $0.value) }) }

    private func lookAtUnread(of members: [(number: MemberNumber, connection: MemberConnection)]) {
        var unread: [(number: MemberNumber, bytes: Int)] = []
        for (number, connection) in members {
            let bytes = connections.unread(by: number, connection)
            if bytes > 0 { unread.append((number, bytes)) }
        }
        dropSlow(unread)
    }

    // MARK: Catching up

    // Members who come back are sent missed lines in pieces, the next one when the member has read.

    /// How long the log may take for a piece; after that its lines are told as a gap, and can be asked for.
    static let piecePatience = TimeAmount.seconds(8)

    /// Continues catching up: the member's connection takes more.
    func resumeCatchUp(of seat: Seat) {
        guard connections.catchUps[seat.number]?.connection == seat.connection else { return }
        catchUp(seat.number)
    }

    func catchUp(_ number: MemberNumber) {
        guard let caught = connections.catchUps[number], !caught.isWriting, caught.reading == nil else { return }
        connections.catchUps[number]?.isWriting = true
        defer { connections.catchUps[number]?.isWriting = false }
        while let connection = connections[number], connection.channel.isActive, connection.channel.isWritable,
            let caught = connections.catchUps[number]
        {
            let oldest = max(log == nil ? state.timeline.oldest : 1, state.timeline.cleared + 1)
            guard let piece = caught.next(from: oldest) else { return finish(number, connection) }
            guard piece.lowerBound >= state.timeline.oldest else { return read(piece, for: number, caught.connection) }
            // Limits the number of lines and not the range of numbers: of very many numbers there may be no lines.
            let lines = state.timeline.messages(
                from: piece.lowerBound, through: caught.upTo, limit: CatchUp.stretch)
            let isLast = lines.count < CatchUp.stretch
            write(lines, through: isLast ? caught.upTo : lines.last?.seq ?? caught.upTo, number, connection)
        }
    }

    private func write(_ lines: [Message], through end: Int, _ number: MemberNumber, _ connection: MemberConnection) {
        var frames = FrameEncoder()
        let packets = connections.catchUps[number]?.nextPackets(of: lines, through: end) ?? []
        for packet in packets { frames.append(packet) }
        if !frames.isEmpty { connection.write(frames.take()) }
    }

    /// Ends catching up: the member is level with the others.
    private func finish(_ number: MemberNumber, _ connection: MemberConnection) {
        guard var caught = connections.catchUps.removeValue(forKey: number) else { return }
        var frames = caught.finish().map { ByteBuffer(framing: $0) } ?? ByteBuffer()
        for var waiting in caught.takeWaiting() { frames.writeBuffer(&waiting) }
        connection.write(frames)
    }

    private func read(_ piece: ClosedRange<Int>, for number: MemberNumber, _ connection: UInt64) {
        guard let reading = connections.catchUps[number]?.beginReading() else { return }
        let patience = loop.scheduleTask(in: Self.piecePatience) {
            self.assumeIsolated { $0.takePiece([], $0.state.timeline.oldest - 1, reading, number, connection) }
        }
        Task {
            let lines = await lines(of: piece)
            patience.cancel()
            takePiece(lines, piece.upperBound, reading, number, connection)
        }
    }

    /// Reads the lines of a piece, for a limited number of members at a time.
    private func lines(of piece: ClosedRange<Int>) async -> [Message] {
        await beginReading()
        defer { endReading() }
        let found = await log?.lines(before: piece.upperBound + 1, limit: piece.count) ?? []
        return found.filter { piece.contains($0.seq) }
    }

    private func takePiece(
        _ lines: [Message], _ end: Int, _ reading: Int, _ number: MemberNumber, _ connection: UInt64
    ) {
        guard let caught = connections.catchUps[number], caught.connection == connection, caught.reading == reading
        else { return }
        connections.catchUps[number]?.endReading()
        guard let connection = connections[number], connection.channel.isActive else { return }
        write(lines.filter { $0.seq > state.timeline.cleared }, through: end, number, connection)
        catchUp(number)
    }

    // MARK: Asking others

    private func store(_ moderation: StoredModeration, _ isAct: Bool) {
        moderationStore?.keep(moderation) { failure in
            self.later { isAct ? $0.finishStoringAct(failure) : $0.finishKeepingModeration(failure) }
        }
    }

    private func write(_ entry: AuditEntry, then: @escaping @Sendable (inout Room) -> Void) {
        let logger = logger
        loop.ask(within: AuditEntry.patience) { (done: @escaping @Sendable (Bool) -> Void) in
            dependencies.office.record(entry) { done(true) }
        } then: { isDone in
            if isDone == nil { logger.error("an act of staff is not written down yet: the disk does not answer") }
            self.assumeIsolated { $0.turn(then) }
        }
    }

    private func translate(_ question: TranslationQuestion, for seat: Seat, _ isBack: Bool) {
        guard let translation else { return }
        Task {
            let answer = await translation.translate(
                question.texts, from: question.source, to: question.target, staysHere: isBack)
            let count = question.texts.count
            let fitting = answer.texts.count == count ? answer : .untranslated(count, "The engine's answer is no use.")
            turn { $0.finishQuestion(with: .translated(id: question.id, fitting.fitting(id: question.id)), for: seat) }
        }
    }

    private func answerPairs(to seat: Seat) {
        guard let translation else { return }
        Task {
            let pairs = await translation.pairs()
            turn { $0.finishQuestion(with: .pairs(pairs), for: seat) }
        }
    }

    private func answer(_ request: HistoryRequest, from seat: Seat) {
        Task {
            let page = await read(request, from: room.firstVisibleSeq(on: seat))
            turn { $0.answerHistory(with: page, for: seat) }
        }
    }

    /// Waits until another reading of the log may begin.
    func beginReading() async {
        if !concurrentReadings.begin() { await withCheckedContinuation { concurrentReadings.wait($0) } }
    }

    func endReading() { concurrentReadings.end() }

    // MARK: Callers in this process

    /// Runs a turn whose caller is answered in that turn or later.
    @discardableResult
    func ask(_ begin: (inout Room, Ticket) -> Void) async throws(WireFault) -> Answered {
        let answer: LateAnswer = await withCheckedContinuation { caller in
            let ticket = answers.wait { caller.resume(returning: $0) }
            turn { begin(&$0, ticket) }
        }
        return try answer.get()
    }

    /// Calls `handler` with the number of members each time that changes. One handler; it must not block.
    package func onCountChange(_ handler: @escaping @Sendable (Int) -> Void) { countChanged = handler }

    /// All news from now on, until the listener stops. Bounded; see `RoomNews.lagged`. `speakingForMembers`: also the
    /// news for single members of this process (`enter`).
    package func listen(speakingForMembers: Bool = true) -> AsyncStream<RoomNews> {
        // The room is closed to this process: a late listener is told so.
        if let hidden {
            return AsyncStream { news in
                news.yield(.everybody(.error(hidden)))
                news.finish()
            }
        }
        turn { $0.flush() }
        let stream = news.open(speakingForMembers: speakingForMembers)
        turn { $0.setHasListener(true) }
        return stream
    }

    /// Connects the node's other rooms. Also asks for the reports of an earlier run, for which nothing waits.
    func connect(_ otherRooms: @escaping @Sendable () -> [HostedRoom]) {
        self.otherRooms = otherRooms
        turn { $0.connect { otherRooms().flatMap { room in room.assumeIsolated { $0.reading(\.helpForOtherRooms) } } } }
        guard !settings.isPrivate else { return }
        dependencies.office.reports(of: settings.info.id) { past in self.later { $0.restore(past) } }
    }

    // MARK: The password

    /// Reads and changes the password gate; nil in a room without a password.
    func atGate<Answer, Failure: Error>(
        _ ask: (inout PasswordGate?) throws(Failure) -> Answer
    ) throws(Failure) -> Answer {
        try ask(&gate)
    }

    // MARK: Its end

    /// Disconnects everybody, who then find another way to the room. Nobody comes in in this process until the room is
    /// shown again, as a request may have found the room before.
    func disconnectEverybody(saying reason: WireFault? = nil) {
        hidden = reason ?? Room.carriedElsewhere
        turn { $0.disconnectEverybody(saying: reason) }
    }

    func show() { hidden = nil }

    /// Accepts nothing and nobody any more, and returns when all that was said is in the log, or the time is over.
    func stopAccepting(within time: TimeAmount) async {
        turn { $0.stopAccepting() }
        guard !state.timeline.isSettled else { return }
        let end = loop.scheduleTask(in: time) { self.assumeIsolated { $0.finishSettling() } }
        await withCheckedContinuation { settling.append($0) }
        end.cancel()
    }

    private func finishSettling() {
        for waiting in settling { waiting.resume() }
        settling = []
    }

    /// Says goodbye to everybody and lets nobody in any more. Connections close once the goodbye is read, or after
    /// `time`.
    func close(within time: TimeAmount) -> [EventLoopFuture<Void>] {
        let goodbye = Room.isClosing
        turn { $0.close(saying: goodbye) }
        news.end()
        hidden = goodbye
        _ = dependencies.unsent.excess(0, of: self)
        return connections.takeAll().map { connection in
            connection.channel.close(saying: goodbye, within: time)
            return connection.channel.closeFuture
        }
    }
}
