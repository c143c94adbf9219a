import NIOCore
import SabirWire

/// The last handler of a member's channel: frames in, packets to the room. What the room says goes past it, straight
/// to the channel.
///
/// Confined to the channel's event loop, which is the room's as well.
final class MemberHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    static let helloTimeout = TimeAmount.seconds(5)
    /// How long a peer that is refused has for reading why.
    static let farewell = TimeAmount.seconds(1)

    private let server: RoomServer
    private var decoder: FrameDecoder
    private var machine = HostConnection()
    private var member: (room: HostedRoom, seat: HostedRoom.Seat)?
    private var timeout: Scheduled<Void>?

    init(server: RoomServer, maximumFrame: Int) {
        self.server = server
        decoder = FrameDecoder(maximumLength: maximumFrame)
    }

    func channelActive(context: ChannelHandlerContext) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        timeout = context.eventLoop.scheduleTask(in: Self.helloTimeout) {
            let (handler, context) = bound.value
            handler.perform(handler.machine.helloTimedOut(), context)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard machine.phase != .over else { return }
        decoder.append(unwrapInboundIn(data))
        decode(context)
    }

    private func decode(_ context: ChannelHandlerContext) {
        while machine.phase != .over, machine.phase != .entering {
            do throws(WireFault) {
                guard let body = try decoder.next() else { return }
                perform(machine.received(try MemberPacket(body: body)), context)
            } catch {
                perform(machine.failed(error), context)
            }
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        timeout?.cancel()
        machine.ended()
        leave()
    }

    /// A reset is an end like any other.
    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func perform(_ action: HostConnection.Action, _ context: ChannelHandlerContext) {
        switch action {
        case .join(let hello): join(hello, context)
        case .deliver(let packet):
            guard let member else { return }
            let isIn = member.room.assumeIsolated { $0.deliver(packet, from: member.seat) }
            if !isIn { machine.ended() }
        case .refuse(let fault):
            guard let member else { return }
            member.room.assumeIsolated { $0.refuse(fault, to: member.seat) }
        case .closeSaying(let fault):
            timeout?.cancel()
            leave()
            context.channel.close(saying: fault, within: Self.farewell)
        case .close:
            leave()
            context.close(promise: nil)
        case .ignore: break
        }
    }

    private func join(_ hello: Hello, _ context: ChannelHandlerContext) {
        timeout?.cancel()
        timeout = nil
        switch server.assumeIsolated({ $0.room(for: hello) }) {
        case .success(let room):
            guard let older = room.assumeIsolated({ $0.older(for: hello) }) else {
                let channel = context.channel
                return entered(room, room.assumeIsolated { $0.join(hello, over: channel) }, context)
            }
            wait(for: older.lines, room, hello, older.turn, context)
        case .failure(let fault): perform(machine.refusedHello(fault), context)
        }
    }

    private func entered(
        _ room: HostedRoom, _ result: Result<HostedRoom.Seat, WireFault>, _ context: ChannelHandlerContext
    ) {
        switch result {
        case .success(let seat):
            member = (room, seat)
            machine.joined()
        case .failure(let fault): perform(machine.refusedHello(fault), context)
        }
    }

    /// Reads nothing more of the member until what it missed has been read for it.
    private func wait(
        for older: EventLoopFuture<[Message]>, _ room: HostedRoom, _ hello: Hello, _ turn: Int,
        _ context: ChannelHandlerContext
    ) {
        machine.entering()
        context.channel.setOption(.autoRead, value: false).cascade(to: nil)
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        older.whenSuccess { lines in
            let (handler, context) = bound.value
            guard handler.machine.phase == .entering else { return }
            let channel = context.channel
            handler.entered(
                room, room.assumeIsolated { $0.join(hello, over: channel, older: lines, turn: turn) }, context)
            channel.setOption(.autoRead, value: true).cascade(to: nil)
            handler.decode(context)
        }
    }

    private func leave() {
        guard let member else { return }
        self.member = nil
        member.room.assumeIsolated { $0.leave(member.seat) }
    }
}
