import SabirProtocol
import Testing

@testable import SabirRoom

/// Which of several relays carries.
@Suite struct RelaysTests {
    private var relays = Relays()

    private func number(_ value: UInt64) -> MemberNumber { MemberNumber(value: value) }

    /// Relay 7 is of node "n7". Returns the relay that carries in its place from now on.
    private mutating func comes(_ value: UInt64, side: String? = nil) -> MemberNumber? {
        relays.add(number(value), RelayHello(node: "n\(value)", space: Int(value), side: side))
    }

    private var carrying: [MemberNumber] { relays.all.filter(\.carries).map(\.number) }

    @Test mutating func ofOneSideTheFirstCarries() {
        #expect(comes(1, side: "ward") == nil && comes(2, side: "ward") == nil && comes(3, side: "desk") == nil)
        #expect(carrying == [number(1), number(3)])
        #expect(relays.remove(number(1)) == number(2))
        #expect(comes(1, side: "ward") == nil)
        #expect(carrying == [number(2), number(3)])
    }

    @Test mutating func ofThreeTheNextTakesOver() {
        for relay in 1...3 as ClosedRange<UInt64> { _ = comes(relay, side: "ward") }
        #expect(relays.remove(number(2)) == nil, "It stood by.")
        #expect(relays.remove(number(1)) == number(3))
        #expect(relays.remove(number(3)) == nil && relays.all.isEmpty)
    }

    @Test mutating func withoutASideAllCarry() {
        #expect(comes(1) == nil && comes(2) == nil && comes(3, side: "ward") == nil)
        #expect(carrying == [number(1), number(2), number(3)])
        #expect(relays.remove(number(1)) == nil)
        #expect(carrying == [number(2), number(3)])
    }

    @Test mutating func overAnotherConnectionItKeepsItsPart() {
        _ = comes(1, side: "ward")
        _ = comes(2, side: "ward")
        #expect(comes(1, side: "ward") == nil && carrying == [number(1)])
        #expect(comes(2, side: "ward") == nil && carrying == [number(1)])
    }

    @Test(arguments: ["desk", nil])
    mutating func whoComesBackWithAnotherSideIsReplacedOnItsOwn(_ side: String?) {
        _ = comes(1, side: "ward")
        _ = comes(2, side: "ward")
        #expect(comes(1, side: side) == number(2))
        #expect(carrying == [number(2), number(1)])
    }
}
