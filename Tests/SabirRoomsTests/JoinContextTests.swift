import Testing

@testable import SabirClient
@testable import SabirRoom

struct JoinContextTests {
    /// A device has as many IPv6 addresses as it likes, so that a ban or a limit by one of them held nobody.
    @Test func limitsAndBansTakeTheAddressesOfOneDeviceForOne() {
        #expect(JoinContext(address: "2001:db8:1:2::1").address == JoinContext(address: "2001:db8:1:2:ffff::9").address)
        #expect(JoinContext(address: "2001:db8:1:2::1").address != JoinContext(address: "2001:db8:1:3::1").address)
        #expect(JoinContext(address: "::ffff:10.0.0.1").address == "10.0.0.1")
        #expect(JoinContext(address: "::1").address == nil && JoinContext(address: "127.0.0.2").address == nil)
    }
}
