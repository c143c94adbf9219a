import NIOCore
import SabirWire

/// A room whose lines are kept beyond its memory: nobody is told a line before the log has it.
extension HostedRoom {
    /// A log, and what it has of the room.
    package struct Kept: Sendable {
        let log: any RoomLog
        let past: RoomPast

        package init(log: any RoomLog, past: RoomPast) {
            self.log = log
            self.past = past
        }
    }

    /// Stands for a device in this room's log, or in its memory where it has none.
    func author(of hello: Hello) -> AuthorID? { token(of: hello).map(author(of:)) }

    func author(of token: String) -> AuthorID { log?.author(ofDevice: token) ?? AuthorID(token: token) }

    func token(of hello: Hello) -> String? { hello.device.map(token(ofDevice:)) }

    func token(ofDevice secret: String) -> String { surroundings.token(secret, settings.info.id) }

    /// Where somebody has seen more of this life than there is, the log has lost lines.
    func renewEpoch(for hello: Hello) {
        guard let epoch = state.renewEpoch(for: hello, author(of: hello), now: loop.now) else { return }
        log?.renew(epoch: epoch)
        logger.warning("a member has seen lines that the history does not have; the room begins another epoch")
    }

    // MARK: Saying

    /// The answer comes later where only the log can give it.
    func say(_ draft: Draft, from seat: Seat) -> Reply {
        // What is not taken now is said again to the room's next life.
        guard !isOver else { return .nothing }
        guard mustAsk(draft) else { return decide(draft, from: seat.number) }
        guard !unsure.isFull else {
            let reason = "Too much is waiting for this room's history; try again shortly."
            return .alone(.error(WireFault(.tooFast, reason, id: draft.id)))
        }
        ask(about: draft, on: seat)
        return .nothing
    }

    func ask(about draft: Draft, for carried: Carried? = nil, on seat: Seat) {
        let isFirst = unsure.isEmpty
        unsure.add(UnsureDrafts.Entry(draft: draft, seat: seat, carried: carried, since: loop.now))
        if isFirst { askLog() }
    }

    func mustAsk(_ draft: Draft) -> Bool {
        guard let log, authority == nil else { return false }
        guard unsure.isEmpty else { return true }
        return draft.id.map { state.timeline.isNew($0) && log.mayKnow($0) } ?? false
    }

    private func askLog() {
        guard let log, let entry = unsure.first else { return }
        let (round, id) = (unsure.round, entry.draft.id)
        Task {
            let known: KnownID? =
                if let id, state.timeline.isNew(id), log.mayKnow(id) { await log.known(id) } else { nil }
            guard unsure.round == round else { return }
            unsure.removeFirst()
            decided(entry, known)
            askLog()
        }
    }

    private func decided(_ entry: UnsureDrafts.Entry, _ known: KnownID?) {
        let (seat, id) = (entry.seat, entry.draft.id)
        guard holds(seat) else {
            tellSpeakers(of: id, .failure(RoomState.noLongerIn))
            return
        }
        let reply =
            if let carried = entry.carried, let relay = state.roster[seat.number] {
                decide(entry.draft, for: carried, over: relay, known: known)
            } else {
                decide(entry.draft, from: seat.number, known: known)
            }
        switch reply {
        case .nothing: break
        case .alone(let packet), .shared(let packet): answerLate(packet, about: id, to: seat)
        }
    }

    /// An answer to what was said a while ago.
    private func answerLate(_ packet: HostPacket, about id: MessageID?, to seat: Seat) {
        if let id, speakers.isAwaited(id.value) {
            switch packet {
            case .message(let message): tellSpeakers(of: id, .success(message))
            case .error(let fault): tellSpeakers(of: id, .failure(fault))
            default: break
            }
        } else if holds(seat) {
            answer(packet, to: seat.number)
        }
    }

    /// The same for members in this process: returns when the room has the message. Throws `held` where the message waits
    /// here until the way to the room's host is back: it is not to be said again under another id.
    package func say(_ draft: Draft, from seat: Seat) async throws(WireFault) -> Message {
        guard state.heard(seat.number, connection: seat.connection, at: loop.now) else { throw RoomState.noLongerIn }
        guard !isOver else { throw WireFault(.closing, "The room is closing.", fatal: true) }
        let id = draft.id ?? state.newID()
        var draft = draft
        draft.id = id
        let reply: Reply = say(draft, from: seat)
        switch reply {
        case .alone(.message(let message)), .shared(.message(let message)): return message
        case .alone(.error(let fault)): throw fault
        case .nothing where state.upstream?.isUp == false && state.upstream?.held(id) != nil: throw Self.isHeld(id)
        default: return try await withCheckedContinuation { speakers.add($0, for: id.value) }.get()
        }
    }

    /// False where nobody waits for it.
    @discardableResult
    func tellSpeakers(of id: MessageID?, _ result: Result<Message, WireFault>) -> Bool {
        id.map { speakers.answer($0.value, result) } ?? false
    }

    // MARK: The log

    /// With the burst's others, where there is a way to the authority; otherwise all that is held goes when it is back.
    func offer(_ line: OfferedLine) {
        guard state.upstream?.isUp == true else { return }
        burst.append(line)
        flushSoon()
    }

    func handOver(_ line: LogLine) {
        burst.append(line)
        flushSoon()
    }

    /// The burst's lines, all at once.
    func handOver() {
        let (offered, entrusted) = (burst.takeOffered(), burst.takeEntrusted())
        if !offered.isEmpty { authority?.offer(offered) }
        guard let log, !entrusted.isEmpty else { return }
        log.append(entrusted) { lines in
            self.loop.execute { self.assumeIsolated { $0.told(lines) } }
        }
        tell(state.goAhead())
    }

    /// The log has these lines.
    private func told(_ lines: [Message]) {
        tell(state.settle(lines))
        flush()
    }

    private func tell(_ settled: [Timeline.Settled]) {
        for line in settled {
            broadcast(.message(line.message))
            for number in line.repeats where state.roster[number] != nil { answer(.message(line.message), to: number) }
            tellSpeakers(of: line.message.id, .success(line.message))
        }
        if state.timeline.isSettled { isSettled() }
    }

    /// Members in this process hear that the link is lost: what they said is held.
    private func letSpeakersGo() {
        guard state.upstream?.isUp == false else { return }
        letSpeakersGo(saying: Self.linkIsDown)
    }

    /// `fault`: for those whose line is not held.
    func letSpeakersGo(saying fault: WireFault) {
        speakers.answerAll { value in
            .failure(state.upstream?.held(value).map { Self.isHeld($0.line.id) } ?? fault)
        }
    }

    private static func isHeld(_ id: MessageID) -> WireFault {
        WireFault(
            .held,
            "The way to the room's host is lost. Your message waits here and goes out by itself when it is back: do not "
                + "send it again.", id: id)
    }

    /// Once a second: a room does not wait for ever.
    func checkLog() {
        letSpeakersGo()
        if state.timeline.isOverdue(loop.now) {
            log?.isOverdue()
            tell(state.goAhead())
            flush()
        }
        guard unsure.isOverdue(loop.now) else { return }
        for entry in unsure.giveUp() {
            let reason = "This room's history does not answer; try again shortly."
            answerLate(
                .error(WireFault(.tooFast, reason, id: entry.draft.id)), about: entry.draft.id, to: entry.seat)
        }
    }

    /// Where lines are kept from now on, as newcomers are told.
    package func isKept(_ place: HistoryTerms.Place) { state.isKept(place) }

    /// Whether staff of its authority elsewhere read it without being members.
    package func isRead(byStaff staffRead: Bool) { state.isRead(byStaff: staffRead) }

    // MARK: Forgetting

    /// Lines were erased from the log at somebody's wish: memory forgets them too.
    package func forget(where isMeant: @Sendable (Message) -> Bool) { forget(state.forget(where: isMeant)) }

    /// So was what is kept of its devices: that of those who are in is written anew, with what they see from now on.
    package func forgetDevices() {
        state.visibility.forgetRecords()
        for record in state.recordsOfThoseHere(now: loop.now) { keep(record) }
    }

    func keep(_ record: DeviceRecord) {
        log?.keep(record)
        devices?.keep(record, in: settings.info.id, epoch: state.timeline.epoch)
    }

    func forget(_ lines: [Int]) { if !lines.isEmpty { news?.tell(.forgotten(lines)) } }
}
