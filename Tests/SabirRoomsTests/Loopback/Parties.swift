import Logging
import NIOCore
import NIOPosix
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

private let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

extension ConnectionLimits {
    /// Of a host in a process whose other tests may keep this one from its turn for longer than a peer may be silent.
    static func patient(_ limits: ConnectionLimits) -> ConnectionLimits {
        var limits = limits
        limits.patienceWithHello = .minutes(1)
        limits.patienceWithRefused = .minutes(1)
        return limits
    }
}

/// A room behind a real port of the loopback interface.
struct LoopbackHost {
    let server: RoomServer
    let room: HostedRoom
    let port: Int

    static func open(
        _ settings: RoomSettings = .test(), translation: (any RoomTranslation)? = nil, port: Int = 0
    ) async throws -> LoopbackHost {
        let server = RoomServer(
            on: MultiThreadedEventLoopGroup.singleton.next(), limits: .patient(ConnectionLimits()), logger: quiet)
        let room = await server.open(settings, translation: translation)
        let address = try #require(try await server.listen(on: ["127.0.0.1"], port: port).first)
        return LoopbackHost(server: server, room: room, port: try #require(address.port))
    }
}

/// A `RemoteRoom` and what its front end is told.
struct LoopbackGuest {
    let room: RemoteRoom
    let journal = Journal<RoomEvent>()

    init(_ hello: Hello, at port: Int, security: (any GuestSecurity)? = nil) {
        let destination = Destination(NodeAddress(host: "127.0.0.1", port: port), room: hello.room)
        room = RemoteRoom(
            hello, by: FixedRoute(destination), security: security,
            on: MultiThreadedEventLoopGroup.singleton.next(), logger: quiet)
    }

    /// A guest that is in.
    static func join(_ hello: Hello, at host: LoopbackHost) async throws -> LoopbackGuest {
        let guest = LoopbackGuest(hello, at: host.port)
        await guest.start()
        _ = try await guest.welcome()
        return guest
    }

    func start() async {
        startReading()
        await room.join()
    }

    /// Begins to take events; a front end that does so late is one that has fallen behind.
    func startReading() {
        let (room, journal) = (room, journal)
        Task {
            for await event in room.events { await journal.append(event) }
            await journal.end()
        }
    }

    func says(_ text: String) async { await room.say(Draft(text: text)) }

    func welcome() async throws -> Welcome {
        try await journal.first("a welcome") { if case .welcome(let welcome) = $0 { welcome } else { nil } }
    }

    /// Waits for the next message.
    func sees() async throws -> Message {
        try await journal.first("a message") { if case .message(let message, _) = $0 { message } else { nil } }
    }

    /// Waits for this line, said by `name`; another one before it is a mistake.
    func sees(_ text: String, from name: String) async throws {
        let message = try await sees()
        #expect(message.text == text)
        #expect(message.from == name)
    }

    func sees(_ event: RoomEvent) async throws {
        try await journal.first("\(event)") { $0 == event ? () : nil }
    }

    func sees(_ packet: HostPacket) async throws { try await sees(RoomEvent.packet(packet)) }

    func leaves() async { await room.leave() }
}

/// A member by hand, on a bare connection: reads only when told to.
struct BareMember {
    let channel: any Channel
    let journal: Journal<HostPacket>

    static func connect(to port: Int, reading: Bool) async throws -> BareMember {
        let journal = Journal<HostPacket>()
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.autoRead, value: reading)
            .channelOption(.socketOption(.so_rcvbuf), value: 4_096)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Reader(journal))
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
        return BareMember(channel: channel, journal: journal)
    }

    func send(_ packet: MemberPacket) async throws {
        var encoder = FrameEncoder()
        encoder.append(packet)
        try await channel.writeAndFlush(encoder.take())
    }

    /// Writes these bytes as they are.
    func send(bytes: [UInt8]) async throws { try await channel.writeAndFlush(ByteBuffer(bytes: bytes)) }

    func error() async throws -> WireFault {
        try await journal.first("an error") { if case .error(let fault) = $0 { fault } else { nil } }
    }

    /// Keeps the packets' order by handing them on through one stream.
    private final class Reader: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private var decoder = FrameDecoder()
        private let packets: AsyncStream<HostPacket>.Continuation

        init(_ journal: Journal<HostPacket>) {
            let (stream, packets) = AsyncStream<HostPacket>.makeStream()
            self.packets = packets
            Task {
                for await packet in stream { await journal.append(packet) }
                await journal.end()
            }
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            decoder.append(unwrapInboundIn(data))
            while let body = try? decoder.next() {
                if let packet = try? HostPacket(body: body) { packets.yield(packet) }
            }
        }

        func channelInactive(context: ChannelHandlerContext) { packets.finish() }
        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }
}
