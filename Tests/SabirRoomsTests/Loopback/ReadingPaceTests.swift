import Logging
import NIOCore
import NIOPosix
import SabirCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

/// Whoever sends faster than packets are taken has to wait, and loses nothing.
@Suite(.timeLimit(.minutes(1))) struct ReadingPaceTests {
    @Test func nothingIsLostOfWhatHasToWait() async throws {
        let server = RoomServer(
            on: MultiThreadedEventLoopGroup.singleton.next(), limits: .patient(ConnectionLimits(packets: (1_000, 50))),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        _ = await server.open(.test())
        let port = try #require(try await server.listen(on: ["127.0.0.1"], port: 0).first?.port)
        let bare = try await BareMember.connect(to: port, reading: true)
        var frames = FrameEncoder()
        frames.append(.hello(.of("anna")))
        for n in 0..<500 { frames.append(.message(Draft(id: .numbered(UInt64(n)), text: "line \(n)"))) }
        try await bare.channel.writeAndFlush(frames.take())
        for n in 0..<500 {
            let message = try await bare.journal.first("line \(n)") {
                if case .message(let message) = $0 { message } else { nil }
            }
            #expect(message.text == "line \(n)" && message.seq == n + 1)
        }
        await server.close()
    }

    @Test func readingRestsWhenTheMeasureIsFull() {
        let rate = TokenBucket.Rate(perSecond: 10, burst: 2)
        var pace = ReadingPace(rate)
        for _ in 0..<2 {
            let allows = pace.allowsOne(now: at(0))
            #expect(allows)
            pace.took(now: at(0))
        }
        #expect(!pace.allowsOne(now: at(0)) && !pace.allowsOne(now: at(0.05)))
        #expect(pace.allowsOne(now: at(0.1)))
        #expect(ReadingPace(nil).allowsOne(now: at(0)))
    }
}
