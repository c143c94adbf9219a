import NIOCore
import SabirProtocol

/// Members' packets, and what they lead to.
extension Room {
    /// Why no more packets of a connection are handled.
    enum Stop {
        /// Effects have to be performed first.
        case effects
        case step(PacketReader.Step)
        /// The member no longer holds its seat.
        case isOut
    }

    /// Handles a connection's packets, as `next` yields them, until one causes effects.
    mutating func receive(from seat: Seat, _ next: () -> PacketReader.Step) -> Stop {
        repeat {
            let step = next()
            guard case .deliver(let packet) = step else { return .step(step) }
            guard receive(packet, from: seat) else { return .isOut }
        } while !hasEffects
        return .effects
    }

    /// Handles one packet. Returns false where the member no longer holds the seat.
    mutating func receive(_ packet: MemberPacket, from seat: Seat) -> Bool {
        guard noteActivity(on: seat) else { return false }
        if case .alone(let reply) = handle(packet, from: seat) { answer(reply, to: seat.number) }
        return true
    }

    mutating func handle(_ packet: MemberPacket, from seat: Seat) -> Reply {
        do throws(WireFault) { return try reply(to: packet, from: seat) } catch { return .alone(.error(error)) }
    }

    private mutating func reply(to packet: MemberPacket, from seat: Seat) throws(WireFault) -> Reply {
        switch packet {
        case .message(let draft): return say(draft, from: seat)
        case .profile(let profile): return try change(profile, of: seat.number)
        case .who(let after):
            let page = state.roster.page(after: after.flatMap(MemberNumber.init))
            return .alone(.members(page.members, more: page.more))
        case .unclear(let id): return try unclear(id, by: seat.number)
        case .person(let id?, _, _): return try person(about: id, by: seat.number)
        case .person(nil, let about, let wish): return try replyToCall(about: about, wish: wish, by: seat.number)
        case .help(let answer): return answerHelp(answer, from: seat)
        case .translate(let question): return translate(question, for: seat)
        case .pairs: return pairs(for: seat)
        case .history(let request): return history(request, for: seat)
        // Acts over the network come by `order`; in this process nobody has a key.
        case .staff: throw Self.isNotStaff
        case .report(let report):
            self.report(report, by: seat.number, for: .member(seat))
            return .nothing
        case .carried, .behind, .deliver, .vouch, .standing: return try carried(packet, by: seat)
        case .ping(let nonce): return .alone(.pong(nonce))
        case .hello: throw WireFault(.badPacket, "You are in already; hello is said once.")
        case .pong, .bye, .proof, .rooms, .unknown: return .nothing
        }
    }

    /// Says a member's message. `RoomState.accept` decides whether it may be said: at once, or, where only the log
    /// knows whether its id was used before, when the log has answered (`resolveFirstDraft`).
    ///
    /// - Parameter carried: the author behind the relay on this seat; nil for the message of the seat's own member.
    mutating func say(_ draft: Draft, for carried: MemberHere? = nil, from seat: Seat) -> Reply {
        // The member or relay sends the message again to the room's next run.
        guard !isOver else { return .nothing }
        guard mustAskLog(about: draft) else { return decide(draft, for: carried, from: seat.number) }
        guard !deduplicationQueue.isFull else {
            let reason = "Too much is waiting for this room's history" + (carried == nil ? "; try again shortly." : ".")
            return .alone(.error(WireFault(.tooFast, reason, id: draft.id)))
        }
        ask(about: draft, for: carried, on: seat)
        return .nothing
    }

    /// Whether the log has to be asked for the draft's id. True also while other drafts wait for the log, to keep the
    /// order.
    func mustAskLog(about draft: Draft) -> Bool {
        guard let mayKnow = sources.mayKnow, !isFollowing else { return false }
        guard deduplicationQueue.isEmpty else { return true }
        return draft.id.map { state.timeline.isNew($0) && mayKnow($0) } ?? false
    }

    /// Decides whether the room takes a draft, and does what follows from that.
    mutating func decide(
        _ draft: Draft, for carried: MemberHere? = nil, from number: MemberNumber, known: KnownID? = nil
    ) -> Reply {
        guard let carried, let relay = state.roster[number] else {
            return carryOut(state.accept(draft, from: number, now: now, wall: wall, known: known))
        }
        let author = carried.token.map(author(of:))
        return carryOut(state.accept(draft, for: carried, author, over: relay, now: now, wall: wall, known: known))
    }

    /// Tells everybody, gives the message to the log or the authority, or answers its sender alone.
    mutating func carryOut(_ outcome: DraftOutcome) -> Reply {
        switch outcome {
        case .accepted(let message):
            if settings.logsMessages {
                logger.debug("message", metadata: ["member": "\(message.member)", "text": "\(message.text)"])
            }
            broadcast(message)
            return .said(message)
        case .entrusted(let line):
            entrust(line)
            return .nothing
        case .offered(let line):
            offer(line)
            return .nothing
        case .awaited: return .nothing
        case .erasing(let entry):
            erase(entry)
            return .nothing
        case .repeated(let message): return .alone(.message(message))
        case .refused(let fault): return .alone(.error(fault))
        }
    }

    private mutating func unclear(_ id: MessageID, by number: MemberNumber) throws(WireFault) -> Reply {
        let (unclear, author) = try state.unclear(id, by: number, now: now)
        answer(.unclear(unclear), to: author)
        return .alone(.unclear(unclear))
    }

    private mutating func replyToCall(
        about id: MessageID?, wish: HelpCall.PrivateTalkRequest?, by number: MemberNumber
    ) throws(WireFault) -> Reply {
        let call = try callForHelp(about: id, wish: wish, by: number).call
        return .shared(.person(PersonCall(caller: call.caller, id: nil, contact: call.contact)))
    }

    private mutating func person(about id: MessageID, by number: MemberNumber) throws(WireFault) -> Reply {
        let (call, author) = try state.person(about: id, by: number, now: now)
        if author != number { answer(.person(call), to: author) }
        return .alone(.person(call))
    }
}
