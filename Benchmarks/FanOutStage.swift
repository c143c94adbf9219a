import Logging
import NIOCore
import NIOPosix
import SabirRoom
import SabirProtocol

/// A real server and its members on loopback, for timing the fan-out within one process.
final class FanOutStage: Sendable {
    private let server: RoomServer
    private let members: [any Channel]
    private let counter: Counter

    init(members count: Int) async throws {
        let group = MultiThreadedEventLoopGroup.singleton
        server = RoomServer(on: group.next(), logger: Benchmarks.silent)
        _ = await server.open(
            RoomSettings(info: RoomInfo(id: "bench", name: "Bench"), maximumMembers: count, rate: nil))
        guard let address = try await server.listen(on: ["127.0.0.1"], port: 0).first else { throw NoAddress() }
        let counter = Counter(expectedJoins: count)
        self.counter = counter
        let loop = group.next()
        var members: [any Channel] = []
        for number in 0..<count { members.append(try await Self.join(address, number, counter, on: loop)) }
        self.members = members
        await counter.allJoined()
    }

    private static func join(
        _ address: SocketAddress, _ number: Int, _ counter: Counter, on loop: any EventLoop
    ) async throws -> any Channel {
        let channel = try await ClientBootstrap(group: loop)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(CountingHandler(counter: counter))
                }
            }
            .connect(to: address).get()
        var encoder = FrameEncoder()
        encoder.append(.hello(Hello(room: nil, name: "m\(number)", lang: LanguageTag("en")!)))
        try await channel.writeAndFlush(encoder.take())
        return channel
    }

    /// Sends so many messages from the first member, `window` at a time, and waits until all members have them all.
    func send(_ count: Int, window: Int) async throws {
        for _ in 0..<count / window {
            var encoder = FrameEncoder()
            for _ in 0..<window { encoder.append(MemberPacket.message(Draft(text: Benchmarks.text))) }
            let arrived = await counter.expect(window * members.count)
            members[0].writeAndFlush(encoder.take(), promise: nil)
            for await _ in arrived { break }
        }
    }

    func close() async {
        for member in members { member.close(promise: nil) }
        await server.close()
    }

    private struct NoAddress: Error {}
}

/// Counts what all members receive.
actor Counter {
    private var joins: Int
    private var missing = 0
    private var done: AsyncStream<Void>.Continuation?
    private let joined: AsyncStream<Void>
    private let everybody: AsyncStream<Void>.Continuation

    init(expectedJoins: Int) {
        joins = expectedJoins
        (joined, everybody) = AsyncStream.makeStream()
    }

    func expect(_ messages: Int) -> AsyncStream<Void> {
        missing += messages
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        done = continuation
        return stream
    }

    func allJoined() async { for await _ in joined { return } }

    func received(joins newJoins: Int, messages: Int) {
        joins -= newJoins
        if joins == 0 { everybody.finish() }
        missing -= messages
        if missing <= 0 { done?.finish() }
    }
}

/// Counts one member's frames, a burst at a time.
final class CountingHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let counter: Counter
    private var decoder = FrameDecoder()
    private var joins = 0
    private var messages = 0

    init(counter: Counter) { self.counter = counter }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        decoder.append(unwrapInboundIn(data))
        while let body = try? decoder.next() {
            // {"type":"message"… and {"type":"welcome"… differ in their tenth byte.
            switch body.getInteger(at: body.readerIndex + 9, as: UInt8.self) {
            case UInt8(ascii: "m"): messages += 1
            case UInt8(ascii: "w"): joins += 1
            default: break
            }
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        guard joins + messages > 0 else { return }
        let (counter, joins, messages) = (counter, joins, messages)
        (self.joins, self.messages) = (0, 0)
        Task { await counter.received(joins: joins, messages: messages) }
    }
}
