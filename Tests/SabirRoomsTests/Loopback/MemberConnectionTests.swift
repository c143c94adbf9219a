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
        let loop: any EventLoop
        let channel: any Channel
        let connection: NIOLoopBound<MemberConnection>
        let member: CInt

        init(
            isBare: Bool = true, on loop: any EventLoop = MultiThreadedEventLoopGroup.singleton.next()
        ) async throws {
            self.loop = loop
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
            _ = try await pair.loop.submit { [connection = pair.connection] in connection.value.write(Self.piece(1)) }
                .get()
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
            _ = try await pair.loop.submit { [connection = pair.connection] in connection.value.write(Self.piece(1)) }
                .get()
            var byte: UInt8 = 0
            let arrived = recv(ends[1], &byte, 1, CInt(MSG_DONTWAIT))
            #expect(arrived == -1)
        }
    }

    /// Three of a room: one reads nothing and so is no longer written to past its pipeline, one is gone, one reads.
    @Test func whoIsBehindOrGoneIsNotAmongTheSocketsThatAreWrittenToTogether() async throws {
        let loop: any EventLoop = MultiThreadedEventLoopGroup.singleton.next()
        let pairs = [try await Pair(on: loop), try await Pair(on: loop), try await Pair(on: loop)]
        defer { for pair in [pairs[0], pairs[2]] { close(pair.member) } }
        let all = NIOLoopBoundBox.makeBoxSendingValue(MemberConnections(), eventLoop: loop)
        /// What is said in the room reaches everybody whom nothing keeps from it; who took less, and who is left over.
        @Sendable func say(_ number: Int) -> (short: Int, others: Int) {
            let others = all.value.others
            let short = all.value.send(Self.piece(number))
            for (_, connection, sent) in short { connection.write(Self.piece(number), from: sent) }
            for (_, connection) in others { connection.write(Self.piece(number)) }
            return (short.count, others.count)
        }
        func among() async throws -> [Bool] {
            try await loop.submit { pairs.map(\.connection.value.isAmongSockets) }.get()
        }
        try await loop.submit {
            for (number, pair) in pairs.enumerated() {
                all.value.add(pair.connection.value, of: MemberNumber(value: UInt64(number)))
            }
            // Before the first write of each nobody knows whether NIO has bytes that must go first.
            #expect(say(0) == (0, 3))
            #expect(say(1) == (0, 0))
        }.get()
        #expect(try await among() == [true, true, true])

        close(pairs[1].member)
        for _ in 0..<3 { _ = try await loop.submit { say(2) }.get() }
        try await pairs[1].channel.closeFuture.get()
        try await loop.submit { _ = all.value.take(MemberNumber(value: 1)) }.get()
        #expect(try await among() == [true, false, true])

        let said = 1_000
        for number in 5..<said {
            _ = try await loop.submit { say(number) }.get()
            _ = try await pairs[2].read(thenWrite: [])
        }
        #expect(try await among() == [false, false, true])
        // All in order for the one who reads late, and it is among the others again once nothing waits for it.
        var read: [UInt8] = []
        let expected = ([0, 1, 2, 2, 2] + (5..<said)).flatMap { Array(Self.piece($0).readableBytesView) }
        while read.count < expected.count { read += try await pairs[0].read(thenWrite: []) }
        #expect(read == expected)
        _ = try await loop.submit { say(said) }.get()
        #expect(try await among() == [true, false, true])
        for pair in [pairs[0], pairs[2]] { try await pair.channel.close() }
    }
}
