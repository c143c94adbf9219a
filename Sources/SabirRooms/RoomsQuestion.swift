import NIOCore
import SabirWire

/// Asks a node which rooms it has, over a connection of its own that joins nothing.
package enum RoomsQuestion {
    /// What a node answered.
    package struct Answer: Sendable, Hashable {
        /// Every page as one.
        package let list: RoomList
        /// The fingerprint of the certificate it showed; nil without TLS.
        package let certificate: String?

        package init(list: RoomList, certificate: String?) {
            self.list = list
            self.certificate = certificate
        }
    }

    static let connectTimeout = TimeAmount.seconds(3)
    /// For all pages together, once connected.
    package static let patience = TimeAmount.seconds(4)
    /// Pages read of one node; a node has no more rooms than these hold.
    static let mostPages = 20

    /// Takes 12 seconds at most, of which `patience` are for the pages: connecting, the handshake, the pages. Throws a
    /// sentence for people.
    package static func ask(
        _ address: NodeAddress, security: (any GuestSecurity)?, on loop: any EventLoop,
        patience: TimeAmount = RoomsQuestion.patience
    ) async throws(RouteError) -> Answer {
        let channel: any Channel
        do {
            channel = try await Dialing.connect(to: address, on: loop, within: connectTimeout) {
                $0.eventLoop.makeSucceededVoidFuture()
            }
        } catch {
            throw RouteError(Dialing.failure(error, at: address, within: connectTimeout))
        }
        defer { channel.close(promise: nil) }
        do {
            let certificate = try await security?.secure(channel, to: address).get()
            return Answer(list: try await pages(of: address, over: channel, within: patience), certificate: certificate)
        } catch {
            throw RouteError(error)
        }
    }

    private static func pages(
        of address: NodeAddress, over channel: any Channel, within patience: TimeAmount
    ) async throws -> RoomList {
        let promise = channel.eventLoop.makePromise(of: RoomList.self)
        do {
            try await channel.eventLoop.submit {
                try channel.pipeline.syncOperations.addHandler(RoomsAsker(address, promise, patience))
                _ = channel.setOption(.autoRead, value: true)
                channel.read()
            }.get()
        } catch {
            promise.fail(RouteError("\(address) closed the connection.", as: "connection-closed"))
        }
        return try await promise.futureResult.get()
    }
}

/// The handler of a connection that only asks. Confined to the channel's event loop.
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
        guard context.channel.isActive else {
            return fail(Sentence("\(address) closed the connection.", as: "connection-closed"))
        }
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        let address = address
        timeout = context.eventLoop.scheduleTask(in: patience) {
            bound.value.fail(
                Sentence(
                    "\(address) does not say which rooms it has; an older Sabir cannot.", as: "peer-silent",
                    ["address": address.description]))
        }
        ask(after: nil, context)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        decoder.append(unwrapInboundIn(data))
        while !isOver {
            do throws(WireFault) {
                guard let body = try decoder.next() else { return }
                take(try HostPacket(body: body), context)
            } catch {
                fail(
                    Sentence(
                        "\(address) answered what cannot be read: \(error.reason)", as: "not-sabir",
                        ["address": address.description]))
            }
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        fail(Sentence("\(address) closed the connection.", as: "connection-closed"))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        fail(Sentence("\(address): \(error)", as: "no-connection", ["address": address.description]))
    }

    private func take(_ packet: HostPacket, _ context: ChannelHandlerContext) {
        switch packet {
        case .rooms(let list): take(list, context)
        case .error(let fault):
            fail(
                Sentence(
                    "\(address) does not say which rooms it has: \(fault.reason)", as: "peer-silent",
                    ["address": address.description]))
        default: break
        }
    }

    private func take(_ list: RoomList, _ context: ChannelHandlerContext) {
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
        out.append(MemberPacket.rooms(RoomListRequest(after: id)))
        context.channel.writeAndFlush(out.take(), promise: nil)
    }

    private func fail(_ sentence: Sentence) {
        guard !isOver else { return }
        end()
        promise.fail(RouteError(sentence))
    }

    private func end() {
        isOver = true
        timeout?.cancel()
    }
}
