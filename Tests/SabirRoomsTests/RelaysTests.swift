import NIOCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

/// Which of several relays carries.
@Suite struct RelaysTests {
    private var relays = Relays()
    private let now = NIODeadline.uptimeNanoseconds(1_000_000_000)

    private var later: NIODeadline { now + Relays.patience }

    private func number(_ value: UInt64) -> MemberNumber { MemberNumber(value: value) }

    /// Relay 7 is of node "n7".
    private mutating func comes(_ value: UInt64, side: String? = nil) {
        relays.came(number(value), RelayHello(node: "n\(value)", space: Int(value), side: side))
    }

    private mutating func hears(_ value: UInt64, _ others: Set<UInt64>) -> [Relays.Change] {
        relays.heard(Set(others.map { "n\($0)" }), by: number(value), now: now)
    }

    private func to(_ value: UInt64, _ carries: Bool) -> Relays.Change {
        Relays.Change(number: number(value), carries: carries)
    }

    private var carrying: [MemberNumber] { relays.all.filter(\.carries).map(\.number) }

    @Test mutating func ofOneConfiguredSideTheFirstCarries() {
        comes(1, side: "ward")
        comes(2, side: "ward")
        comes(3, side: "desk")
        #expect(carrying == [number(1), number(3)])
        #expect(relays.left(number(1), now: now) == [to(2, true)])
        comes(1, side: "ward")
        #expect(carrying == [number(2), number(3)])
    }

    @Test mutating func withoutASideItWaitsUntilItHasSaidWhomItHears() {
        comes(1)
        #expect(carrying == [])
        #expect(relays.settle(now: later) == [])
        #expect(hears(1, []) == [to(1, true)])
    }

    @Test mutating func whoHearsTheOneThatCarriesStandsByAndTakesOver() {
        comes(1)
        #expect(hears(1, []) == [to(1, true)])
        comes(2)
        #expect(hears(2, [1]) == [])
        #expect(carrying == [number(1)])
        #expect(relays.left(number(1), now: now) == [to(2, true)])
    }

    /// Both began at the same time, before either was announced.
    @Test(arguments: [true, false])
    mutating func ofTwoThatHearEachOtherTheFirstCarries(_ firstSpeaksFirst: Bool) {
        comes(1)
        comes(2)
        #expect(hears(1, []) == [to(1, true)])
        #expect(hears(2, []) == [to(2, true)])
        if firstSpeaksFirst {
            #expect(hears(1, [2]) == [])
            #expect(hears(2, [1]) == [to(2, false)])
        } else {
            #expect(hears(2, [1]) == [to(2, false)])
            #expect(hears(1, []) == [])
        }
        #expect(relays.settle(now: later) == [])
        #expect(carrying == [number(1)])
    }

    /// The second opens the room to more networks than the first.
    @Test mutating func aFirstThatIsNotHeardGivesWay() {
        comes(1)
        comes(2)
        _ = hears(1, [])
        _ = hears(2, [])
        #expect(hears(1, [2]) == [])
        #expect(relays.settle(now: now) == [])
        #expect(relays.settle(now: later) == [to(1, false)])
        #expect(carrying == [number(2)])
    }

    @Test mutating func whoOnlyHearsOneThatStandsByCarries() {
        comes(1)
        comes(2)
        comes(3)
        _ = hears(1, [])
        _ = hears(2, [1])
        #expect(hears(3, [2]) == [to(3, true)])
    }

    @Test mutating func whoHearsNobodyAnyMoreCarries() {
        comes(1)
        comes(2)
        _ = hears(1, [])
        _ = hears(2, [1])
        #expect(hears(2, []) == [to(2, true)])
    }

    /// Of those that heard the one that is gone, one carries at once, and the others only where they do not hear it.
    @Test(arguments: [true, false])
    mutating func theFirstHeirCarriesAtOnce(_ areOneSide: Bool) {
        for relay in 1...3 as ClosedRange<UInt64> { comes(relay) }
        _ = hears(1, [])
        _ = hears(2, [1])
        _ = hears(3, [1])
        #expect(relays.left(number(1), now: now) == [to(2, true)])
        if areOneSide { #expect(hears(3, [1, 2]) == []) }
        #expect(relays.settle(now: later) == (areOneSide ? [] : [to(3, true)]))
    }

    /// The host was away, and the relay that stood by is back first.
    @Test(arguments: [true, false])
    mutating func whoHearsOneThatIsNotHereGivesItTime(_ comesBack: Bool) {
        comes(2)
        #expect(hears(2, [1]) == [])
        if comesBack {
            comes(1)
            #expect(hears(1, []) == [to(1, true)])
        }
        #expect(relays.settle(now: later) == (comesBack ? [] : [to(2, true)]))
    }

    @Test mutating func overAnotherConnectionItKeepsItsPartUntilItHasSpoken() {
        comes(1)
        _ = hears(1, [])
        comes(1)
        #expect(carrying == [number(1)])
        #expect(hears(1, []) == [])
        #expect(carrying == [number(1)])
    }
}
