import Glibc
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import SabirCore

/// Sets up a connection, with limits on connections for each address and on time for each request.
struct WebChannel: ServerChildChannel {
    typealias Value = HTTP1Channel.Value

    let http: HTTP1Channel
    let counter: ConnectionCounter
    let limits: WebLimits

    init(responder: @escaping HTTPChannelHandler.Responder, counter: ConnectionCounter, limits: WebLimits) {
        http = HTTP1Channel(
            responder: responder,
            configuration: .init(
                additionalChannelHandlers: [RequestMarks()], idleTimeout: TimeAmount(limits.idleTime),
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: 8 << 10, maxHeaderListSize: 16 << 10, maxHeaderFieldCount: 100)))
        self.counter = counter
        self.limits = limits
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        guard let address = IPAddress(channel.remoteAddress)?.description, counter.open(address) else {
            channel.close(promise: nil)
            return channel.eventLoop.makeFailedFuture(ChannelError.ioOnClosedChannel)
        }
        channel.closeFuture.whenComplete { _ in counter.close(address) }
        let ready = channel.eventLoop.makeCompletedFuture { try protect(channel) }
            .flatMap { http.setup(channel: channel, logger: logger) }
        // If setting up fails, the server forgets the channel but leaves it open.
        ready.whenFailure { _ in channel.close(promise: nil) }
        return ready
    }

    private func protect(_ channel: any Channel) throws {
        // A half-closed connection counts as gone; a vanished browser is noticed by missing acknowledgements.
        try channel.syncOptions?.setOption(.allowRemoteHalfClosure, value: false)
        try? channel.syncOptions?.setOption(Self.unacknowledgedTime, value: 30_000)
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(IdleStateHandler(allTimeout: TimeAmount(limits.idleTime)))
        try pipeline.addHandler(StalledConnection())
        try pipeline.addHandler(RequestClock(TimeAmount(limits.requestTime)), position: .first)
    }

    /// `TCP_USER_TIMEOUT` (RFC 5482, tcp(7)), in milliseconds.
    private static let unacknowledgedTime = ChannelOptions.Types.SocketOption(
        level: .init(IPPROTO_TCP), name: .init(TCP_USER_TIMEOUT))

    func handle(value: Value, logger: Logger) async { await http.handle(value: value, logger: logger) }
}

/// Closes a connection on which nothing moved in either direction for too long.
private final class StalledConnection: ChannelInboundHandler {
    typealias InboundIn = NIOAny

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is IdleStateHandler.IdleStateEvent {
            context.close(promise: nil)
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }
}
