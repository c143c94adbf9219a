import NIOCore
import SabirWire

/// What staff do, who are the node's to know.
///
/// One act after the other: each is judged, stored, and only then told. The loop does not wait for the disk; an act that
/// could not be stored is refused.
extension HostedRoom {
    /// Does it, writes it down, and tells everybody: see `carryThrough`.
    package func perform(_ act: StaffAct, by who: String = "node") async throws(WireFault) {
        try await carryThrough(act, by: who)
    }

    /// The answer comes to the asker, now or later: it is told that nothing changed, or why it was not done. What
    /// everybody is told is the answer of a member otherwise.
    ///
    /// - Parameter isTaken: called on the loop once it has its place in the order of what is said.
    func take(
        _ act: StaffAct, by who: String, for asker: ActsUnderWay.Asker?, isTaken: @escaping @Sendable () -> Void = {}
    ) {
        if authority != nil { return passOn(act, by: who, for: asker, isTaken: isTaken) }
        defer { isTaken() }
        guard actQueue.add(ActQueue.Entry(act: act, who: who, asker: asker)) else {
            return answer(asker, .failure(Self.tooManyActs))
        }
        beginActs()
    }

    private func beginActs() {
        while let due = actQueue.next() { begin(due) }
    }

    private func begin(_ due: ActQueue.Entry) {
        flush()
        do throws(WireFault) {
            guard let decision = try state.judge(due.act, now: loop.now, wall: wallClock) else {
                return nothingChanged(due)
            }
            let stored: @Sendable (String?) -> Void = { failure in
                self.loop.execute { self.assumeIsolated { $0.actIsStored(failure) } }
            }
            actQueue.store(decision, on: due)
            if case .clear(let seq) = decision, let log {
                log.clear(upTo: seq, done: stored)
            } else if decision.lasts(after: state.moderation), let moderationStore {
                moderationStore.keep(
                    state.stored(after: decision, now: loop.now, wall: wallClock), done: stored)
            } else {
                actIsStored(nil)
            }
        } catch {
            answer(due.asker, .failure(error))
        }
    }

    private func actIsStored(_ failure: String?) {
        guard let due = actQueue.current else { return }
        guard let failure else {
            let concerned = due.act.member.flatMap { state.known($0)?.info }
            return record(due.act, by: due.who, on: concerned) { $0.actIsRecorded() }
        }
        _ = actQueue.finish()
        logger.error("an act of staff could not be stored", metadata: ["why": "\(failure)"])
        let reason = "This could not be stored, so it was not done: \(failure)"
        answer(due.asker, .failure(WireFault(.unreachable, reason, as: "not-stored")))
        beginActs()
    }

    /// Stored and written down: now it is done, and told.
    private func actIsRecorded() {
        guard case (let due, var decision)? = actQueue.finish() else { return }
        // Readers forget all that they have been told by then; a log has its mark already.
        if case .clear = decision, log == nil { decision = .clear(upTo: state.timeline.newest) }
        end(due, decision)
        beginActs()
    }

    private func end(_ due: ActQueue.Entry, _ decision: Decision) {
        let consequences = state.carryOut(decision, now: loop.now)
        if case .clear(let seq) = decision { log?.forget(upTo: seq) }
        keepReportsIfForgotten()
        if case .remove = decision, !state.moderation.isLocked { keepModeration() }
        guard !consequences.isEmpty else { return nothingChanged(due) }
        carryOut(consequences)
        logger.info("act of staff", metadata: ["act": "\(due.act.name.rawValue)"])
        answer(due.asker, .success([]))
    }

    private func nothingChanged(_ due: ActQueue.Entry) {
        if case .member(let number)? = due.asker { answer(confirmation(of: due.act), to: number) }
        answer(due.asker, .success([]))
    }

    /// What is decided without staff, or need not be waited for.
    func keepModeration() {
        guard let moderationStore else { return }
        let logger = logger
        moderationStore.keep(state.stored(now: loop.now, wall: wallClock)) { failure in
            if let failure { logger.error("what staff decided could not be stored", metadata: ["why": "\(failure)"]) }
        }
    }

    /// The bans, for staff of this node: the host's, where that is elsewhere and tells them.
    package func bans() async throws(WireFault) -> [ListedBan] {
        guard let authority, authority.kind == .host else {
            return state.moderation.list(now: loop.now, wall: wallClock)
        }
        return try await answered(.bans, by: "node")
    }

    /// Those whom staff can act upon though they are not in the room.
    package var absentees: Absentees { state.absentees(now: loop.now, wall: wallClock) }

    func carryOut(_ consequences: [RoomState.Consequence]) {
        for consequence in consequences {
            switch consequence {
            case .tell(let packet): broadcast(packet)
            case .drop(let number, let fault):
                drop(number, fault)
                // Sent out, and not lost by the way.
                endHelp(of: number.id)
            case .sendAllOut(let fault):
                endAllHelp()
                sendAllOut(fault)
            }
        }
    }

    /// Everybody at once: to tell each of the leaving of each other would cost the square of their number.
    private func sendAllOut(_ fault: WireFault) {
        flush()
        state.sendAllOut()
        for connection in connections.values { connection.channel.close(saying: fault, within: Self.farewell) }
        (connections, catchUps) = ([:], [:])
        presence = PresenceBatch()
        news?.tell(.everybody(.error(fault)))
        countChanged?(0)
    }
}
