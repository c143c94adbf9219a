import NIOCore
import SabirProtocol

/// Asks a node for its rooms, over a connection of its own that joins no room.
package enum RoomsQuestion {
    package struct Answer: Sendable, Hashable {
        /// The rooms of all pages.
        package let list: RoomList
        /// The fingerprint of the node's certificate; nil without TLS.
        package let certificate: String?
    }

    static let connectTimeout = TimeAmount.seconds(3)
    /// How long all pages together may take, after connecting.
    package static let patience = TimeAmount.seconds(4)
    /// Most pages read from one node. A node's rooms fit into fewer.
    static let mostPages = 20

    /// Takes 12 seconds at most for connecting, the handshake and the pages; `patience` is for the pages. Throws a
    /// sentence for people.
    package static func ask(
        _ address: NodeAddress, security: (any GuestSecurity)?, on loop: any EventLoop,
        patience: TimeAmount = RoomsQuestion.patience
    ) async throws(RouteError) -> Answer {
        let promise = loop.makePromise(of: RoomList.self)
        do {
            let (channel, certificate) = try await Dialing.connect(
                to: address, security: security, on: loop, within: connectTimeout
            ) { try $0.pipeline.syncOperations.addHandler(RoomsAsker(address, promise, patience)) }
            defer { channel.close(promise: nil) }
            channel.setOption(.autoRead, value: true).whenFailure { _ in }
            channel.read()
            return Answer(list: try await promise.futureResult.get(), certificate: certificate)
        } catch {
            promise.fail(error)
            throw RouteError(error)
        }
    }
}

/// The channel handler that asks for the rooms. Confined to the channel's event loop.
private final class RoomsAsker: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let address: NodeAddress
    private let promise: EventLoopPromise<RoomList>
    private let patience: TimeAmount
    private var decoder = FrameDecoder()
    private var rooms: [RoomList.Room] = []
    private var pages = 0
    private var timeout: Scheduled<Void>?
    private var isOver = false

    init(_ address: NodeAddress, _ promise: EventLoopPromise<RoomList>, _ patience: TimeAmount) {
        self.address = address
        self.promise = promise
        self.patience = patience
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { begin(context) }
    }

    func channelActive(context: ChannelHandlerContext) { begin(context) }

    private func begin(_ context: ChannelHandlerContext) {
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        timeout = context.eventLoop.scheduleTask(in: patience) {
            bound.value.fail(" does not say which rooms it has; an older Sabir cannot.", as: "peer-silent")
        }
        ask(after: nil, context)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        decoder.append(unwrapInboundIn(data))
        while !isOver {
            do throws(WireFault) {
                guard let body = try decoder.next() else { return }
                handle(try HostPacket(body: body), context)
            } catch {
                fail(" answered what cannot be read: \(error.reason)", as: "not-sabir")
            }
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        fail(Dialing.closed(address))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        fail(": \(error)", as: "no-connection")
    }

    private func handle(_ packet: HostPacket, _ context: ChannelHandlerContext) {
        switch packet {
        case .rooms(let list): add(list, context)
        case .error(let fault):
            fail(" does not say which rooms it has: \(fault.reason)", as: "peer-silent")
        default: break
        }
    }

    private func add(_ list: RoomList, _ context: ChannelHandlerContext) {
        rooms += list.rooms
        pages += 1
        if list.more, pages < RoomsQuestion.mostPages, let last = list.rooms.last {
            return ask(after: last.id, context)
        }
        end()
        promise.succeed(RoomList(node: list.node, name: list.name, web: list.web, rooms: rooms, more: list.more))
    }

    private func ask(after id: String?, _ context: ChannelHandlerContext) {
        var out = FrameEncoder()
        out.append(MemberPacket.rooms(after: id))
        context.channel.writeAndFlush(out.take(), promise: nil)
    }

    /// - Parameter words: the end of the sentence that begins with the address.
    private func fail(_ words: String, as name: String) {
        fail(RouteError("\(address)\(words)", as: name, ["address": address.description]))
    }

    private func fail(_ error: RouteError) {
        guard !isOver else { return }
        end()
        promise.fail(error)
    }

    private func end() {
        isOver = true
        timeout?.cancel()
    }
}
