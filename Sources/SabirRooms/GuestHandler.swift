import NIOCore
import SabirWire

/// The handler of a guest's channel: frames in, packets to its `RemoteRoom`, on the same event loop.
final class GuestHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let room: RemoteRoom
    private let attempt: Int
    private var decoder = FrameDecoder()
    private var isOver = false

    init(room: RemoteRoom, attempt: Int) {
        self.room = room
        self.attempt = attempt
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isOver else { return }
        decoder.append(unwrapInboundIn(data))
        var packets: [HostPacket] = []
        do throws(WireFault) {
            while let body = try decoder.next() { packets.append(try HostPacket(body: body)) }
            tell(packets)
        } catch {
            tell(packets)
            isOver = true
            tell(.fault(error))
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        isOver = true
        tell(.disconnected(Sentence("The connection to the host was closed.", as: "connection-closed")))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    /// What was read together.
    private func tell(_ packets: [HostPacket]) {
        guard !packets.isEmpty else { return }
        let attempt = attempt
        room.assumeIsolated { $0.handle(packets, of: attempt) }
    }

    private func tell(_ input: GuestState.Input) {
        let attempt = attempt
        room.assumeIsolated { $0.handle(input, of: attempt) }
    }
}
