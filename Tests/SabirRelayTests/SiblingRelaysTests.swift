import SabirProtocol
import Testing

@testable import SabirRelay

/// Which other relays are on this one's side, by what it hears. It is node "self"; the host is "host"; its networks are
/// north (2), where the host is, and south (3).
@Suite struct SiblingRelaysTests {
    private typealias Sighting = SiblingRelays.Sighting
    private typealias Action = SiblingRelays.Action

    private static let (north, south) = (2, 3)
    private var siblings = SiblingRelays(node: "self")

    private mutating func hears(_ north: [String], _ south: [String], on interfaces: Set<Int> = [2, 3]) -> [Action] {
        let heard =
            north.map { Sighting(node: $0, interface: Self.north) }
            + south.map { Sighting(node: $0, interface: Self.south) }
        return siblings.heard(Set(heard), on: interfaces)
    }

    private func says(_ nodes: String...) -> [Action] { [.say(SiblingNodes(Set(nodes)))] }

    @Test mutating func nothingIsSaidBeforeItHasListenedAndIsAsked() {
        #expect(siblings.asked(path: ["host"]) == [])
        #expect(hears(["host"], ["other"]) == says("other"))
    }

    @Test mutating func whoIsHeardWhereThisOneIsNeededIsOnItsSide() {
        #expect(hears(["host", "other", "self"], ["other", "self"]) == [])
        #expect(siblings.asked(path: ["host"]) == says("other"))
        #expect(siblings.opens == [Self.south])
    }

    /// It carries the room from north to elsewhere.
    @Test mutating func whoIsHeardInTheHostsNetworkAloneIsNot() {
        _ = hears(["host", "other"], [])
        #expect(siblings.asked(path: ["host"]) == says())
    }

    /// The host is not announced: north may need this relay, too.
    @Test mutating func whoIsHeardOnOneOfTwoNetworksIsNot() {
        _ = hears(["other"], [])
        #expect(siblings.asked(path: ["host"]) == says())
        #expect(hears(["other"], ["other"]) == says("other"))
        #expect(siblings.opens == nil)
    }

    @Test mutating func theRelayThatItFollowsIsNoSibling() {
        _ = hears([], ["near"], on: [Self.south])
        #expect(siblings.asked(path: ["host", "near"]) == says())
        #expect(siblings.opens == nil)
    }

    @Test mutating func whoFallsSilentIsGivenTime() {
        _ = siblings.asked(path: ["host"])
        #expect(hears(["host"], ["other"]) == says("other"))
        #expect(hears(["host"], []) == [.wait])
        #expect(hears(["host"], ["other"]) == [])
        #expect(siblings.isTime() == [])
        #expect(hears(["host"], []) == [.wait])
        #expect(siblings.isTime() == says())
    }

    @Test mutating func whoCannotHearStandsByItsWord() {
        _ = siblings.asked(path: ["host"])
        _ = hears(["host"], ["other"])
        _ = hears([], [])
        #expect(siblings.heard(nil, on: []) == [])
        #expect(siblings.isTime() == [])
        #expect(siblings.asked(path: ["host"]) == says("other"))
    }

    @Test mutating func whoNeverCouldHearSaysThatItHearsNobody() {
        _ = siblings.asked(path: ["host"])
        #expect(siblings.heard(nil, on: []) == says())
    }

    /// So that a host which comes back finds its room's name free.
    @Test mutating func aNetworkWhereTheHostWasHeardStaysTheHosts() {
        _ = siblings.asked(path: ["host"])
        _ = hears(["host"], [])
        _ = hears([], [])
        #expect(siblings.opens == [Self.south])
    }

    @Test mutating func eachLinkIsToldAnew() {
        _ = siblings.asked(path: ["host"])
        _ = hears(["host"], ["other"])
        #expect(siblings.asked(path: ["host"]) == says("other"))
    }
}
