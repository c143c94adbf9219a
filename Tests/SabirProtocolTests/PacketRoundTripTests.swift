import NIOCore
import Testing

@testable import SabirProtocol

/// What is written is what is read, whatever it is.
@Suite struct PacketRoundTripTests {
    private static let cases: UInt64 = 3_000

    private func onlyBody(_ frame: ByteBuffer) throws -> ByteBuffer {
        var decoder = FrameDecoder()
        decoder.append(frame)
        let body = try #require(try decoder.next())
        #expect(try decoder.next() == nil)
        return body
    }

    @Test func everyMemberPacketIsReadAsItWasWritten() throws {
        for seed in 0..<Self.cases {
            var packets = RandomPackets(seed: seed)
            let packet = packets.memberPacket()
            let frame = framed(packet)
            let read = try MemberPacket(body: onlyBody(frame))
            #expect(read == packet, "seed \(seed)")
            #expect(framed(read) == frame, "seed \(seed)")
        }
    }

    @Test func everyHostPacketIsReadAsItWasWritten() throws {
        for seed in 0..<Self.cases {
            var packets = RandomPackets(seed: seed)
            let packet = packets.hostPacket()
            let frame = ByteBuffer(framing: packet)
            let read = try HostPacket(body: onlyBody(frame))
            #expect(read == packet, "seed \(seed)")
            // As a bag of bytes: languages are written in no particular order. Strings compare equal in several
            // spellings; their bytes do not.
            #expect(ByteBuffer(framing: read).readableBytesView.sorted() == frame.readableBytesView.sorted())
        }
    }

    @Test func packetsAppendedTogetherAreFramesOneAfterAnother() throws {
        var packets = RandomPackets(seed: 1)
        let sent = (0..<50).map { _ in packets.hostPacket() }
        var encoder = FrameEncoder()
        for packet in sent { encoder.append(packet) }
        var decoder = FrameDecoder()
        decoder.append(encoder.take())
        #expect(encoder.isEmpty)
        var read: [HostPacket] = []
        while let body = try decoder.next() { read.append(try HostPacket(body: body)) }
        #expect(read == sent)
    }

    @Test func aWelcomeIsTheSameWithMembersEncodedBefore() throws {
        let info = MemberInfo(id: MemberID(rawValue: "m1"), name: "anna", lang: try #require(LanguageTag("es")))
        let welcome = Welcome(
            room: RoomInfo(id: "r", name: "Reception"), member: info.id, epoch: "e", seq: 0, n: 1, members: [info],
            langs: [info.lang: 1], limits: Welcome.Limits(frame: 65_536, message: 4_000, rate: 0))
        var encoder = FrameEncoder()
        encoder.append(welcome, members: .encoded([info]))
        #expect(encoder.take() == ByteBuffer(framing: .welcome(welcome)))
    }

    @Test func theLargestListsFitOneFrame() throws {
        let widest = String(repeating: "🙂", count: 64)
        let tag = try #require(LanguageTag("en-x-aaaaaaaa-bbbbbbbb-cccccccc-ddd"))
        let members = (0..<100).map {
            MemberInfo(id: MemberID(rawValue: "m\($0)zzzzzzzzzz"), name: widest, lang: tag)
        }
        let langs = Dictionary(
            uniqueKeysWithValues: (0..<100).compactMap { LanguageTag("en-x-aaaaaaaa-bbbbbbbb-cccccccc-\($0)") }
                .map { ($0, 10_000) })
        #expect(langs.count == 100)
        let presence = Presence(
            n: 10_000, langs: langs, joined: Array(members.prefix(50)), changed: Array(members.suffix(50)),
            left: members.map(\.id))
        let welcome = Welcome(
            room: RoomInfo(id: "r", name: widest, topic: String(repeating: "🙂", count: 200)), member: members[0].id,
            epoch: "e", seq: 1, n: 100, members: members, langs: langs,
            limits: Welcome.Limits(frame: 65_536, message: 4_000, rate: 20))
        for packet in [HostPacket.presence(presence), .welcome(welcome), .members(members, more: true)] {
            #expect(ByteBuffer(framing: packet).readableBytes <= Frame.maximumLength + Frame.headerLength)
        }
    }
}
