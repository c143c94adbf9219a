import NIOCore
import SabirProtocol

/// The handler of a guest's channel: decodes frames into packets for its `RemoteRoom`, on the same event loop.
///
/// The handler is in the pipeline before the room accepts the connection: a full host says so at once and closes, and a
/// closed channel delivers its remaining bytes at its end, whether or not reading was asked for.
final class GuestHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let room: RemoteRoom
    private let attempt: Int
    private var decoder = FrameDecoder()
    private var isOver = false
    /// Bytes that came before `startDelivering`; nil from then on.
    private var early: (bytes: ByteBuffer, isEnd: Bool)? = (ByteBuffer(), false)

    init(room: RemoteRoom, attempt: Int) {
        self.room = room
        self.attempt = attempt
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        guard early != nil else { return decode(bytes) }
        early?.bytes.writeBuffer(&bytes)
        // No host has that much to say to a guest that it has not heard yet.
        if let held = early?.bytes.readableBytes, held > Frame.maximumLength { context.close(promise: nil) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        guard early != nil else { return end() }
        early?.isEnd = true
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    /// Starts passing packets to the room, beginning with those that came earlier.
    func startDelivering() {
        guard let early else { return }
        self.early = nil
        decode(early.bytes)
        if early.isEnd { end() }
    }

    private func decode(_ bytes: ByteBuffer) {
        guard !isOver else { return }
        decoder.append(bytes)
        var packets: [HostPacket] = []
        do throws(WireFault) {
            while let body = try decoder.next() { packets.append(try HostPacket(body: body)) }
            deliver(packets)
        } catch {
            deliver(packets)
            isOver = true
            deliver(.fault(error))
        }
    }

    private func end() {
        isOver = true
        deliver(.disconnected(Sentence("The connection to the host was closed.", as: "connection-closed")))
    }

    /// Delivers packets that were read together.
    private func deliver(_ packets: [HostPacket]) {
        guard !packets.isEmpty else { return }
        let attempt = attempt
        room.assumeIsolated { $0.handle(packets, of: attempt) }
    }

    private func deliver(_ input: GuestState.Input) {
        let attempt = attempt
        room.assumeIsolated { $0.handle(input, of: attempt) }
    }
}
