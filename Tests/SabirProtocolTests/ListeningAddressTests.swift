import NIOCore
import SabirProtocol
import Testing

@Suite struct ListeningAddressTests {
    @Test(arguments: [("0.0.0.0", "0.0.0.0"), ("127.0.0.1", "127.0.0.1"), ("::", "::"), ("::1", "::1")])
    func numbersNeedNoLookUp(_ address: String, _ expected: String) throws {
        let socket = try ListeningAddress.socket(address, port: 8_275)
        #expect(socket.ipAddress == expected && socket.port == 8_275)
    }

    @Test func whatIsNoAddressIsRefused() {
        #expect(throws: (any Error).self) { try ListeningAddress.socket("127.0.0.1.5.6", port: 1) }
    }

    /// "::" stays where the machine has IPv6, and is all of IPv4 where it has none.
    @Test func aHostIsOneThatCanBeHad() {
        #expect(ListeningAddress.host("10.0.0.5") == "10.0.0.5")
        #expect(["::", "0.0.0.0"].contains(ListeningAddress.host("::")))
    }
}
