import NIOCore
import Testing

@testable import SabirWire

struct IPAddressTests {
    /// One device has as many addresses of its 64 bits as it likes; limits and bans count them as one.
    @Test(arguments: [
        ("10.0.0.5", "10.0.0.5"), ("::ffff:10.0.0.5", "10.0.0.5"), ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:DB8:1:2:ffff:1:2:3", "2001:db8:1:2::/64"), ("fd00::1%eth0", "fd00:0:0:0::/64"),
        // Everybody's begins alike.
        ("fe80::1%eth0", "fe80:0:0:0:0:0:0:1"), ("fe80::2", "fe80:0:0:0:0:0:0:2"), ("somewhere", "somewhere"),
    ])
    func whatCountsAsOneAddress(_ text: String, _ counted: String) {
        #expect(IPAddress.counted(text) == counted)
    }

    @Test(arguments: ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1", "::ffff:7f00:1"])
    func thisMachineIsKnown(_ text: String) { #expect(IPAddress(text)?.isLoopback == true) }

    @Test(arguments: ["10.0.0.1", "::2", "127.0.0.1.evil.example", "1270.0.0.1", "::ffff:10.0.0.1", ""])
    func nobodyElseIsThisMachine(_ text: String) { #expect(IPAddress(text)?.isLoopback != true) }

    @Test(arguments: ["10.9.9.9", "172.31.0.1", "192.168.0.1", "169.254.1.1", "fd12::1", "fe80::1", "::1"])
    func theLocalNetworkIsKnown(_ text: String) { #expect(IPAddress(text)?.isLocal == true) }

    @Test(arguments: ["172.32.0.1", "8.8.8.8", "2001:db8::1", "fec0::1", "::"])
    func theInternetIsNotLocal(_ text: String) { #expect(IPAddress(text)?.isLocal == false) }

    @Test func anAddressOfASocketIsRead() throws {
        #expect(IPAddress(try SocketAddress(ipAddress: "::ffff:10.0.0.5", port: 1))?.counted == "10.0.0.5")
        #expect(IPAddress(try SocketAddress(unixDomainSocketPath: "/a")) == nil)
    }
}
