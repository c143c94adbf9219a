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
        decoder.append(unwrapInboundIn(data))
        while !isOver {
            do throws(WireFault) {
                guard let body = try decoder.next() else { return }
                tell(.packet(try HostPacket(body: body)))
            } catch {
                isOver = true
                tell(.fault(error))
            }
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        isOver = true
        tell(.disconnected("The connection to the host was closed."))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func tell(_ input: GuestState.Input) {
        let attempt = attempt
        room.assumeIsolated { $0.handle(input, of: attempt) }
    }
}
