import Logging
import NIOCore
import SabirProtocol
import Testing

@testable import SabirClient

@Suite struct GuestHandlerTests {
    private let loop = HandLoop(now: at(0))

    private func connection() throws -> (channel: HandChannel, handler: GuestHandler) {
        let room = RemoteRoom(
            .of("anna"), by: FixedRoute(Destination(NodeAddress(host: "127.0.0.1", port: 1))), on: loop,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let channel = HandChannel(on: loop, from: nil)
        let handler = GuestHandler(room: room, attempt: 0)
        try channel.pipeline.syncOperations.addHandler(handler)
        channel.connect()
        return (channel, handler)
    }

    @Test func nobodyHasMuchToSayToWhomItHasNotHeard() throws {
        let (channel, _) = try connection()
        channel.send(ByteBuffer(repeating: 0, count: Frame.maximumLength))
        #expect(channel.isOpen)
        channel.send(ByteBuffer(repeating: 0, count: 1))
        #expect(!channel.isOpen)
    }

    /// Once the room listens a host may say as much as it likes, frame by frame.
    @Test func aRoomThatListensTakesWhatCameBefore() throws {
        let (channel, handler) = try connection()
        let text = #"{"type":"later"}"#
        var frame = ByteBuffer(integer: UInt32(text.utf8.count))
        frame.writeString(text)
        channel.send(frame)
        handler.startDelivering()
        handler.startDelivering()
        for _ in 0..<20_000 { channel.send(frame) }
        #expect(channel.isOpen)
    }
}
