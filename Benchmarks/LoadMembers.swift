import NIOCore
import NIOPosix
import SabirSecurity
import SabirProtocol

/// Members of a room behind a port of this machine, on one event loop: they join, one of them talks, all count.
final class LoadMembers: Sendable {
    private let members: [any Channel]
    private let counter: Counter

    /// Returns once all are welcomed. All connect at once.
    ///
    /// - Parameter tls: nil for members without TLS.
    init(_ count: Int, at port: Int, tls: GuestTLS?) async throws {
        let counter = Counter(expectedJoins: count)
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        members = try await withThrowingTaskGroup { group in
            for number in 0..<count {
                group.addTask { try await Self.join(port, number, counter, tls, on: loop) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        self.counter = counter
        await counter.allJoined()
    }

    private static func join(
        _ port: Int, _ number: Int, _ counter: Counter, _ tls: GuestTLS?, on loop: any EventLoop
    ) async throws -> any Channel {
        let channel = try await ClientBootstrap(group: loop)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelOption(.autoRead, value: false)
            .connectTimeout(.seconds(30))
            .connect(host: "127.0.0.1", port: port).get()
        if let tls { _ = try await tls.secure(channel, to: "the host").get() }
        try await loop.submit {
            try channel.pipeline.syncOperations.addHandler(CountingHandler(counter: counter))
            channel.setOption(.autoRead, value: true).whenFailure { _ in }
        }.get()
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

    /// All connections end at once, without a word.
    func drop() async {
        for member in members { member.close(promise: nil) }
        for member in members { try? await member.closeFuture.get() }
    }
}
