import NIOCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

/// What is gathered while a loop reads from everybody: each kind taken once, whole, in its order.
@Suite struct BurstTests {
    private var burst = Burst()

    private func packets(_ frames: ByteBuffer) throws -> [HostPacket] {
        var decoder = FrameDecoder(maximumLength: 1 << 20)
        decoder.append(frames)
        var found: [HostPacket] = []
        while let body = try decoder.next() { found.append(try HostPacket(body: body)) }
        return found
    }

    @Test mutating func whatEverybodyIsToldIsOnePieceInItsOrderAndTakenOnce() throws {
        #expect(!burst.hasFrames)
        burst.append(.numbered(1, 1))
        burst.append(HostPacket.pong(nil))
        burst.append(.numbered(2, 2))
        #expect(burst.hasFrames)
        let first = burst.takeFrames()
        #expect(try packets(first) == [.message(.numbered(1, 1)), .pong(nil), .message(.numbered(2, 2))])
        let second = burst.takeFrames()
        #expect(!burst.hasFrames && second.readableBytes == 0)
        burst.append(.numbered(3, 3))
        #expect(try packets(first).count == 3, "What was taken stays as it was.")
        let third = burst.takeFrames()
        #expect(try packets(third) == [.message(.numbered(3, 3))])
    }

    @Test mutating func linesForTheLogAndForTheAuthorityAreApartAndTakenOnce() {
        let lines = (1...2).map { LogLine(message: .numbered(UInt64($0), $0), author: AuthorID(value: 7)) }
        let sender = MemberInfo(id: MemberID(rawValue: "m1"), name: "anna", lang: "es")
        let offered = OfferedLine(id: .numbered(9), sender: sender, token: nil, lang: "es", text: "x")
        for line in lines { burst.append(line) }
        burst.append(offered)
        #expect(!burst.hasFrames, "Nobody is told of them yet.")
        let (first, second) = (burst.takeEntrusted(), burst.takeEntrusted())
        #expect(first == lines && second.isEmpty)
        let (given, rest) = (burst.takeOffered(), burst.takeOffered())
        #expect(given == [offered] && rest.isEmpty)
    }

    @Test mutating func itsEndIsAskedForOnceAndAgainOnlyBehindIt() {
        let asked = [burst.scheduleEnd(), burst.scheduleEnd()]
        burst.end()
        let again = [burst.scheduleEnd(), burst.scheduleEnd()]
        #expect(asked == [true, false] && again == [true, false])
    }
}
