import Glibc
import NIOCore
import NIOPosix
import Testing

@testable import SabirClient
@testable import SabirRoom

/// What goes to the socket past the pipeline, over real sockets of the loopback interface.
@Suite(.timeLimit(.minutes(2))) struct MemberConnectionTests {
    /// A host's end of a connection as a `MemberConnection`, and a socket of ours as the member's.
    private struct Pair {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let channel: any Channel
        let connection: NIOLoopBound<MemberConnection>
        let member: CInt

        init(isBare: Bool = true) async throws {
            let (accepted, took) = AsyncStream<any Channel>.makeStream()
            let listener = try await ServerBootstrap(group: loop, childGroup: loop)
                .childChannelOption(.socketOption(.so_sndbuf), value: 16_384)
                .childChannelInitializer { channel in
                    took.yield(channel)
                    return channel.eventLoop.makeSucceededVoidFuture()
                }
                .bind(host: "127.0.0.1", port: 0).get()
            member = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
            var few: CInt = 16_384
            setsockopt(member, SOL_SOCKET, SO_RCVBUF, &few, socklen_t(MemoryLayout.size(ofValue: few)))
            let connects = try #require(listener.localAddress).withSockAddr { [member] address, size in
                connect(member, address, socklen_t(size))
            }
            try #require(connects == 0)
            var all = accepted.makeAsyncIterator()
            let channel = try #require(await all.next())
            self.channel = channel
            try await listener.close()
            connection = try await loop.submit { [loop] in
                NIOLoopBound(MemberConnection(channel, isBare: isBare), eventLoop: loop)
            }.get()
        }

        /// The member reads what the kernel has for it, then this is written: in one turn of the loop, in which NIO
        /// itself sends nothing.
        func read(thenWrite pieces: [ByteBuffer]) async throws -> [UInt8] {
            try await loop.submit { [connection, member] in
                var taken: [UInt8] = []
                var bytes = [UInt8](repeating: 0, count: 65_536)
                while case let count = recv(member, &bytes, bytes.count, CInt(MSG_DONTWAIT)), count > 0 {
                    taken += bytes[..<count]
                }
                for piece in pieces { connection.value.write(piece) }
                return taken
            }.get()
        }

        var unsent: Int { get async throws { try await loop.submit { [connection] in connection.value.unsent }.get() } }
    }

    private static let size = 1_000

    /// Its bytes say its number again and again.
    private static func piece(_ number: Int) -> ByteBuffer {
        var buffer = ByteBuffer()
        for _ in 0..<size / 4 { buffer.writeInteger(UInt32(number)) }
        return buffer
    }

    @Test(arguments: [true, false])
    func whatTheMemberDoesNotTakeWaitsAndNothingOvertakesIt(isBare: Bool) async throws {
        let pair = try await Pair(isBare: isBare)
        defer { close(pair.member) }
        // More than the buffers of both ends hold: a part of it waits, and the rest behind that.
        let pieces = (0..<2_000).map(Self.piece)
        var read = try await pair.read(thenWrite: Array(pieces[..<1_000]))
        #expect(try await pair.unsent > 0)
        for start in stride(from: 1_000, to: 2_000, by: 10) {
            read += try await pair.read(thenWrite: Array(pieces[start..<start + 10]))
        }
        while read.count < pieces.count * Self.size { read += try await pair.read(thenWrite: []) }
        let isWhole = read == pieces.flatMap { Array($0.readableBytesView) }
        #expect(isWhole)
        try await pair.channel.close()
    }

    @Test func aMemberThatIsGoneIsFoundOutAndTheProcessGoesOn() async throws {
        let pair = try await Pair()
        close(pair.member)
        // The first is answered by a reset, and the next meet it: by an error, not by a signal.
        for _ in 0..<3 {
            try await pair.loop.submit { [connection = pair.connection] in connection.value.write(Self.piece(1)) }.get()
        }
        try await pair.channel.closeFuture.get()
    }

    /// In a process of its own, where nobody else opens files.
    @Test func aConnectionThatIsOverWritesToNobodyWhoHasItsNumberNow() async {
        await #expect(processExitsWith: .success) {
            let pair = try await Pair()
            let found = try await pair.loop.submit { [channel = pair.channel] in
                try channel.pipeline.syncOperations.withUnsafeTransportIfAvailable { (socket: CInt) in socket }
            }.get()
            let number = try #require(found)
            try await pair.channel.close()
            var ends: [CInt] = [-1, -1]
            try #require(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0)
            if ends[1] == number { ends.swapAt(0, 1) }
            if ends[0] != number { try #require(dup2(ends[0], number) == number) }
            try await pair.loop.submit { [connection = pair.connection] in connection.value.write(Self.piece(1)) }.get()
            var byte: UInt8 = 0
            let arrived = recv(ends[1], &byte, 1, CInt(MSG_DONTWAIT))
            #expect(arrived == -1)
        }
    }
}
