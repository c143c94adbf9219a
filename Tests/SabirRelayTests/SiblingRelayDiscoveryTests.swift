import Logging
import SabirDiscovery
import Testing

@testable import SabirRelay

/// On which of this machine's interfaces other relays can be heard.
@Suite struct SiblingRelayDiscoveryTests {
    private func discovery(_ interfaces: [String]) -> SiblingRelayDiscovery {
        SiblingRelayDiscovery(
            watch: AnnouncementWatch(logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }),
            interfaces: interfaces)
    }

    @Test func nobodyIsHeardOnLoopbackAndOnWhatIsNotThere() {
        #expect(discovery(["lo", "none"]).indices.isEmpty)
        let loopback = NetworkInterface.all().filter(\.isLoopback).map(\.index)
        #expect(discovery([]).indices.isDisjoint(with: loopback))
    }

    @Test func itListensWhereTheRoomIsAnnouncedAlone() {
        let all = discovery([]).indices
        for interface in NetworkInterface.all() {
            #expect(
                discovery([interface.name, "none"]).indices == all.intersection([interface.index]),
                "\(interface.name)")
        }
    }

    @Test func indicesAreNamedInTheirOrderAndThoseThatAreGoneAreNot() {
        let all = NetworkInterface.all()
        #expect(SiblingRelayDiscovery.names(of: Set(all.map(\.index)).union([.max])) == all.map(\.name).sorted())
        #expect(SiblingRelayDiscovery.names(of: []).isEmpty)
    }
}
