import Logging
import NIOCore
import NIOSSL
import SabirProtocol

/// The first handler of a listener's connections: tells by the first byte whether the guest begins TLS, and refuses one
/// that does not do what this node does. There is no fallback for a guest's sake.
///
/// TLS begins with the record type 0x16 (RFC 8446 §5.1); a frame of this protocol with the top byte of its length,
/// which is 0.
///
/// Before that byte a node with TLS sends nothing: it could only send clear text, and a guest that expects TLS would
/// take it for a node without. What is written until then waits, and is sent as the guest begins.
package final class HostEntrance: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = ByteBuffer
    package typealias InboundOut = ByteBuffer
    package typealias OutboundIn = ByteBuffer
    package typealias OutboundOut = ByteBuffer

    static let handshakeRecord: UInt8 = 0x16

    private let context: NIOSSLContext?
    private let logger: Logger
    private var isRefused = false
    /// Bounded: at most one refusal.
    private var held: [(data: NIOAny, promise: EventLoopPromise<Void>?)] = []
    private var holds: Bool

    /// - Parameter context: nil for a node without TLS.
    init(_ context: NIOSSLContext?, logger: Logger) {
        self.context = context
        self.logger = logger
        holds = context != nil
    }

    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard holds else { return context.write(data, promise: promise) }
        held.append((data, promise))
    }

    package func flush(context: ChannelHandlerContext) {
        if !holds { context.flush() }
    }

    package func channelInactive(context: ChannelHandlerContext) {
        for (_, promise) in held { promise?.fail(ChannelError.ioOnClosedChannel) }
        held = []
        context.fireChannelInactive()
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data)
        guard !isRefused, let first = bytes.getInteger(at: bytes.readerIndex, as: UInt8.self) else { return }
        guard (first == Self.handshakeRecord) == (self.context != nil) else { return refuse(context) }
        do {
            if let tls = self.context {
                let handler = NIOSSLServerHandler(context: tls)
                try context.pipeline.syncOperations.addHandler(handler, position: .after(self))
            }
            release(context)
            context.fireChannelRead(data)
            context.pipeline.syncOperations.removeHandler(self, promise: nil)
        } catch {
            context.fireErrorCaught(error)
        }
    }

    /// Writes the waiting data, through TLS if that is in place by now.
    private func release(_ context: ChannelHandlerContext) {
        holds = false
        for (data, promise) in held {
            context.pipeline.syncOperations.write(data, promise: promise)
        }
        if !held.isEmpty { context.pipeline.syncOperations.flush() }
        held = []
    }

    /// Fires the refusal: the handler behind tells the guest in plain frames, and closes.
    private func refuse(_ context: ChannelHandlerContext) {
        isRefused = true
        release(context)
        let (guest, node) = self.context == nil ? ("with", "without") : ("without", "with")
        let peer = context.remoteAddress?.ipAddress ?? "unknown"
        logger.info("a guest was turned away: it talks \(guest) TLS, this node \(node)", metadata: ["from": "\(peer)"])
        context.fireErrorCaught(
            WireFault(.protocolVersion, self.context == nil ? Self.plaintextNode : Self.secureNode, fatal: true))
    }

    private static let secureNode = Sentence(
        "This node talks over TLS only. Join without --plaintext; a client of another make has to speak TLS 1.3.",
        as: "needs-tls")
    private static let plaintextNode = Sentence(
        "This node talks without TLS. If whoever runs it says that this is meant, join with --plaintext.",
        as: "no-tls")
}
