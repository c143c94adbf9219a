import Foundation
import SabirCore
import Testing

/// What lies on disks, goes over wires or is drawn by repeatable tests: another value is another file, ban or key.
struct GoldenValueTests {
    @Test(
        arguments: [
            ("", 0xCBF2_9CE4_8422_2325), ("a", 0xAF63_DC4C_8601_EC8C), ("foobar", 0x8594_4171_F739_67E8),
            ("مرحبا", 0x7306_B4A7_1C43_9DBE),
        ] as [(String, UInt64)])
    func fnv1a(text: String, value: UInt64) { #expect(FNV1a(text).value == value) }

    @Test func fnv1aOfPartsHasAMarkBehindEach() {
        var hash = FNV1a()
        hash.add("kept")
        hash.add("")
        #expect(hash.digits == "90e1b880df50f237")
    }

    @Test func splitMix64() {
        var random = SplitMix64(state: 1_234_567)
        let drawn = (0..<3).map { _ in random.next() }
        #expect(drawn == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423])
    }

    /// Those of members that come back to a room.
    @Test func pausesByChance() {
        var random = SplitMix64(state: 1)
        var pauses = Backoff(first: .milliseconds(100), longest: .seconds(5))
        let drawn = (0..<9).map { _ in pauses.next(using: &random) / .nanoseconds(1) }
        #expect(
            drawn == [
                67_492_118, 161_867_264, 391_300_827, 466_615_530, 933_117_641, 2_630_946_541, 4_540_057_576,
                3_211_501_924, 2_320_657_566,
            ])
    }

    /// RFC 4648 §10, without padding.
    @Test(arguments: [
        ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
        ("foobar", "Zm9vYmFy"), ("??>", "Pz8-"), ("\u{3F}\u{7F}\u{3F}", "P38_"),
    ])
    func base64URL(bytes: String, text: String) {
        #expect(Base64URL.text(of: bytes.utf8) == text && Base64URL.bytes(of: text) == Array(bytes.utf8))
    }

    /// One device has as many addresses of its 64 bits as it likes; limits and bans count them as one.
    @Test(arguments: [
        ("10.0.0.5", "10.0.0.5"), ("::ffff:10.0.0.5", "10.0.0.5"), ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:DB8:1:2:ffff:1:2:3", "2001:db8:1:2::/64"), ("fd00::1%eth0", "fd00:0:0:0::/64"),
        ("::1", "0:0:0:0:0:0:0:1"), ("::", "0:0:0:0::/64"), ("255.255.255.255", "255.255.255.255"),
        // Everybody's begins alike.
        ("fe80::1%eth0", "fe80:0:0:0:0:0:0:1"), ("fe80::2", "fe80:0:0:0:0:0:0:2"), ("somewhere", "somewhere"),
    ])
    func whatCountsAsOneAddress(_ text: String, _ counted: String) { #expect(IPAddress.banKey(of: text) == counted) }
}
