import Logging
import NIOCore
import NIOEmbedded
import NIOSSL
import SabirProtocol

@testable import SabirSecurity

/// An invite as it was typed or scanned: what is read as one is written as the same, and no part of it is one.
func fuzzInvite(_ input: [UInt8]) {
    guard let text = String(validating: input, as: UTF8.self), let invite = try? Invite(text) else { return }
    demand((try? Invite(invite.description)) == invite, "an invite is the same when written again")
    demand((try? Invite(String(text.dropLast()))) == nil, "an invite that was cut short is none")
    demand((try? Invite(text + "A")) == nil, "what stands behind an invite is not passed over")
    demand(Fingerprint(invite.fingerprint.description) == invite.fingerprint, "a fingerprint has one form")
    let isPlain = invite.description.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    demand(isPlain, "an invite can be printed")
}

/// The door of a listener, to which a word is given at once: with TLS where the first byte is even, then bytes in pieces
/// as long as the second says.
func fuzzEntrance(_ input: [UInt8]) {
    guard input.count > 2 else { return }
    let (isSecure, step, sent) = (input[0] % 2 == 0, Int(input[1]) + 1, Array(input.dropFirst(2)))
    let behind = Behind()
    let channel = EmbeddedChannel(handlers: [HostEntrance(isSecure ? secure : nil, logger: silent), behind])
    channel.connect(to: nowhere, promise: nil)
    channel.writeAndFlush(ByteBuffer(string: word), promise: nil)
    demand((try? channel.readOutbound(as: ByteBuffer.self)) == (isSecure ? nil : ByteBuffer(string: word)), "TLS first")
    for start in stride(from: 0, to: sent.count, by: step) {
        _ = try? channel.writeInbound(ByteBuffer(bytes: sent[start..<min(start + step, sent.count)]))
    }
    let isAgreed = (sent[0] == HostEntrance.handshakeRecord) == isSecure
    demand(behind.isRefused == !isAgreed, "who does not do what the node does is turned away")
    demand(isSecure || !isAgreed || behind.bytes == sent, "without TLS nothing is changed")
    demand(!isSecure && isAgreed || behind.bytes.isEmpty, "nothing passes without a handshake")
    if isSecure, isAgreed { demand(answers(of: channel).allSatisfy(isRecord), "with TLS nothing is said in the clear") }
    _ = try? channel.finish(acceptAlreadyClosed: true)
}

private func answers(of channel: EmbeddedChannel) -> [ByteBuffer] {
    var found: [ByteBuffer] = []
    while let answer = try? channel.readOutbound(as: ByteBuffer.self) { found.append(answer) }
    return found
}

private func isRecord(_ bytes: ByteBuffer) -> Bool {
    bytes.getInteger(at: bytes.readerIndex, as: UInt8.self).map { (0x14...0x17).contains($0) } ?? true
}

/// Where a member's handler stands.
private final class Behind: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    var bytes: [UInt8] = []
    var isRefused = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        bytes += Array(unwrapInboundIn(data).readableBytesView)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if error is WireFault { isRefused = true }
    }
}

private let word = "\0a word in the clear"
private let silent = Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() }
private let nowhere: SocketAddress = {
    guard let address = try? SocketAddress(ipAddress: "127.0.0.1", port: 1) else { fatalError("No address.") }
    return address
}()
private let secure: NIOSSLContext = {
    guard let certificate = try? NodeCertificate(), let context = try? certificate.tlsContext() else {
        fatalError("No certificate can be made.")
    }
    return context
}()
