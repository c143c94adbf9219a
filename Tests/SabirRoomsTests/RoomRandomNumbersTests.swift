import SabirCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

struct RoomRandomNumbersTests {
    /// Everybody is told the epoch; from it the generator's state, and with it all later ids, could be worked out.
    @Test func whatARoomTellsDoesNotTellItsNextIDs() throws {
        var room = RoomState(settings: .test(), seed: nil, now: at(0))
        let epoch = try #require(UInt64(room.timeline.epoch, radix: 36))
        var guessed = SplitMix64(state: Self.state(before: epoch))
        let again = guessed.next()
        #expect(again == epoch, "the generator was turned back rightly")
        // The first number behind the epoch's is the first member's.
        let later = (0..<8).map { _ in guessed.next() }
        let id = room.newID().value
        #expect(!later.contains { $0 & ~0xF000 == id.high & ~0xF000 })
    }

    @Test func withASeedItIsRepeatable() {
        var (one, other) = (RoomRandomNumbers(seed: 7), RoomRandomNumbers(seed: 7))
        #expect((0..<4).map { _ in one.next() } == (0..<4).map { _ in other.next() })
    }

    /// They are drawn many at a time.
    @Test func noNumberComesTwice() {
        var chance = RoomRandomNumbers(seed: nil)
        #expect(Set((0..<1_000).map { _ in chance.next() }).count == 1_000)
    }

    /// SplitMix64 turned back: the state from which it gave this number.
    private static func state(before number: UInt64) -> UInt64 {
        var z = unshifted(number, 31) &* inverse(0x94D0_49BB_1331_11EB)
        z = unshifted(z, 27) &* inverse(0xBF58_476D_1CE4_E5B9)
        return unshifted(z, 30) &- 0x9E37_79B9_7F4A_7C15
    }

    /// Undoes `z ^ (z >> bits)`.
    private static func unshifted(_ value: UInt64, _ bits: Int) -> UInt64 {
        var z = value
        for _ in 0..<(64 / bits) { z = value ^ (z >> bits) }
        return z
    }

    /// Modulo 2⁶⁴, by Newton's method.
    private static func inverse(_ odd: UInt64) -> UInt64 {
        var x = odd
        for _ in 0..<6 { x = x &* (2 &- odd &* x) }
        return x
    }
}

struct LoggedClientTests {
    /// A stranger's words must not end the line of a log, nor colour a terminal.
    @Test func whatAGuestCallsItsProgramIsCleanInTheLog() {
        let logged = HostedRoom.printable("evil\u{1b}[2J\nwarning: forged\u{202e}" + String(repeating: "x", count: 500))
        #expect(logged.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
        #expect(!logged.contains("\u{202e}") && logged.unicodeScalars.count <= 64)
        #expect(HostedRoom.printable(nil) == "-")
    }
}
