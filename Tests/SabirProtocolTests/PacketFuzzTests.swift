import NIOCore
import SabirCore
import Testing

@testable import SabirProtocol

/// Damaged frames: nothing crashes, and what is still read is read the same after it was written again.
@Suite struct PacketFuzzTests {
    private static let cases: UInt64 = 10_000

    private func damaged(_ frame: ByteBuffer, _ random: inout SplitMix64) -> [UInt8] {
        var bytes = Array(frame.readableBytesView)
        // The length is left alone mostly: else few bodies would be reached.
        let first = Int.random(in: 0..<8, using: &random) == 0 ? 0 : 4
        for _ in 0..<Int.random(in: 1...4, using: &random) where bytes.count > first {
            let index = Int.random(in: first..<bytes.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 1: bytes[index] = Array(#"{}[]":,\0"#.utf8).randomElement(using: &random) ?? 0
            case 2: bytes.swapAt(index, Int.random(in: first..<bytes.count, using: &random))
            default: bytes[index] = UInt8.random(in: .min ... .max, using: &random)
            }
        }
        return bytes
    }

    /// The bodies in `bytes`, read in two pieces, up to the first breach.
    private func bodies(_ bytes: [UInt8], cut: Int) -> [ByteBuffer] {
        var decoder = FrameDecoder()
        var bodies: [ByteBuffer] = []
        for piece in [bytes[..<cut], bytes[cut...]] {
            decoder.append(ByteBuffer(bytes: piece))
            while let body = try? decoder.next() { bodies.append(body) }
        }
        return bodies
    }

    @Test func damagedMemberPacketsAreReadOrRefused() throws {
        var readable = 0
        for seed in 0..<Self.cases {
            var packets = RandomPackets(seed: seed)
            let bytes = damaged(framed(packets.memberPacket()), &packets.random)
            for body in bodies(bytes, cut: packets.number(0...bytes.count)) {
                guard let packet = try? MemberPacket(body: body) else { continue }
                readable += 1
                let again = try MemberPacket(
                    body: try #require(bodies(Array(framed(packet).readableBytesView), cut: 0).first))
                #expect(again == packet, "seed \(seed)")
            }
        }
        #expect(readable > Self.cases / 20, "The damage leaves too little to read for the test to mean anything.")
    }

    @Test func damagedHostPacketsAreReadOrRefused() throws {
        var readable = 0
        for seed in 0..<Self.cases {
            var packets = RandomPackets(seed: seed)
            let bytes = damaged(ByteBuffer(framing: packets.hostPacket()), &packets.random)
            for body in bodies(bytes, cut: packets.number(0...bytes.count)) {
                guard let packet = try? HostPacket(body: body) else { continue }
                readable += 1
                let written = Array(ByteBuffer(framing: packet).readableBytesView)
                #expect(try HostPacket(body: try #require(bodies(written, cut: 0).first)) == packet, "seed \(seed)")
            }
        }
        #expect(readable > Self.cases / 20, "The damage leaves too little to read for the test to mean anything.")
    }
}
