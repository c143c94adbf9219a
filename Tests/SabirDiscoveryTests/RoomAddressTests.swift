import Testing

@testable import SabirDiscovery

@Suite struct RoomAddressTests {
    private func address(_ numeric: String, interface: String = "eth0", index: Int = 2) -> RoomAddress {
        RoomAddress(
            numeric: numeric, interfaceIndex: index, interfaceName: interface, isIPv6: numeric.contains(":"))
    }

    @Test(arguments: ["fe80::1", "FE9f::1", "fea0::1", "febf:1::2"])
    func aLinkLocalIPv6AddressCarriesItsScope(numeric: String) {
        #expect(address(numeric).text == "\(numeric)%eth0")
    }

    @Test func theScopeIsTheIndexWhereTheInterfaceHasNoName() {
        #expect(address("fe80::1", interface: "", index: 7).text == "fe80::1%7")
    }

    @Test(arguments: ["10.0.0.1", "169.254.1.1", "2001:db8::1", "fd00::1", "fec0::1", "::1"])
    func otherAddressesStandAlone(numeric: String) {
        #expect(address(numeric).text == numeric)
    }

    @Test func addressesAreTriedFromTheWidestReachToTheNarrowest() {
        let numerics = [
            "::1", "fe80::1", "127.0.0.1", "fd00::1", "169.254.7.7", "2001:db8::1", "192.168.1.1", "10.0.0.1",
        ]
        let room = DiscoveredRoom(
            name: "Reception", host: "alpha.local", addresses: numerics.map { address($0) }, port: 1,
            record: RoomRecord(id: RoomRecordTests.id, node: "n"))
        #expect(
            room.addresses.map(\.text) == [
                "10.0.0.1", "192.168.1.1", "2001:db8::1", "fd00::1", "169.254.7.7", "fe80::1%eth0", "127.0.0.1", "::1",
            ])
    }
}
