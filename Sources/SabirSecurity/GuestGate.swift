import NIOCore
import NIOSSL
import NIOTLS

/// Before the TLS handler: checks the host's first byte, to say in plain words that the host talks without TLS.
final class GuestGate: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let handshake: GuestHandshake

    init(_ handshake: GuestHandshake) { self.handshake = handshake }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data)
        // A TLS alert or a handshake record (RFC 8446 §5.1); a frame of this protocol begins with 0.
        switch bytes.getInteger(at: bytes.readerIndex, as: UInt8.self) {
        case nil: return
        case 0x15, 0x16:
            context.fireChannelRead(data)
            context.pipeline.syncOperations.removeHandler(self, promise: nil)
        case 0:
            handshake.fail(
                "\(handshake.address) talks without TLS, so that everybody on the way could read along. If whoever "
                    + "runs it says that this is meant, join with --plaintext.", as: "no-tls")
            context.close(promise: nil)
        default:
            handshake.fail("What answers at \(handshake.address) is no Sabir node.", as: "not-sabir")
            context.close(promise: nil)
        }
    }
}

/// Behind the TLS handler: notes how a guest's handshake ends, and fulfils the promise of it. Confined to the channel's
/// event loop.
final class GuestHandshake: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer

    let address: String
    let promise: EventLoopPromise<Fingerprint>
    /// Fingerprint of the host's certificate, once it was shown.
    var shown: Fingerprint?
    private var isOver = false

    init(_ address: String, _ promise: EventLoopPromise<Fingerprint>) {
        self.address = address
        self.promise = promise
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case TLSUserEvent.handshakeCompleted = event {
            succeed()
            context.pipeline.syncOperations.removeHandler(self, promise: nil)
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        fail("TLS with \(address) could not be agreed on: \(Self.plain(error))", as: "no-connection")
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        fail("\(address) closed the connection during the TLS handshake.", as: "no-connection")
        context.fireChannelInactive()
    }

    private func succeed() {
        guard !isOver else { return }
        guard let shown else { return fail("\(address) showed no certificate that can be read.", as: "no-connection") }
        isOver = true
        promise.succeed(shown)
    }

    func fail(_ sentence: String, as name: String) {
        guard !isOver else { return }
        isOver = true
        promise.fail(SecurityError(sentence, as: name, ["address": address]))
    }

    private static func plain(_ error: any Error) -> String {
        switch error {
        case NIOSSLError.handshakeFailed(.sslError(let stack)):
            let text = "\(stack)"
            return text.contains("eofDuringHandshake") ? "the connection was closed." : "\(text)."
        default: return "\(error)."
        }
    }
}
