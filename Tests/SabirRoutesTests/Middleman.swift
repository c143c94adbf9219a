import NIOCore
import NIOPosix
import SabirRoom
import SabirSecurity
import SabirProtocol
import Synchronization
import Testing

@testable import SabirNode

/// A man in the middle: takes guests by a certificate of his own, goes on to the host as a guest himself, and notes
/// what passes in clear.
final class Middleman: Sendable {
    let certificate: NodeCertificate
    let port: Int
    private let listener: any Channel
    private let notes: Notes

    var address: NodeAddress { NodeAddress(host: "127.0.0.1", port: port) }
    var heard: String { notes.text.withLock { $0 } }

    init(before host: SecureHost) async throws {
        certificate = try NodeCertificate()
        let (front, back, notes) = (try HostEntranceGuard(certificate, logger: quiet), try GuestTLS(), Notes())
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let bootstrap = ServerBootstrap(group: loop, childGroup: loop).childChannelInitializer { guest in
            let onward = ClientBootstrap(group: loop).channelOption(.autoRead, value: false)
                .connect(host: "127.0.0.1", port: host.port)
                .flatMap { channel in
                    back.secure(channel, to: "the host").flatMapThrowing { _ in
                        try channel.pipeline.syncOperations.addHandler(Passage(guest, notes))
                        channel.setOption(.autoRead, value: true).whenFailure { _ in }
                        return channel
                    }
                }
            return guest.eventLoop.makeCompletedFuture {
                try guest.pipeline.syncOperations.addHandler(Passage(onward, notes))
                try front.add(guest.pipeline.syncOperations)
            }
        }
        listener = try await bootstrap.bind(host: "127.0.0.1", port: 0).get()
        port = try #require(listener.localAddress?.port)
        self.notes = notes
    }

    deinit { listener.close(promise: nil) }

    private final class Notes: Sendable {
        let text = Mutex("")
    }

    /// One way through: what comes is noted and goes on to the other side.
    private final class Passage: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let other: EventLoopFuture<any Channel>
        private let notes: Notes

        init(_ other: EventLoopFuture<any Channel>, _ notes: Notes) {
            self.other = other
            self.notes = notes
        }

        convenience init(_ other: any Channel, _ notes: Notes) {
            self.init(other.eventLoop.makeSucceededFuture(other), notes)
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let bytes = unwrapInboundIn(data)
            notes.text.withLock { $0 += String(buffer: bytes) }
            other.whenSuccess { $0.writeAndFlush(bytes, promise: nil) }
        }

        func channelInactive(context: ChannelHandlerContext) { other.whenSuccess { $0.close(promise: nil) } }
        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }
}
