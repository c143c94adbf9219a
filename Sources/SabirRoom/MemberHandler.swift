import NIOCore
import SabirCore
import SabirProtocol

/// The last handler of a member's channel: frames in, packets to the room. What the room writes bypasses this handler
/// and goes straight to the channel.
///
/// Confined to the channel's event loop, which is the room's as well.
final class MemberHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    /// Counted from the challenge: meanwhile a guest's slow computer works on the password.
    static let proofTimeout = TimeAmount.seconds(30)

    private let server: RoomServer
    private var reader: PacketReader
    private var machine = HostConnection()
    private var member: (room: HostedRoom, seat: HostedRoom.Seat)?
    /// The peer that was sent a challenge.
    private var challenged: (room: HostedRoom, hello: Hello, challenge: PasswordChallenge)?
    private var timeout: Scheduled<Void>?
    /// Whether reading pauses; packets may be waiting in the reader.
    private var isResting = false
    /// Whether the staff list is being looked up for a hello; later packets wait.
    private var isLookedUp = false
    private var readingIsStopped = false
    /// The address groups in which packets are counted, besides the connection itself.
    private var countedGroups: [AddressGroup] = []
    /// The connection's address and the gate's verdict; nil before it is open.
    private var visit: (address: String?, verdict: ConnectionGate.Verdict)?

    init(server: RoomServer, maximumFrame: Int) {
        self.server = server
        reader = PacketReader(maximumFrame: maximumFrame, pace: ReadingPace(server.limits.packets))
    }

    func channelActive(context: ChannelHandlerContext) {
        guard admitConnection(context) else { return }
        limit(to: server.limits.patienceWithHello, context)
    }

    /// Limits how long the next step towards the room may take.
    private func limit(to time: TimeAmount, _ context: ChannelHandlerContext) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        timeout = context.eventLoop.scheduleTask(in: time) {
            let (handler, context) = bound.value
            let action = handler.machine.helloTimedOut()
            if case .closeSaying = action { handler.server.assumeIsolated { $0.helloTimedOut() } }
            handler.perform(action, context)
        }
    }

    /// Counts the connection at the server. One beyond the limit is told why, or just closed. Returns whether it was
    /// admitted.
    private func admitConnection(_ context: ChannelHandlerContext) -> Bool {
        let address = context.channel.remoteAddress?.ipAddress
        let verdict = server.assumeIsolated { $0.connectionOpened(from: address) }
        visit = (address, verdict)
        switch verdict {
        case .welcome: return true
        case .refused(_, let fault): perform(machine.refusedHello(fault), context)
        case .dropped:
            machine.ended()
            context.close(promise: nil)
        }
        return false
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard machine.phase != .over else { return }
        reader.append(unwrapInboundIn(data))
        handlePackets(context)
    }

    /// Whether packets have to wait in the reader, so that nothing more is read either.
    private var isHeld: Bool { isResting || isLookedUp || reader.isFull }

    private func handlePackets(_ context: ChannelHandlerContext) {
        // All that was read together gets one time, so that the clocks are read once.
        let now = context.eventLoop.now
        let time = member?.room.assumeIsolated { $0.time }
        let groups = countedGroups
        let most = groups.isEmpty ? nil : server.assumeIsolated { $0.packetsInOneTurn(from: groups) }
        reader.left = most
        defer { endTurn(after: most) }
        while machine.phase != .over, !isHeld {
            switch step(now, time) {
            case .done?:
                if reader.isFull { stopReading(context) }
                return
            case .rest?: return rest(context)
            case let step?: perform(step, context)
            case nil: machine.ended()
            }
        }
    }

    private func endTurn(after most: Int?) {
        guard let most, let left = reader.left, most > left else { return }
        let groups = countedGroups
        server.assumeIsolated { $0.took(most - left, from: groups) }
    }

    /// The next step that the room does not handle; nil where the member no longer holds its seat.
    private func step(_ now: NIODeadline, _ time: Room.Time?) -> PacketReader.Step? {
        guard let member else { return reader.next(on: &machine, now: now) }
        // Unsafe in name alone: the closure is called before this returns, on the room's loop, which is the channel's
        // and so the only thread that ever touches this handler; `assumeIsolated` ends the process where it is another.
        nonisolated(unsafe) let handler = self
        return member.room.assumeIsolated { room in
            room.deliver(from: member.seat, at: time ?? room.time) {
                handler.reader.next(on: &handler.machine, now: now)
            }
        }
    }

    private func rest(_ context: ChannelHandlerContext) {
        isResting = true
        server.assumeIsolated { $0.readingRests() }
        stopReading(context)
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: ReadingPace.rest) {
            let (handler, context) = bound.value
            handler.isResting = false
            handler.readOn(context)
        }
    }

    private func stopReading(_ context: ChannelHandlerContext) {
        guard !readingIsStopped else { return }
        readingIsStopped = true
        _ = context.channel.setOption(.autoRead, value: false)
    }

    private func readOn(_ context: ChannelHandlerContext) {
        handlePackets(context)
        guard readingIsStopped, !isHeld else { return }
        readingIsStopped = false
        _ = context.channel.setOption(.autoRead, value: true)
        context.channel.read()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if let member, context.channel.isWritable { member.room.assumeIsolated { $0.resumeCatchUp(of: member.seat) } }
        context.fireChannelWritabilityChanged()
    }

    func channelInactive(context: ChannelHandlerContext) {
        timeout?.cancel()
        machine.ended()
        leave()
        guard let visit else { return }
        self.visit = nil
        server.assumeIsolated { $0.connectionClosed(from: visit.address, after: visit.verdict) }
    }

    /// Tells a guest the fault with which a guard refused it. A reset ends the connection like any other end.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let fault = error as? WireFault else { return context.close(promise: nil) }
        perform(machine.failed(fault.asFatal), context)
    }

    private func perform(_ step: PacketReader.Step, _ context: ChannelHandlerContext) {
        switch step {
        case .deliver(let packet):
            guard let member else { return }
            let isIn = member.room.assumeIsolated { room in room.turn { $0.receive(packet, from: member.seat) } }
            if !isIn { machine.ended() }
        case .look(let act): order(act, context)
        case .perform(let action): perform(action, context)
        case .failed(let fault):
            // A member that the room dropped has been told why already.
            if let member, !member.room.assumeIsolated({ $0.holds(member.seat) }) { machine.ended() }
            perform(machine.failed(fault), context)
        case .rest, .done: break
        }
    }

    private func perform(_ action: HostConnection.Action, _ context: ChannelHandlerContext) {
        switch action {
        case .join(let hello): join(hello, context)
        case .list(let after): list(after: after, context)
        case .check(let proof): check(proof, context)
        case .refuse(let fault):
            guard let member else { return }
            member.room.assumeIsolated { room in room.turn { $0.answer(.error(fault), to: member.seat.number) } }
        case .closeSaying(let fault):
            timeout?.cancel()
            leave()
            context.channel.close(saying: fault, within: server.limits.patienceWithRefused)
        case .close:
            leave()
            context.close(promise: nil)
        case .deliver, .ignore: break
        }
    }

    private func list(after: String?, _ context: ChannelHandlerContext) {
        let address = context.channel.remoteAddress?.ipAddress
        let way = IncomingInterface(of: context.channel)
        guard let list = unwrap(server.assumeIsolated { $0.list(after: after, from: address, over: way) }, context)
        else { return }
        context.channel.writeAndFlush(ByteBuffer(framing: .rooms(list)), promise: nil)
    }

    /// Returns the answer to a hello, a question or a proof; where that is a refusal, tells it to the peer and returns
    /// nil.
    private func unwrap<Answer>(_ answer: Result<Answer, WireFault>, _ context: ChannelHandlerContext) -> Answer? {
        do throws(WireFault) {
            return try answer.get()
        } catch {
            perform(machine.refusedHello(error), context)
            return nil
        }
    }

    private func order(_ act: ModerationAction, _ context: ChannelHandlerContext) {
        guard let (room, seat) = member else { return }
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let isIn = room.assumeIsolated { room in
            room.order(act, from: seat) {
                let (handler, context) = bound.value
                handler.resumeAfterAct(context)
            }
        }
        if !isIn { machine.ended() }
    }

    private func resumeAfterAct(_ context: ChannelHandlerContext) {
        reader.endLookup()
        while machine.phase != .over, let step = reader.nextThatWaited() { perform(step, context) }
        if readingIsStopped, machine.phase != .over { readOn(context) }
    }

    private func join(_ hello: Hello, _ context: ChannelHandlerContext) {
        timeout?.cancel()
        timeout = nil
        let address = context.channel.remoteAddress?.ipAddress
        let way = IncomingInterface(of: context.channel)
        guard let room = unwrap(server.assumeIsolated { $0.room(for: hello, from: address, over: way) }, context)
        else { return }
        lookUp(hello, room, context) { rank, handler, context in
            switch room.assumeIsolated({ $0.joinDecision(for: hello, as: rank, from: address) }) {
            case .open: handler.join(room, hello, as: rank, nil, context)
            case .challenge(let challenge): handler.challenge(hello, challenge, room, context)
            case .shut(let fault): handler.perform(handler.machine.refusedHello(fault), context)
            }
        }
    }

    /// Looks the hello's device up in the staff list. Without an answer in time nothing is believed of the device, and
    /// it comes in like everybody else.
    private func lookUp(
        _ hello: Hello, _ room: HostedRoom, _ context: ChannelHandlerContext,
        then: @escaping @Sendable (StaffRank, MemberHandler, ChannelHandlerContext) -> Void
    ) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        isLookedUp = true
        room.assumeIsolated { room in
            room.rank(of: hello.device) { rank in
                let (handler, context) = bound.value
                handler.isLookedUp = false
                guard handler.machine.phase != .over else { return }
                then(rank, handler, context)
                if handler.readingIsStopped { handler.readOn(context) }
            }
        }
        if isLookedUp { stopReading(context) }
    }

    private func challenge(
        _ hello: Hello, _ challenge: PasswordChallenge, _ room: HostedRoom, _ context: ChannelHandlerContext
    ) {
        challenged = (room, hello, challenge)
        machine.challenged()
        limit(to: Self.proofTimeout, context)
        context.channel.writeAndFlush(ByteBuffer(framing: .challenge(challenge)), promise: nil)
    }

    private func check(_ proof: String, _ context: ChannelHandlerContext) {
        timeout?.cancel()
        timeout = nil
        guard let (room, hello, challenge) = challenged else { return }
        challenged = nil
        let address = context.channel.remoteAddress?.ipAddress
        let checked = room.assumeIsolated { $0.check(proof, of: hello, after: challenge, from: address) }
        guard let answer = unwrap(checked, context) else { return }
        // Looked up again: the proof may have taken long.
        lookUp(hello, room, context) { $1.join(room, hello, as: $0, answer, $2) }
    }

    /// `proof`: the host's own, for the welcome.
    private func join(
        _ room: HostedRoom, _ hello: Hello, as rank: StaffRank, _ proof: String?, _ context: ChannelHandlerContext
    ) {
        let channel = context.channel
        let entrance = Room.Entrance(rank: rank, address: channel.remoteAddress?.ipAddress, proof: proof)
        if hello.asksForGrant { return answer(room, hello, entrance, context) }
        let isBare = server.isBare
        let joined = room.assumeIsolated { $0.join(hello, entrance, over: channel, isBare: isBare) }
        guard let seat = unwrap(joined, context) else { return }
        member = (room, seat)
        machine.joined()
        if room.assumeIsolated({ $0.state.relays[seat.number] != nil }) { reader.readAsRelay() }
        countedGroups = room.assumeIsolated { $0.countedGroups(of: seat) }
        // Writing the welcome may have ended a broken connection before `member` was set.
        if !channel.isActive { leave() }
    }

    /// Answers a peer that only asks a question. The peer says bye when it has read the answer, and has as long for
    /// that as for a hello.
    private func answer(
        _ room: HostedRoom, _ hello: Hello, _ entrance: Room.Entrance, _ context: ChannelHandlerContext
    ) {
        let greeted = room.assumeIsolated { room in room.turn { $0.greet(hello, entrance) } }
        guard let answer = unwrap(greeted, context) else { return }
        machine.noteAnswer()
        limit(to: server.limits.patienceWithHello, context)
        context.channel.writeAndFlush(answer, promise: nil)
    }

    private func leave() {
        guard let member else { return }
        self.member = nil
        member.room.assumeIsolated { $0.leave(member.seat) }
    }
}
