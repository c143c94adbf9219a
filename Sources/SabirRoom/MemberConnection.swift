import Glibc
import NIOCore
import SabirProtocol

/// The way to one member over TCP. Where nothing in the channel's pipeline changes what is written, it goes to the
/// socket at once: in a room where little is said NIO's way there costs nearly as much as the kernel's (docs/performance.md).
/// What the socket does not take goes NIO's way, and so does all behind it until that is out.
///
/// Confined to the channel's event loop. Nobody else writes to the channel while it is a member's, but to close it.
final class MemberConnection {
    let channel: any Channel
    /// Nil where each write has to pass the pipeline (TLS). NIO closes the descriptor and makes the channel inactive in
    /// one step, calling nobody in between: while the loop finds the channel active, the number is this connection's.
    private let socket: CInt?
    /// NIO may hold bytes that have to go first.
    private var isBehind = true

    /// - Parameter isBare: nothing in the pipeline changes or holds what is written.
    init(_ channel: any Channel, isBare: Bool) {
        self.channel = channel
        let pipeline = channel.pipeline.syncOperations
        socket = isBare ? try? pipeline.withUnsafeTransportIfAvailable { (socket: CInt) in socket } : nil
    }

    /// Sends it now, as far as the member reads; the rest as soon as it does. A connection that turns out to be broken
    /// may be over when this returns. True where nothing waits for the member to read.
    @discardableResult
    func write(_ frames: ByteBuffer) -> Bool {
        let sent = send(frames)
        guard sent < frames.readableBytes else { return true }
        isBehind = true
        var rest = frames
        rest.moveReaderIndex(forwardBy: sent)
        channel.writeAndFlush(rest, promise: nil)
        return false
    }

    /// The bytes that the socket took. Whatever is wrong with it, NIO meets with the rest, and acts.
    private func send(_ frames: ByteBuffer) -> Int {
        guard let socket, channel.isActive else { return 0 }
        if isBehind { isBehind = unsent > 0 }
        guard !isBehind else { return 0 }
        let flags = CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL)
        return frames.withUnsafeReadableBytes { max(0, Glibc.send(socket, $0.baseAddress, $0.count, flags)) }
    }

    /// Bytes that wait for the member to read.
    var unsent: Int { (try? channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0 }

    /// Says why, and closes when the member has read that, or after a while; with nil at once.
    func close(saying fault: WireFault?) {
        guard let fault else { return channel.close(promise: nil) }
        channel.close(saying: fault, within: MemberConnections.farewell)
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
