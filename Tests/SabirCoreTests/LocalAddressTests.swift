import SabirCore
import Testing

@Suite struct LocalAddressTests {
    @Test func anAddressThatIsOneIsTheOneToReach() {
        for bound in ["10.0.0.5", "fd00::5", "127.0.0.1", "clinic.local"] {
            #expect(LocalAddress.reachable(bound) == bound)
            #expect(LocalAddress.own(bound) == bound)
        }
    }

    @Test func aWildcardIsReachedFromHereOverLoopback() {
        for bound in ["0.0.0.0", "::"] { #expect(LocalAddress.own(bound) == "127.0.0.1") }
    }

    /// Of one interface that has loopback alone nothing can be told to others.
    @Test func aWildcardIsReachedByAnAddressOfTheMachine() throws {
        #expect(LocalAddress.reachable("0.0.0.0", on: ["lo"]) == "127.0.0.1")
        let found = try #require(IPAddress(LocalAddress.reachable("::")))
        #expect(!found.isUnspecified)
        // An interface that nobody has leaves all of them.
        #expect(LocalAddress.reachable("::", on: ["no-such-interface"]) == found.description)
    }
}
