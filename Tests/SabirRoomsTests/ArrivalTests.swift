import Testing

@testable import SabirClient
@testable import SabirRoom

struct ArrivalTests {
    /// A device has as many IPv6 addresses as it likes, so that a ban or a limit by one of them held nobody.
    @Test func limitsAndBansTakeTheAddressesOfOneDeviceForOne() {
        #expect(Arrival(address: "2001:db8:1:2::1").address == Arrival(address: "2001:db8:1:2:ffff::9").address)
        #expect(Arrival(address: "2001:db8:1:2::1").address != Arrival(address: "2001:db8:1:3::1").address)
        #expect(Arrival(address: "::ffff:10.0.0.1").address == "10.0.0.1")
        #expect(Arrival(address: "::1").address == nil && Arrival(address: "127.0.0.2").address == nil)
    }
}
