import Glibc
import Logging
import NIOCore
import SabirWire

/// A room on the node that hosts it: the one authority over its order.
///
/// An actor on its listener's event loop: the connections of that loop enter it by `assumeIsolated`, without a hop
/// or a lock. What a burst of reads causes is encoded once into one buffer; that buffer is written once to each
/// member, and flushed, when the loop has read from everybody who had something to say.
package actor HostedRoom {
    /// In rooms of up to so many members each coming and going is told at once; in larger ones in batches.
    static let intimate = 100
    /// How long a member that is dropped has for reading why.
    static let farewell = TimeAmount.seconds(5)

    package nonisolated let settings: RoomSettings
    private nonisolated let loop: any EventLoop
    private let logger: Logger
    private var state: RoomState
    private var channels: [MemberNumber: any Channel] = [:]
    private var batch = FrameEncoder()
    private var flushIsDue = false
    private var presence = PresenceBatch()
    private var countChanged: (@Sendable (Int) -> Void)?

    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor.asUnownedSerialExecutor() }

    package init(settings: RoomSettings, on loop: any EventLoop, logger: Logger, seed: UInt64? = nil) {
        self.settings = settings
        self.loop = loop
        var logger = logger
        logger[metadataKey: "room"] = "\(settings.info.name)"
        self.logger = logger
        state = RoomState(settings: settings, seed: seed ?? .random(in: .min ... .max))
    }

    package var memberCount: Int { state.roster.count }

    /// Calls `handler` with the number of members each time it changes. One listener; it must not block.
    package func onCountChange(_ handler: @escaping @Sendable (Int) -> Void) { countChanged = handler }

    // MARK: Coming and going

    /// Where a connection sits once its `hello` is accepted.
    struct Seat: Sendable {
        let number: MemberNumber
        let connection: UInt64
    }

    func join(_ hello: Hello, over channel: any Channel) -> Result<Seat, WireFault> {
        flush()  // what came before belongs to those who were here before
        return Result { () throws(WireFault) in try state.admit(hello, now: .now()) }
            .map { seat($0, hello, over: channel) }
    }

    private func seat(_ admission: RoomState.Admission, _ hello: Hello, over channel: any Channel) -> Seat {
        let member = admission.member
        if let replaced = admission.replaces { giveUp(replaced) }
        channels[member.number] = channel
        welcome(member, since: hello.resume, over: channel)
        switch admission.change {
        case .joined: tell(.joined(member.info, n: state.roster.count), except: member.number)
        case .changed: tell(.changed(member.info, n: state.roster.count), except: member.number)
        case .none: break
        }
        countChanged?(state.roster.count)
        logger.debug("member in", metadata: ["member": "\(member.info.id)", "client": "\(hello.client ?? "-")"])
        return Seat(number: member.number, connection: member.connection)
    }

    private func welcome(_ member: Member, since resume: Hello.Resume?, over channel: any Channel) {
        let (welcome, members) = state.welcome(member.number)
        let missed = state.missed(since: resume)
        var frames = FrameEncoder()
        frames.append(welcome, members: members)
        if let gap = missed.gap { frames.append(.gap(gap)) }
        for message in missed.messages { frames.append(.message(message)) }
        let buffer = frames.take()
        state.resumed(member.number, bytes: buffer.readableBytes)
        channel.writeAndFlush(buffer, promise: nil)
    }

    /// Another connection of the same device takes over: the member stays, the old connection goes.
    private func giveUp(_ old: Member) {
        guard let channel = channels.removeValue(forKey: old.number) else { return }
        let fault = WireFault(.replaced, "This device has joined again over another connection.", fatal: true)
        channel.close(saying: fault, within: Self.farewell)
    }

    /// The connection is over, for whatever reason.
    func leave(_ seat: Seat) {
        guard let member = state.remove(seat.number, connection: seat.connection) else { return }
        channels[seat.number] = nil
        tell(.left(member.info, n: state.roster.count), except: nil)
        countChanged?(state.roster.count)
        logger.debug("member out", metadata: ["member": "\(member.info.id)"])
    }

    /// Takes a member out and tells it why; its connection closes when it has read that, or after a while.
    private func drop(_ number: MemberNumber, _ fault: WireFault) {
        guard let member = state.roster[number], let channel = channels[number] else { return }
        leave(Seat(number: number, connection: member.connection))
        channel.close(saying: fault, within: Self.farewell)
        logger.info("member dropped", metadata: ["member": "\(member.info.id)", "code": "\(fault.code.rawValue)"])
    }

    // MARK: Talking

    /// One packet of a member that is in. False where the seat is no longer its own.
    func receive(_ packet: MemberPacket, from seat: Seat) -> Bool {
        guard state.heard(seat.number, connection: seat.connection, at: .now()) else { return false }
        switch packet {
        case .message(let draft): say(draft, from: seat.number)
        case .profile(let profile):
            if let info = state.change(profile, of: seat.number) {
                tell(.changed(info, n: state.roster.count), except: nil)
            }
        case .who(let after):
            let page = state.roster.page(after: after.flatMap(MemberNumber.init))
            answer(.members(page.members, more: page.more), to: seat.number)
        case .ping(let nonce): answer(.pong(nonce), to: seat.number)
        case .hello: refuse(WireFault(.badPacket, "You are in already; hello is said once."), to: seat)
        case .pong, .bye, .unknown: break
        }
        return true
    }

    /// A refusal that leaves the member in.
    func refuse(_ fault: WireFault, to seat: Seat) { answer(.error(fault), to: seat.number) }

    private func say(_ draft: Draft, from number: MemberNumber) {
        switch state.accept(draft, from: number, now: .now(), wall: Self.wallClock()) {
        case .accepted(let message): broadcast(.message(message))
        case .repeated(let message): answer(.message(message), to: number)
        case .refused(let fault): answer(.error(fault), to: number)
        }
    }

    private static func wallClock() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
    }

    // MARK: Telling everybody

    /// Adds a packet for everybody to the burst's one buffer.
    private func broadcast(_ packet: HostPacket) {
        batch.append(packet)
        guard !flushIsDue else { return }
        flushIsDue = true
        // The loop runs its tasks after it has read from every connection that was ready.
        loop.execute { self.assumeIsolated { $0.flush() } }
    }

    /// A packet for one member, behind everything that everybody was told before.
    private func answer(_ packet: HostPacket, to number: MemberNumber) {
        flush()
        channels[number]?.writeAndFlush(ByteBuffer(framing: packet), promise: nil)
    }

    /// Presence: at once in a small room, with the next tick in a large one.
    private func tell(_ packet: HostPacket, except newcomer: MemberNumber?) {
        guard state.roster.count > Self.intimate || !presence.isEmpty else {
            let buffer = ByteBuffer(framing: packet)
            flush()
            for (number, channel) in channels where number != newcomer { channel.writeAndFlush(buffer, promise: nil) }
            return
        }
        switch packet {
        case .joined(let info, _): presence.join(info)
        case .changed(let info, _): presence.change(info)
        case .left(let info, _): presence.leave(info.id)
        default: break
        }
    }

    /// Writes the burst to everybody, once each.
    private func flush() {
        flushIsDue = false
        guard !batch.isEmpty else { return }
        let frames = batch.take()
        var slow: [MemberNumber] = []
        for (number, channel) in channels {
            channel.writeAndFlush(frames, promise: nil)
            if !channel.isWritable, isTooSlow(number, channel) { slow.append(number) }
        }
        for number in slow {
            drop(number, WireFault(.tooSlow, "You read too slowly: too much was waiting for you.", fatal: true))
        }
    }

    private func isTooSlow(_ number: MemberNumber, _ channel: any Channel) -> Bool {
        let queued = try? channel.syncOptions?.getOption(.bufferedWritableBytes)
        return (queued ?? 0) > settings.queuedBytes + (state.roster[number]?.resumedBytes ?? 0)
    }

    // MARK: The second hand

    /// Once a second: what large rooms are told of their members, and who has fallen silent.
    func tick() {
        if !presence.isEmpty {
            broadcast(.presence(presence.take(n: state.roster.count, langs: state.roster.langs)))
        }
        flush()
        let silent = state.silent(at: .now())
        let ping = ByteBuffer(framing: .ping(nil))
        for number in silent.ping { channels[number]?.writeAndFlush(ping, promise: nil) }
        for number in silent.gone { giveUpOn(number) }
    }

    private func giveUpOn(_ number: MemberNumber) {
        guard let member = state.roster[number] else { return }
        let channel = channels[number]
        leave(Seat(number: number, connection: member.connection))
        channel?.close(promise: nil)
        logger.info("member silent for too long", metadata: ["member": "\(member.info.id)"])
    }

    /// Says goodbye to everybody. Their connections close once they have read it, or after the time given.
    func close(within time: TimeAmount) -> [EventLoopFuture<Void>] {
        flush()
        let goodbye = WireFault(.closing, "The room is closing.", fatal: true)
        defer { channels = [:] }
        return channels.values.map { channel in
            channel.close(saying: goodbye, within: time)
            return channel.closeFuture
        }
    }
}

extension Channel {
    /// Says why, and closes behind it. Only our half is closed at first: a full close while something of the peer's is
    /// still unread makes the kernel send a reset, which can swallow the error (RFC 9293 §3.10.4).
    func close(saying fault: WireFault, within time: TimeAmount) {
        writeAndFlush(ByteBuffer(framing: .error(fault))).whenComplete { _ in self.close(mode: .output, promise: nil) }
        let end = eventLoop.scheduleTask(in: time) { self.close(promise: nil) }
        closeFuture.whenComplete { _ in end.cancel() }
    }
}
