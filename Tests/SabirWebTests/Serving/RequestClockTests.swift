import NIOCore
import NIOEmbedded
import Testing

@testable import SabirWeb

/// A request has fifteen seconds, by the hand-moved clock of an embedded event loop.
@Suite struct RequestClockTests {
    @Test func whatDripsIsBrokenOffHoweverSteadily() throws {
        let connection = try Connection()
        for _ in 1...14 {
            try connection.reads()
            connection.wait(1)
        }
        #expect(connection.isOpen)
        connection.wait(1)
        #expect(!connection.isOpen)
    }

    @Test func whoeverSendsWholeRequestsMayStay() throws {
        let connection = try Connection()
        for _ in 1...3 {
            try connection.reads()
            try connection.marks(.whole)
            try connection.marks(.answered)
            connection.wait(30)
        }
        #expect(connection.isOpen)
    }

    @Test func aLongAnswerIsNotCutShortByWhatTheOtherSideSendsMeanwhile() throws {
        let connection = try Connection()
        try connection.reads()
        try connection.marks(.whole)
        try connection.reads()
        connection.wait(60)
        #expect(connection.isOpen)
    }

    @Test func theNextRequestHasTheSameTime() throws {
        let connection = try Connection()
        try connection.reads()
        try connection.marks(.whole)
        try connection.marks(.answered)
        connection.wait(60)
        try connection.reads()
        connection.wait(15)
        #expect(!connection.isOpen)
    }

    @Test func anAnswerBeforeTheRequestsEndLetsItsRestBeRead() throws {
        let connection = try Connection()
        try connection.reads()
        try connection.marks(.answered)
        try connection.marks(.whole)
        connection.wait(60)
        #expect(connection.isOpen)
        try connection.reads()
        connection.wait(15)
        #expect(!connection.isOpen)
    }

    private struct Connection {
        private let channel: EmbeddedChannel

        init() throws {
            channel = EmbeddedChannel(handler: RequestClock(.seconds(15)))
            try channel.connect(to: .init(ipAddress: "127.0.0.1", port: 1)).wait()
        }

        var isOpen: Bool { channel.isActive }

        func reads() throws { try channel.writeInbound(ByteBuffer(string: "x")) }

        func marks(_ mark: RequestMarks.Mark) throws { try channel.triggerUserOutboundEvent(mark).wait() }

        func wait(_ seconds: Int64) { channel.embeddedEventLoop.advanceTime(by: .seconds(seconds)) }
    }
}
