import NIOCore
import SabirCore
import Testing

struct IPAddressTests {
    @Test(arguments: ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1", "::ffff:7f00:1"])
    func thisMachineIsKnown(_ text: String) {
        #expect(IPAddress(text)?.isLoopback == true && IPAddress.remoteBanKey(of: text) == nil)
    }

    @Test(arguments: ["10.0.0.1", "::2", "127.0.0.1.evil.example", "1270.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1"])
    func nobodyElseIsThisMachine(_ text: String) {
        #expect(IPAddress(text)?.isLoopback != true && IPAddress.remoteBanKey(of: text) == IPAddress.banKey(of: text))
    }

    /// A zone stands behind IPv6 alone, and is passed over.
    @Test(arguments: [
        "", "%", "localhost", "127.1", "010.0.0.1", "10.0.0.300", "10.0.0.5%eth0", "fe80::1%", "[::1]", "::1\0.example",
        "127.0.0.1\0", "10.0.0.5:80",
    ])
    func whatIsNoAddressIsNone(_ text: String) { #expect(IPAddress(text) == nil) }

    @Test(arguments: [
        "10.9.9.9", "172.16.0.1", "172.31.255.255", "192.168.0.1", "169.254.1.1", "fd12::1", "fc00::", "fe80::1%eth0",
        "febf::1", "::1", "::ffff:192.168.0.1", "::ffff:a9fe:101",
    ])
    func theLocalNetworkIsKnown(_ text: String) { #expect(IPAddress(text)?.isLocal == true) }

    @Test(arguments: [
        "172.32.0.1", "172.15.0.1", "8.8.8.8", "2001:db8::1", "fec0::1", "fe00::1", "fb00::1", "::", "0.0.0.0",
        "192.169.0.1", "::ffff:8.8.8.8",
    ])
    func theInternetIsNotLocal(_ text: String) { #expect(IPAddress(text)?.isLocal == false) }

    @Test func linkLocalIsNotPrivate() {
        #expect(["169.254.1.1", "fe80::1"].allSatisfy { IPAddress($0)?.isLinkLocal == true })
        #expect(["169.254.1.1", "fe80::1", "::1"].allSatisfy { IPAddress($0)?.isPrivate == false })
        #expect(["10.0.0.1", "fd00::1"].allSatisfy { IPAddress($0)?.isLinkLocal == false })
    }

    @Test func allAddressesOfAMachineAreKnown() {
        #expect(["::", "0.0.0.0", "0::0", "::ffff:0.0.0.0"].allSatisfy { IPAddress($0)?.isUnspecified == true })
        #expect(["::1", "0.0.0.1", "1::"].allSatisfy { IPAddress($0)?.isUnspecified == false })
    }

    @Test func anAddressIsTheSameHoweverItCame() throws {
        let address = try #require(IPAddress("10.0.0.5"))
        #expect(IPAddress(try SocketAddress(ipAddress: "::ffff:10.0.0.5", port: 1)) == address)
        #expect(IPAddress(try SocketAddress(ipAddress: "10.0.0.5", port: 1)) == address)
        #expect(IPAddress(bytes: [10, 0, 0, 5]) == address)
        #expect(IPAddress(bytes: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 10, 0, 0, 5]) == address)
        #expect(address.isIPv4 && IPAddress("::10.0.0.5")?.isIPv4 == false)
        #expect(IPAddress(try SocketAddress(unixDomainSocketPath: "/a")) == nil && IPAddress(nil) == nil)
        #expect(IPAddress(bytes: [10, 0, 0]) == nil && IPAddress(bytes: []) == nil)
    }

    @Test(arguments: [
        ("::ffff:10.0.0.5", "10.0.0.5"), ("2001:DB8:0:0::1", "2001:db8::1"), ("fe80::1%eth0", "fe80::1"), ("::", "::"),
    ])
    func itIsWrittenAsTheSystemDoes(_ text: String, _ written: String) throws {
        #expect(IPAddress(text)?.description == written)
        #expect(IPAddress(try SocketAddress(ipAddress: written, port: 1))?.description == written)
    }

    @Test func bridgesAndTunnelsAreKnownByTheirNames() {
        #expect(["docker0", "br-5f", "wg0", "tun1", "virbr0", "tailscale0"].allSatisfy(VirtualInterface.isNamed))
        #expect(!["eth0", "wlan0", "enp3s0", "br0", "lo"].contains(where: VirtualInterface.isNamed))
    }
}
