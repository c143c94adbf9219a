import NIOCore
import SabirCore
import SabirProtocol

/// Asks a node for its rooms, over a connection of its own that joins no room.
package enum RoomsQuestion {
    package struct Answer: Sendable, Hashable {
        /// The rooms of all pages.
        package let list: RoomList
        /// The fingerprint of the node's certificate; nil without TLS.
        package let certificate: String?
    }

    private typealias Packets = AsyncThrowingStream<HostPacket, any Error>

    static let connectTimeout = TimeAmount.seconds(3)
    /// For all pages together, after connecting.
    package static let patience = Duration.seconds(4)
    /// Most pages read from one node. A node's rooms fit into fewer.
    static let mostPages = 20

    /// Takes 12 seconds at most for connecting, the handshake and the pages; `patience` is for the pages. Throws a
    /// sentence for people.
    package static func ask(
        _ address: NodeAddress, security: (any GuestSecurity)?, on loop: any EventLoop,
        patience: Duration = RoomsQuestion.patience
    ) async throws(RouteError) -> Answer {
        let (packets, told) = Packets.makeStream(bufferingPolicy: .bufferingOldest(64))
        let (channel, certificate) = try await Dialing.connect(
            to: address, security: security, on: loop, within: connectTimeout
        ) { try $0.pipeline.syncOperations.addHandler(PacketHandler(told)) }
        defer { channel.close(promise: nil) }
        channel.setOption(.autoRead, value: true).whenFailure { _ in }
        channel.read()
        let list = await within(patience) { await readList(from: packets, of: address, asking: channel) }
        let silence = fault(address, " does not say which rooms it has; an older Sabir cannot.", as: "peer-silent")
        return Answer(list: try (list ?? .failure(silence)).get(), certificate: certificate)
    }

    /// Asks for the pages one after another.
    private static func readList(
        from packets: Packets, of address: NodeAddress, asking channel: any Channel
    ) async -> Result<RoomList, RouteError> {
        var rooms: [RoomList.Room] = []
        var pages = 0
        ask(channel, after: nil)
        do {
            for try await packet in packets {
                if case .error(let error) = packet {
                    let words = " does not say which rooms it has: \(error.reason)"
                    return .failure(fault(address, words, as: "peer-silent"))
                }
                guard case .rooms(let list) = packet else { continue }
                rooms += list.rooms
                pages += 1
                guard list.more, pages < mostPages, let last = list.rooms.last else {
                    return .success(
                        RoomList(node: list.node, name: list.name, web: list.web, rooms: rooms, more: list.more))
                }
                ask(channel, after: last.id)
            }
            return .failure(Dialing.closed(address))
        } catch let error as WireFault {
            return .failure(fault(address, " answered what cannot be read: \(error.reason)", as: "not-sabir"))
        } catch {
            return .failure(fault(address, ": \(error)", as: "no-connection"))
        }
    }

    private static func ask(_ channel: any Channel, after id: String?) {
        var out = FrameEncoder()
        out.append(MemberPacket.rooms(after: id))
        channel.writeAndFlush(out.take(), promise: nil)
    }

    /// - Parameter words: the end of the sentence that begins with the address.
    private static func fault(_ address: NodeAddress, _ words: String, as name: String) -> RouteError {
        RouteError("\(address)\(words)", as: name, ["address": address.description])
    }

    /// Passes on a node's packets. Confined to the channel's event loop.
    private final class PacketHandler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let packets: Packets.Continuation
        private var decoder = FrameDecoder()

        init(_ packets: Packets.Continuation) { self.packets = packets }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            decoder.append(unwrapInboundIn(data))
            do throws(WireFault) {
                while let body = try decoder.next() { packets.yield(try HostPacket(body: body)) }
            } catch {
                packets.finish(throwing: error)
            }
        }

        func channelInactive(context: ChannelHandlerContext) { packets.finish() }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { packets.finish(throwing: error) }
    }
}
