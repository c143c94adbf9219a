import NIOCore
import SabirProtocol

/// A room whose lines are kept beyond its memory: nobody is told a line before the log has it.
extension Room {
    /// Stands for a device in this room's log, or in its memory where it has none.
    func author(of hello: Hello) -> AuthorID? { token(of: hello).map(author(of:)) }

    func author(of token: String) -> AuthorID { sources.author(token) }

    func token(of hello: Hello) -> String? { hello.device.map(token(ofDevice:)) }

    func token(ofDevice secret: String) -> String { sources.token(secret) }

    /// Where somebody has seen more of this epoch than there is, the log has lost lines.
    mutating func renewEpoch(for hello: Hello) {
        guard let epoch = state.renewEpoch(for: hello, author(of: hello), now: now) else { return }
        add(.log(.renew(epoch: epoch)))
        logger.warning("a member has seen lines that the history does not have; the room begins another epoch")
    }

    // MARK: Drafts that the log was asked about

    /// The log has said whether it knows the draft's id.
    mutating func decideLate(_ entry: DeduplicationQueue.Entry, _ known: KnownID?) {
        let (seat, id) = (entry.seat, entry.draft.id)
        guard holds(seat) else {
            answerMessageCallers(of: id, .failure(WireFault.noLongerIn))
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
        case .said(let message): answerLate(.message(message), about: id, to: seat)
        case .alone(let packet), .shared(let packet): answerLate(packet, about: id, to: seat)
        }
    }

    /// Answers whoever said the draft: a caller in this process that waits for it, or the member on its seat.
    mutating func answerLate(_ packet: HostPacket, about id: MessageID?, to seat: Seat) {
        if isAwaited(id) {
            switch packet {
            case .message(let message): answerMessageCallers(of: id, .success(message))
            case .error(let fault): answerMessageCallers(of: id, .failure(fault))
            default: break
            }
        } else if holds(seat) {
            answer(packet, to: seat.number)
        }
    }

    /// A message of a member in this process; `caller` is answered when the room has it, with `held` where it waits here
    /// until the way to the room's host is back: it is not to be said again under another id.
    mutating func say(_ draft: Draft, from seat: Seat, as caller: Ticket) {
        guard noteActivity(on: seat) else { return answer(caller, .message(.failure(WireFault.noLongerIn))) }
        guard !isOver else {
            return answer(caller, .message(.failure(WireFault(.closing, "The room is closing.", fatal: true))))
        }
        let id = draft.id ?? state.newID()
        var draft = draft
        draft.id = id
        switch say(draft, from: seat) {
        case .alone(.message(let message)), .said(let message):
            answer(caller, .message(.success(message)))
        case .alone(.error(let fault)): answer(caller, .message(.failure(fault)))
        case .nothing where state.upstream?.isUp == false && state.upstream?.held(id) != nil:
            answer(caller, .message(.failure(Self.heldFault(id))))
        default: addCaller(caller, forMessage: id)
        }
    }

    // MARK: The log

    /// The log has these lines.
    mutating func finishAppending(_ lines: [Message]) {
        broadcast(state.settle(lines))
        flush()
    }

    mutating func broadcast(_ settled: [Timeline.Settled]) {
        for line in settled {
            broadcast(line.message)
            for number in line.repeats where state.roster[number] != nil { answer(.message(line.message), to: number) }
            answerMessageCallers(of: line.message.id, .success(line.message))
        }
        if state.timeline.isSettled { add(.settled) }
    }

    /// Members in this process hear that the link is lost: what they said is held.
    private mutating func releaseMessageCallers() {
        guard state.upstream?.isUp == false else { return }
        releaseMessageCallers(saying: Self.linkIsDown)
    }

    /// `fault`: for those whose line is not held.
    mutating func releaseMessageCallers(saying fault: WireFault) {
        let upstream = state.upstream
        answerAllMessageCallers { value in upstream?.held(value).map { Self.heldFault($0.line.id) } ?? fault }
    }

    private static func heldFault(_ id: MessageID) -> WireFault {
        WireFault(
            .held,
            "The way to the room's host is lost. Your message waits here and goes out by itself when it is back: do not "
                + "send it again.", id: id)
    }

    /// Once a second: a room does not wait for ever.
    mutating func checkLog() {
        releaseMessageCallers()
        if state.beginGoingAhead(ifOverdue: now) {
            if sources.hasLog { add(.log(.reportOverdue)) }
            broadcast(state.goAhead())
            flush()
        }
        refuseOverdueDrafts()
    }

    // MARK: Forgetting

    /// Lines were erased from the log at somebody's wish: memory forgets them too.
    mutating func forget(where isMeant: (Message) -> Bool) { forget(state.forget(where: isMeant)) }

    /// So was what is kept of its devices: that of those who are in is written anew, with what they see from now on.
    mutating func forgetDevices() {
        for record in state.forgetDevices(now: now) { keep(record) }
    }

    mutating func keep(_ record: DeviceRecord) {
        add(.device(record, epoch: state.timeline.epoch))
    }

    mutating func forget(_ lines: [Int]) { if !lines.isEmpty { publish(.forgotten(lines)) } }
}
