import Testing
import SabirRoom

@testable import SabirWeb

@Suite struct PageAddressTests {
    static let loopback = OwnInterface(name: "lo", addresses: ["127.0.0.1", "::1"])

    @Test(arguments: [
        // A laptop on wifi with containers.
        (
            [
                OwnInterface(name: "docker0", addresses: ["172.17.0.1"]),
                OwnInterface(name: "br-3f2a91c04b7e", addresses: ["172.18.0.1"]),
                OwnInterface(name: "wlp3s0", addresses: ["192.168.1.23", "fe80::1c2d:3e4f:5a6b:7c8d"]),
            ], "192.168.1.23"
        ),
        // An access point with a cable to the town hall's network: phones are on its wifi.
        (
            [
                OwnInterface(name: "eth0", addresses: ["192.168.8.4"]),
                OwnInterface(name: "wlan0", addresses: ["10.42.0.1"]),
            ], "10.42.0.1"
        ),
        // The wifi is off.
        (
            [
                OwnInterface(name: "wlan0", isUp: false, addresses: ["10.42.0.1"]),
                OwnInterface(name: "eth0", addresses: ["192.168.8.4"]),
            ], "192.168.8.4"
        ),
        // A VPN, virtual machines, and a wired network.
        (
            [
                OwnInterface(name: "wg0", addresses: ["10.8.0.2"]),
                OwnInterface(name: "virbr0", addresses: ["192.168.122.1"]),
                OwnInterface(name: "tun0", addresses: ["10.0.0.6"]),
                OwnInterface(name: "enp0s31f6", addresses: ["172.16.4.9"]),
            ], "172.16.4.9"
        ),
        // A bridge the operator made, which is where the machine's address is then.
        (
            [
                OwnInterface(name: "veth1a2b", addresses: ["10.1.1.1"]),
                OwnInterface(name: "br0", addresses: ["192.168.0.2"]),
            ], "192.168.0.2"
        ),
        // A public address before a bridge of containers, whose own is private.
        (
            [
                OwnInterface(name: "podman1", addresses: ["10.89.0.1"]),
                OwnInterface(name: "eth0", addresses: ["203.0.113.9", "2001:db8::9"]),
            ], "203.0.113.9"
        ),
        // Two machines on one cable.
        (
            [
                OwnInterface(name: "lxcbr0", addresses: ["10.0.3.1"]),
                OwnInterface(name: "eth0", addresses: ["169.254.31.7"]),
            ], "169.254.31.7"
        ),
        // IPv6 alone.
        (
            [
                OwnInterface(name: "cni0", addresses: ["10.85.0.1"]),
                OwnInterface(name: "eth0", addresses: ["fe80::1%eth0", "fd12:3456::5"]),
            ], "fd12:3456::5"
        ),
        ([OwnInterface(name: "docker0", addresses: ["172.17.0.1"])], "172.17.0.1"),
    ])
    func theOneOnThePhonesNetworkGoesFirst(interfaces: [OwnInterface], expected: String) {
        #expect(PageAddress.best(among: [Self.loopback] + interfaces) == expected)
        #expect(PageAddress.best(among: interfaces.reversed() + [Self.loopback]) == expected)
    }

    @Test func loopbackIsNeverOffered() {
        #expect(PageAddress.best(among: [Self.loopback]) == nil)
        for bound in ["127.0.0.1", "::1", "localhost", "0.0.0.0", "::"] {
            #expect(url(bound: bound, among: [Self.loopback]) == nil)
        }
    }

    @Test func whatIsListenedOnGoesBeforeOtherInterfaces() {
        let both = OwnInterface(name: "eth0", addresses: ["192.168.1.5", "192.168.1.6"])
        #expect(url(bound: "192.168.1.6", among: [both]) == "http://192.168.1.6:8275")
        #expect(url(bound: "fd00::6", among: [both]) == "http://[fd00::6]:8275")
    }

    @Test(arguments: [
        ("192.168.7.7", "http://192.168.7.7:8275"), ("chat.clinic.example:80", "http://chat.clinic.example"),
        ("https://chat.clinic.example/", "https://chat.clinic.example"), ("fd00::1", "http://[fd00::1]:8275"),
        ("[fd00::1]:90", "http://[fd00::1]:90"), ("[fd00::1]", "http://[fd00::1]:8275"),
    ])
    func theOperatorsWordGoesFirst(configured: String, expected: String) {
        let own = OwnInterface(name: "wlan0", addresses: ["10.42.0.1"])
        #expect(url(configured: configured, among: [own]) == expected)
    }

    /// A relay between the host's network and its own.
    @Test func whoIsOnOneSideIsShownAnAddressOfThatSide() {
        let interfaces = [
            Self.loopback, OwnInterface(name: "eth0", addresses: ["10.0.8.5"]),
            OwnInterface(name: "eth1", addresses: ["10.0.9.1", "fd00::9"]),
            OwnInterface(name: "docker0", addresses: ["172.17.0.1"]),
        ]
        func url(_ side: NetworkSide, bound: [String] = ["::"], among there: [OwnInterface] = interfaces) -> String? {
            PageAddress.url(configured: nil, bound: bound, port: 8275, isSecure: false, on: side, among: there)
        }
        let own = "http://10.0.9.1:8275"
        #expect(url(NetworkSide(only: ["eth1"])) == own)
        #expect(url(NetworkSide(besides: "10.0.8.5")) == own)
        #expect(url(NetworkSide(besides: "10.0.8.5"), bound: ["10.0.8.5", "10.0.9.1"]) == own)
        #expect(url(NetworkSide(only: ["eth0"])) == "http://10.0.8.5:8275")
        // None rather than that of the other side.
        #expect(url(NetworkSide(only: ["eth1"]), bound: ["10.0.8.5"]) == nil)
        #expect(url(NetworkSide(only: ["eth7"])) == nil)
        // One network for everybody, beside containers.
        let single = interfaces.filter { $0.name != "eth1" }
        #expect(url(NetworkSide(besides: "10.0.8.5"), among: single) == "http://10.0.8.5:8275")
    }

    @Test func theUsualPortIsNotWritten() {
        let own = [OwnInterface(name: "wlan0", addresses: ["10.42.0.1"])]
        #expect(url(port: 80, among: own) == "http://10.42.0.1")
        #expect(url(port: 443, isSecure: true, among: own) == "https://10.42.0.1")
        #expect(url(port: 443, among: own) == "http://10.42.0.1:443")
        #expect(url(configured: "", among: own) == "http://10.42.0.1:8275")
    }

    @Test func thisMachinesOwnListCanBeRead() {
        #expect(OwnInterface.all().contains { $0.addresses.contains("127.0.0.1") })
    }

    private func url(
        configured: String? = nil, bound: String = "::", port: Int = 8275, isSecure: Bool = false,
        among interfaces: [OwnInterface]
    ) -> String? {
        PageAddress.url(configured: configured, bound: bound, port: port, isSecure: isSecure, among: interfaces)
    }
}
