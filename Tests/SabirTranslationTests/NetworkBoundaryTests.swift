import Testing

@testable import SabirTranslation

@Suite struct NetworkBoundaryTests {
    @Test(arguments: [
        "http://127.0.0.1:2737", "http://127.8.9.1", "http://10.0.0.7:5000/base", "http://172.16.0.1",
        "http://172.31.255.255", "http://192.168.1.20", "http://169.254.3.4", "http://localhost:2737",
        "https://engine.local", "http://Engine.LOCAL.:80", "http://[::1]:2737", "http://[fe80::1%25eth0]:2737",
        "http://[fd12:3456::1]", "http://[::ffff:192.168.0.1]",
    ])
    func whatIsNearMayBeUsed(url: String) {
        #expect(NetworkBoundary.objection(to: url, allowInternet: false) == nil)
    }

    @Test(arguments: [
        "https://translate.example.org", "http://8.8.8.8", "http://172.32.0.1", "http://172.15.0.1", "http://11.0.0.1",
        "http://[2001:db8::1]", "http://[::ffff:8.8.8.8]", "http://local", "http://notlocal.localx", "http://engine",
        "http://127.1", "http://2130706433", "http://0.0.0.0", "http://192.168.1.20.example.org",
        "http://mylocalhost", "http://[::]",
    ])
    func whatIsFarIsRefusedUnlessAllowed(url: String) throws {
        let objection = try #require(NetworkBoundary.objection(to: url, allowInternet: false))
        #expect(objection.contains("allow_internet = true"))
        #expect(NetworkBoundary.objection(to: url, allowInternet: true) == nil)
    }

    @Test(arguments: [
        "", "127.0.0.1:2737", "ftp://127.0.0.1", "http://", "http://user@127.0.0.1", "http://127.0.0.1@example.org",
        "http://127.0.0.1/?q=", "http://127.0.0.1/#x", "file:///etc/passwd", "http://127.0.0.1:99999",
    ])
    func whatIsNoServiceIsRefusedEvenWithTheInternetAllowed(url: String) {
        #expect(NetworkBoundary.objection(to: url, allowInternet: true) != nil)
    }
}
