import Glibc
import NIOCore
import SabirProtocol

/// The connection to one member over TCP. Where nothing in the channel's pipeline changes what is written, frames go
/// straight to the socket: in a quiet room NIO's path costs nearly as much as the kernel's (docs/performance.md). What
/// the socket does not take goes through NIO, and so does everything behind that until NIO has written it.
///
/// Confined to the channel's event loop. While the channel is a member's, nothing else writes to it, except to close
/// it.
final class MemberConnection: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    let channel: any Channel
    /// The socket to write to without the pipeline. Nil where each write has to pass the pipeline (TLS), and once the
    /// connection is over: NIO closes the descriptor and tells the pipeline in one step, in which nobody writes, and
    /// this handler is told first. `channel.isActive` would say the same, but lies elsewhere in memory: in a quiet room
    /// of a hundred, reading it was a twentieth of the cost of a message.
    private var socket: CInt?
    /// Whether NIO may hold bytes that have to go first.
    private var isBehind = true
    /// The member that the connection belongs to, and the sockets of members for whom nothing waits; nil before and
    /// after.
    private var membership: (number: MemberNumber, sockets: OpenSockets)?
    /// The place in those sockets; nil where the connection is not among them.
    private var place: Int?

    /// - Parameter isBare: nothing in the pipeline changes or delays what is written.
    init(_ channel: any Channel, isBare: Bool) {
        self.channel = channel
        guard isBare, channel.isActive else { return }
        let pipeline = channel.pipeline.syncOperations
        guard (try? pipeline.addHandler(self, position: .first)) != nil else { return }
        socket = try? pipeline.withUnsafeTransportIfAvailable { (socket: CInt) in socket }
    }

    func channelInactive(context: ChannelHandlerContext) {
        socket = nil
        leaveSockets()
        context.fireChannelInactive()
    }

    // MARK: Among the room's sockets

    /// Whether `OpenSockets.send` writes to this connection.
    var isAmongSockets: Bool { place != nil }

    func becomeMember(_ number: MemberNumber, among sockets: OpenSockets) {
        membership = (number, sockets)
        joinSockets()
    }

    func endMembership() {
        leaveSockets()
        membership = nil
    }

    func moved(to place: Int) { self.place = place }

    private func joinSockets() {
        guard place == nil, !isBehind, let socket, let membership else { return }
        place = membership.sockets.add(socket, of: membership.number, over: self)
    }

    private func leaveSockets() {
        guard let left = place else { return }
        place = nil
        membership?.sockets.remove(at: left)
    }

    // MARK: Writing

    /// Sends frames now, as far as the member reads; the rest as soon as it does. A broken connection may be over when
    /// this returns. Returns true where nothing waits for the member to read.
    @discardableResult
    func write(_ frames: ByteBuffer) -> Bool {
        let sent = send(frames)
        guard sent < frames.readableBytes else { return true }
        write(frames, from: sent)
        return false
    }

    /// Writes what the socket has not taken, from byte `sent` on. NIO runs into the socket's error, if there is one,
    /// and acts.
    func write(_ frames: ByteBuffer, from sent: Int) {
        isBehind = true
        leaveSockets()
        var rest = frames
        rest.moveReaderIndex(forwardBy: sent)
        channel.writeAndFlush(rest, promise: nil)
    }

    /// Sends to the socket, and returns how many bytes it took.
    private func send(_ frames: ByteBuffer) -> Int {
        guard let socket else { return 0 }
        if isBehind {
            isBehind = unsent > 0
            guard !isBehind else { return 0 }
            joinSockets()
        }
        return frames.withUnsafeReadableBytes { Self.send($0, to: socket) }
    }

    static func send(_ bytes: UnsafeRawBufferPointer, to socket: CInt) -> Int {
        max(0, Glibc.send(socket, bytes.baseAddress, bytes.count, CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL)))
    }

    /// Bytes that wait for the member to read.
    var unsent: Int { (try? channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0 }

    /// Sends the reason and closes when the member has read it, or after a while; with nil closes at once.
    func close(saying fault: WireFault?) {
        guard let fault else { return channel.close(promise: nil) }
        channel.close(saying: fault, within: MemberConnections.farewell)
    }
}

extension Channel {
    /// Sends the reason and closes behind it. Only our half is closed at first: a full close while something of the
    /// peer's is still unread makes the kernel send a reset, which can swallow the error (RFC 9293 §3.10.4).
    func close(saying fault: WireFault, within time: TimeAmount) {
        writeAndFlush(ByteBuffer(framing: .error(fault))).whenComplete { _ in self.close(mode: .output, promise: nil) }
        let end = eventLoop.scheduleTask(in: time) { self.close(promise: nil) }
        closeFuture.whenComplete { _ in end.cancel() }
    }
}
