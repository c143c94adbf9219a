import NIOCore
import SabirWire

/// How members are told: what a burst of reads causes is encoded once, and written once to each connection.
extension HostedRoom {
    /// Adds a packet for everybody to the burst's one buffer.
    func broadcast(_ packet: HostPacket) {
        if case .message = packet { messageWasTaken() }
        batch.append(packet)
        news?.tell(.everybody(packet))
        flushSoon()
    }

    func flushSoon() {
        guard !flushIsDue else { return }
        flushIsDue = true
        // The loop runs its tasks after it has read from every connection that was ready.
        loop.execute { self.assumeIsolated { $0.flush() } }
    }

    /// A packet for one member, behind everything that everybody was told before.
    func answer(_ packet: HostPacket, to number: MemberNumber) {
        flush()
        guard let channel = channels[number] else { return answerLocally(packet, to: number) }
        channel.writeAndFlush(ByteBuffer(framing: packet), promise: nil)
        if !channel.isWritable, isTooSlow(number, channel) { drop(number, Self.tooSlow) }
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
            for (number, channel) in channels where number != newcomer { channel.writeAndFlush(buffer, promise: nil) }
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
        flushIsDue = false
        handOver()
        guard !batch.isEmpty else { return }
        let frames = batch.take()
        var slow: [MemberNumber] = []
        for (number, channel) in channels {
            channel.writeAndFlush(frames, promise: nil)
            if !channel.isWritable, isTooSlow(number, channel) { slow.append(number) }
        }
        for number in slow { drop(number, Self.tooSlow) }
    }

    private static let tooSlow = WireFault(
        .tooSlow, "You read too slowly: too much was waiting for you.", fatal: true)

    private func isTooSlow(_ number: MemberNumber, _ channel: any Channel) -> Bool {
        let queued = try? channel.syncOptions?.getOption(.bufferedWritableBytes)
        return (queued ?? 0) > settings.queuedBytes + (state.roster[number]?.resumedBytes ?? 0)
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
