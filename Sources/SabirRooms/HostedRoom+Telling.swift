import NIOCore
import SabirWire

/// How members are told: what a burst of reads causes is encoded once, and written once to each connection.
extension HostedRoom {
    /// Adds a packet for everybody to the burst's one buffer.
    func broadcast(_ packet: HostPacket) {
        if case .message(let line) = packet {
            messageWasTaken()
            charge(line)
            if line.revision?.isRetraction == true { forgetErased() }
        }
        burst.append(packet)
        news?.tell(.everybody(packet))
        flushSoon()
    }

    func flushSoon() {
        guard burst.becomesDue() else { return }
        // The loop runs its tasks after it has read from every connection that was ready.
        loop.execute { self.assumeIsolated { $0.flush() } }
    }

    /// A packet for one member, behind everything that everybody was told before.
    func answer(_ packet: HostPacket, to number: MemberNumber) {
        flush()
        guard let connection = connections[number] else { return answerLocally(packet, to: number) }
        write(ByteBuffer(framing: packet), to: number)
        if unread(by: number, connection) > settings.queuedBytes { drop(number, Self.tooSlow) }
    }

    private func answerLocally(_ packet: HostPacket, to number: MemberNumber) {
        guard let member = state.roster[number] else { return }
        switch member.whereabouts {
        case .here: break
        case .elsewhere: authority?.deliver(packet, to: number.id)
        case .behind(let relay): answer(packet, to: member, behind: relay)
        }
        guard member.arrival.isLocal else { return }
        news?.tell(.one(Seat(member), packet))
    }

    /// Presence: at once in a small room, with the next tick in a large one.
    func tell(_ packet: HostPacket, except newcomer: MemberNumber?) {
        guard state.roster.count > Self.intimate || !presence.isEmpty else {
            let buffer = ByteBuffer(framing: packet)
            flush()
            for number in connections.keys where number != newcomer { write(buffer, to: number) }
            news?.tell(.everybody(packet))
            return
        }
        switch packet {
        case .joined(let info, _): presence.join(info)
        case .changed(let info, _): presence.change(info)
        case .left(let info, _): presence.leave(info.id)
        default: break
        }
    }

    /// Hands the burst's lines to the log, and writes what is for everybody, once each.
    func flush() {
        burst.end()
        handOver()
        guard burst.hasFrames else { return }
        let frames = burst.takeFrames()
        var unread: [(number: MemberNumber, bytes: Int)] = []
        for (number, connection) in connections {
            write(frames, to: number, over: connection)
            let bytes = self.unread(by: number, connection)
            if bytes > 0 { unread.append((number, bytes)) }
        }
        dropSlow(unread)
    }

    /// Over the room's connection to a member; behind what it missed, while it is told that.
    func write(_ frames: ByteBuffer, to number: MemberNumber) {
        if let connection = connections[number] { write(frames, to: number, over: connection) }
    }

    private func write(_ frames: ByteBuffer, to number: MemberNumber, over connection: MemberConnection) {
        guard !catchUps.isEmpty, catchUps[number] != nil else { return connection.write(frames) }
        catchUps[number]?.wait(frames)
    }

    /// Bytes that wait for a member that reads slowly, or is still told what it missed; 0 for all others.
    private func unread(by number: MemberNumber, _ connection: MemberConnection) -> Int {
        let waiting = catchUps.isEmpty ? 0 : catchUps[number]?.waitingBytes ?? 0
        guard waiting > 0 || !connection.channel.isWritable else { return 0 }
        return waiting + connection.unsent
    }

    /// Whoever is past the bound of one connection, and, past that of all together, those whose most waits.
    private func dropSlow(_ unread: [(number: MemberNumber, bytes: Int)]) {
        var excess = surroundings.unsent.excess(unread.reduce(0) { $0 + $1.bytes }, of: self)
        guard excess > 0 || unread.contains(where: { $0.bytes > settings.queuedBytes }) else { return }
        for (number, bytes) in unread.sorted(by: { $0.bytes > $1.bytes }) {
            guard bytes > settings.queuedBytes || excess > 0 else { return }
            excess -= bytes
            drop(number, Self.tooSlow)
        }
    }

    /// Once a second: also those who read nothing while nothing is said.
    func lookAtUnread() {
        dropSlow(
            connections.compactMap { number, connection in
                let bytes = unread(by: number, connection)
                return bytes > 0 ? (number, bytes) : nil
            })
    }

    private static let tooSlow = WireFault(
        .tooSlow, "You read too slowly: too much was waiting for you.", fatal: true)
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
