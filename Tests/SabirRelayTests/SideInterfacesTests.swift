import Testing

@testable import SabirCore
@testable import SabirDiscovery
@testable import SabirNode

/// On which of a machine's interfaces a relay announces its room.
@Suite struct SideInterfacesTests {
    private static func address(_ interface: String, _ address: String, _ mask: String) -> OwnNetwork {
        OwnNetwork(interface: interface, address: IPAddress(address)!, mask: IPAddress(mask)!)
    }

    private let networks = [
        address("lo", "127.0.0.1", "255.0.0.0"), address("north", "10.0.8.7", "255.255.255.0"),
        address("south", "10.0.9.7", "255.255.255.0"), address("south", "fe80::7", "ffff:ffff:ffff:ffff::"),
    ]

    @Test func aHostOnTheSameNetworkIsAtThatInterface() {
        #expect(SideInterfaces.between("10.0.8.7", "10.0.8.5", among: networks) == "north")
        #expect(SideInterfaces.between("fe80::7", "fe80::5", among: networks) == "south")
    }

    @Test func aHostBehindARouterIsAtNone() {
        #expect(SideInterfaces.between("10.0.8.7", "10.1.0.5", among: networks) == nil)
        #expect(SideInterfaces.between("10.0.7.7", "10.0.7.5", among: networks) == nil, "An address that is gone.")
        #expect(SideInterfaces.between(nil, nil, among: networks) == nil)
    }

    /// IFF_UP, IFF_RUNNING and IFF_MULTICAST of net/if.h; IFF_LOOPBACK and IFF_POINTOPOINT.
    private static let (open, loopback, tunnel) = (UInt32(0x1041), UInt32(0x8), UInt32(0x10))

    private let interfaces = [
        NetworkInterface(name: "lo", flags: open | loopback), NetworkInterface(name: "north", flags: open),
        NetworkInterface(name: "south", flags: open), NetworkInterface(name: "tun0", flags: open | tunnel),
    ]

    private func names(besides host: String, of announcing: [String] = []) -> [String] {
        SideInterfaces.names(besides: host, of: announcing, among: interfaces)
    }

    @Test func itIsAnnouncedEverywhereButAtTheHost() {
        #expect(names(besides: "north") == ["south"])
        #expect(names(besides: "north", of: ["north", "south", "later"]) == ["south"])
    }

    @Test func itIsAnnouncedEverywhereWhereTheHostIsAtNoneOrAtTheOnlyOne() {
        #expect(names(besides: "lo").isEmpty)
        #expect(names(besides: "north", of: ["north"]).isEmpty)
        #expect(names(besides: "north", of: ["south"]).isEmpty)
    }
}
