import NIOCore
import SabirProtocol

/// The handler of a guest's channel: frames in, packets to its `RemoteRoom`, on the same event loop.
///
/// It is there before the room takes the connection for its own: a host that has no place says so at once and closes, and
/// what a closed connection has left is read at its end, whether reading was asked for or not.
final class GuestHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let room: RemoteRoom
    private let attempt: Int
    private var decoder = FrameDecoder()
    private var isOver = false
    /// What came before `listen`; nil from then on.
    private var early: (bytes: ByteBuffer, isEnd: Bool)? = (ByteBuffer(), false)

    init(room: RemoteRoom, attempt: Int) {
        self.room = room
        self.attempt = attempt
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        guard early != nil else { return decode(bytes) }
        early?.bytes.writeBuffer(&bytes)
        // Nobody has that much to say to whom it has not heard yet.
        if let held = early?.bytes.readableBytes, held > Frame.maximumLength { context.close(promise: nil) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        guard early != nil else { return end() }
        early?.isEnd = true
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    /// The room hears what came, and what comes.
    func listen() {
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

    /// What was read together.
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
