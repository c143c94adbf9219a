import SabirProtocol
import Testing

@testable import SabirRelay

/// Which other relays are on this one's side, by what it hears. It is node "self"; the host is "host"; its networks are
/// north (2), where the host is, and south (3).
@Suite struct SiblingRelaysTests {
    private typealias Sighting = SiblingRelays.Sighting
    private typealias Action = SiblingRelays.Action

    private static let (north, south) = (2, 3)
    private var neighbours = SiblingRelays(node: "self")

    private mutating func hears(_ north: [String], _ south: [String], on interfaces: Set<Int> = [2, 3]) -> [Action] {
        let heard =
            north.map { Sighting(node: $0, interface: Self.north) }
            + south.map { Sighting(node: $0, interface: Self.south) }
        return neighbours.heard(Set(heard), on: interfaces)
    }

    private func says(_ nodes: String...) -> [Action] { [.say(SiblingNodes(Set(nodes)))] }

    @Test mutating func nothingIsSaidBeforeItHasListenedAndIsAsked() {
        #expect(neighbours.asked(path: ["host"]) == [])
        #expect(hears(["host"], ["other"]) == says("other"))
    }

    @Test mutating func whoIsHeardWhereThisOneIsNeededIsOnItsSide() {
        #expect(hears(["host", "other", "self"], ["other", "self"]) == [])
        #expect(neighbours.asked(path: ["host"]) == says("other"))
        #expect(neighbours.opens == [Self.south])
    }

    /// It carries the room from north to elsewhere.
    @Test mutating func whoIsHeardInTheHostsNetworkAloneIsNot() {
        _ = hears(["host", "other"], [])
        #expect(neighbours.asked(path: ["host"]) == says())
    }

    /// The host is not announced: north may need this relay, too.
    @Test mutating func whoIsHeardOnOneOfTwoNetworksIsNot() {
        _ = hears(["other"], [])
        #expect(neighbours.asked(path: ["host"]) == says())
        #expect(hears(["other"], ["other"]) == says("other"))
        #expect(neighbours.opens == nil)
    }

    @Test mutating func theRelayThatItFollowsIsNoNeighbour() {
        _ = hears([], ["near"], on: [Self.south])
        #expect(neighbours.asked(path: ["host", "near"]) == says())
        #expect(neighbours.opens == nil)
    }

    @Test mutating func whoFallsSilentIsGivenTime() {
        _ = neighbours.asked(path: ["host"])
        #expect(hears(["host"], ["other"]) == says("other"))
        #expect(hears(["host"], []) == [.wait])
        #expect(hears(["host"], ["other"]) == [])
        #expect(neighbours.isTime() == [])
        #expect(hears(["host"], []) == [.wait])
        #expect(neighbours.isTime() == says())
    }

    @Test mutating func whoCannotHearStandsByItsWord() {
        _ = neighbours.asked(path: ["host"])
        _ = hears(["host"], ["other"])
        _ = hears([], [])
        #expect(neighbours.heard(nil, on: []) == [])
        #expect(neighbours.isTime() == [])
        #expect(neighbours.asked(path: ["host"]) == says("other"))
    }

    @Test mutating func whoNeverCouldHearSaysThatItHearsNobody() {
        _ = neighbours.asked(path: ["host"])
        #expect(neighbours.heard(nil, on: []) == says())
    }

    /// So that a host which comes back finds its room's name free.
    @Test mutating func aNetworkWhereTheHostWasHeardStaysTheHosts() {
        _ = neighbours.asked(path: ["host"])
        _ = hears(["host"], [])
        _ = hears([], [])
        #expect(neighbours.opens == [Self.south])
    }

    @Test mutating func eachLinkIsToldAnew() {
        _ = neighbours.asked(path: ["host"])
        _ = hears(["host"], ["other"])
        #expect(neighbours.asked(path: ["host"]) == says("other"))
    }
}
