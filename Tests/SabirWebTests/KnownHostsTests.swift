import Testing

@testable import SabirWeb

struct KnownHostsTests {
    private let hosts = KnownHosts(isSecure: false) { "http://chat.clinic.example:8275" }

    @Test(arguments: [
        nil, "127.0.0.1:8275", "10.42.0.1", "[fe80::1]:8275", "[::1]", "localhost:1", "reception", "front-desk.local",
        "FRONT-DESK.LOCAL:8275", "front-desk.local.", "desk.lan", "desk.home.arpa", "chat.clinic.example",
        "Chat.Clinic.Example:8275",
    ])
    func whatNobodyElseCanHaveIsKnown(_ authority: String?) { #expect(hosts.includes(authority)) }

    @Test(arguments: [
        "evil.example", "evil.example:8275", "10.0.0.1.evil.example", "localhost.evil.example", "clinic.example",
        "chat.clinic.example.evil.example", "local.com", "evil.example.",
        "evil.arpa", "x.2.0.192.in-addr.arpa:8275", "8.b.d.0.1.0.0.2.ip6.arpa", "home.arpa.evil.arpa",
        "athome.arpa", "home.arpa",
    ])
    func aNameOfTheInternetIsNot(_ authority: String) { #expect(!hosts.includes(authority)) }

    @Test func aCertificateProvesAnyName() {
        #expect(KnownHosts(isSecure: true) { "https://10.0.0.5" }.includes("chat.example.org"))
    }
}
