import NIOCore
import SabirProtocol

/// Lines that are kept beyond memory: nobody is told a line before the log has it.
extension Room {
    /// The device's id in this room's log, or in its memory where it has no log.
    func author(of hello: Hello) -> AuthorID? { token(of: hello).map(author(of:)) }

    func author(of token: String) -> AuthorID { sources.author(token) }

    func token(of hello: Hello) -> String? { hello.device.map(token(ofDevice:)) }

    func token(ofDevice secret: String) -> String { sources.token(secret) }

    /// Begins a new epoch where somebody has seen more of this one than there is: the log has lost lines.
    mutating func renewEpoch(for hello: Hello) {
        guard let epoch = state.renewEpoch(for: hello, author(of: hello), now: now) else { return }
        add(.log { $0.renew(epoch: epoch) })
        logger.warning("a member has seen lines that the history does not have; the room begins another epoch")
    }

    // MARK: Drafts whose ids the log checks

    /// Decides on a draft once the log has said whether it knows the draft's id.
    mutating func decideLate(_ entry: DeduplicationQueue.Entry, _ known: KnownID?) {
        let (seat, id) = (entry.seat, entry.draft.id)
        guard holds(seat) else {
            answerMessageCallers(of: id, .failure(WireFault.noLongerIn))
            return
        }
        switch decide(entry.draft, for: entry.carried, from: seat.number, known: known) {
        case .nothing: break
        case .said(let message): answerLate(.message(message), about: id, to: seat)
        case .alone(let packet), .shared(let packet): answerLate(packet, about: id, to: seat)
        }
    }

    /// Answers the draft's sender: a caller in this process, or the member on its seat.
    mutating func answerLate(_ packet: HostPacket, about id: MessageID?, to seat: Seat) {
        if isAwaited(id) {
            switch packet {
            case .message(let message): answerMessageCallers(of: id, .success(.message(message)))
            case .error(let fault): answerMessageCallers(of: id, .failure(fault))
            default: break
            }
        } else if holds(seat) {
            answer(packet, to: seat.number)
        }
    }

    /// Says a message for a member in this process. `caller` is answered when the room has the message, with `held`
    /// where it waits here until the link to the room's host is back: it must not be sent again under another id.
    mutating func say(_ draft: Draft, from seat: Seat, as caller: Ticket) {
        guard noteActivity(on: seat) else { return answer(caller, .failure(WireFault.noLongerIn)) }
        guard !isOver else { return answer(caller, .failure(Self.isClosing)) }
        let id = draft.id ?? state.newID()
        var draft = draft
        draft.id = id
        switch say(draft, from: seat) {
        case .alone(.message(let message)), .said(let message):
            answer(caller, .success(.message(message)))
        case .alone(.error(let fault)): answer(caller, .failure(fault))
        case .nothing where state.upstream?.isUp == false && state.upstream?.held[id] != nil:
            answer(caller, .failure(Self.heldFault(id)))
        default: addCaller(caller, forMessage: id)
        }
    }

    // MARK: The log

    /// Tells lines that the log now has.
    mutating func finishAppending(_ lines: [Message]) {
        broadcast(state.settle(lines))
        flush()
    }

    mutating func broadcast(_ settled: [Timeline.Settled]) {
        for line in settled {
            broadcast(line.message)
            for number in line.repeats where state.roster[number] != nil { answer(.message(line.message), to: number) }
            answerMessageCallers(of: line.message.id, .success(.message(line.message)))
        }
        if state.timeline.isSettled { add(.settled) }
    }

    /// Answers callers in this process that their messages are held. `fault`: for callers whose message is not.
    mutating func releaseMessageCallers(saying fault: WireFault) {
        let upstream = state.upstream
        answerAllMessageCallers { value in upstream?.held[value].map { Self.heldFault($0.line.id) } ?? fault }
    }

    private static func heldFault(_ id: MessageID) -> WireFault {
        WireFault(
            .held,
            "The way to the room's host is lost. Your message waits here and goes out by itself when it is back: do not "
                + "send it again.", id: id)
    }

    /// Stops waiting for a log that is too slow; called once a second.
    mutating func checkLog() {
        if state.upstream?.isUp == false { releaseMessageCallers(saying: Self.linkIsDown) }
        if state.beginGoingAhead(ifOverdue: now) {
            if sources.hasLog { add(.log { $0.reportOverdue() }) }
            broadcast(state.goAhead())
            flush()
        }
        refuseOverdueDrafts()
    }

    // MARK: Forgetting

    /// Has the log forget the lines up to this number, which staff cleared.
    mutating func forgetInLog(upTo seq: Int) { if sources.hasLog { add(.log { $0.forget(upTo: seq) }) } }

    /// Forgets lines in memory that were erased from the log at somebody's wish.
    mutating func forget(where isMeant: (Message) -> Bool) { forget(state.forget(where: isMeant)) }

    /// Writes the device records of members who are in anew, after all records were erased from the log: each then
    /// begins with what the member sees from now on.
    mutating func forgetDevices() {
        for record in state.forgetDevices(now: now) { keep(record) }
    }

    mutating func keep(_ record: DeviceRecord) {
        add(.device(record, epoch: state.timeline.epoch))
    }

    mutating func forget(_ lines: [Int]) { if !lines.isEmpty { publish(.forgotten(lines)) } }
}
