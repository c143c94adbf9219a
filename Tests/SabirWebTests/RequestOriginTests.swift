import HTTPTypes
import Testing

@testable import SabirWeb

struct RequestOriginTests {
    private func origin(
        _ headers: [(String, String)], from peer: String, trusting proxies: [String] = ["10.0.0.2", "127.0.0.1"]
    ) throws(WebRefusal) -> RequestOrigin {
        var fields = HTTPFields()
        for (name, value) in headers { fields.append(HTTPField(name: SecurityHeaders.name(name), value: value)) }
        return try RequestOrigin(fields, from: peer, entrance: .plain, trusting: TrustedProxies(proxies))
    }

    @Test func withoutATrustedProxyNothingInAHeaderCounts() throws {
        let claims = [("X-Forwarded-For", "127.0.0.1"), ("Forwarded", "for=127.0.0.1;proto=https")]
        let stranger = try origin(claims, from: "10.0.0.9", trusting: [])
        #expect(stranger.address == "10.0.0.9" && !stranger.isLoopback && !stranger.isSecure)
    }

    /// Before, everybody behind a proxy on this machine was this machine: read /metrics, and had no limits.
    @Test(arguments: ["X-Forwarded-For", "Forwarded", "Via"])
    func whatAProxyPassedOnIsNotFromThisMachine(_ header: String) throws {
        #expect(try !origin([(header, "10.0.0.9")], from: "127.0.0.1", trusting: []).isLoopback)
        #expect(try origin([], from: "127.0.0.1", trusting: []).isLoopback)
    }

    @Test(arguments: [
        ("X-Forwarded-For", "10.0.0.9"), ("X-Forwarded-For", "127.0.0.1, 10.0.0.9"),
        ("X-Forwarded-For", "10.0.0.66, 10.0.0.9, 10.0.0.2"), ("Forwarded", "for=10.0.0.66, for=10.0.0.9;proto=http"),
        ("Forwarded", "For=\"10.0.0.9:4711\""),
    ])
    func aTrustedProxysWordCountsAndNothingBeforeIt(_ header: String, _ value: String) throws {
        let found = try origin([(header, value)], from: "10.0.0.2")
        #expect(found.address == "10.0.0.9" && !found.isLoopback && !found.isSecure)
    }

    @Test func anIPv6AddressIsRead() throws {
        #expect(try origin([("Forwarded", "for=\"[2001:db8::1]:4711\"")], from: "10.0.0.2").address == "2001:db8::1")
    }

    /// A login is for one device of the house, however the proxy writes its address.
    @Test func aWholeAddressHasOneForm() throws {
        let written = try ["2001:db8::1", "\"[2001:DB8:0:0::1]:4711\"", "2001:db8::2"].map { text in
            try origin([("X-Forwarded-For", text)], from: "10.0.0.2").whole
        }
        #expect(written == ["2001:db8::1", "2001:db8::1", "2001:db8::2"])
    }

    /// What is on loopback is this machine's own screen, which no stranger's guesses keep waiting.
    @Test(arguments: ["X-Forwarded-For", "Forwarded", "X-Real-IP", "X-Forwarded-Host"])
    func noProxySpeaksForThisMachine(_ header: String) throws {
        let value = header == "Forwarded" ? "for=127.0.0.1" : "127.0.0.1"
        for peer in ["127.0.0.1", "10.0.0.2"] { #expect(try !origin([(header, value)], from: peer).isLoopback) }
        #expect(try origin([], from: "127.0.0.1").isLoopback)
    }

    @Test func aTrustedProxyMaySpeakHTTPSWithTheBrowser() throws {
        let headers = [("X-Forwarded-For", "10.0.0.9"), ("X-Forwarded-Proto", "https")]
        #expect(try origin(headers, from: "10.0.0.2").isSecure)
        #expect(try !origin(headers, from: "10.0.0.3").isSecure)
    }

    /// One of them came from the visitor.
    @Test func headersThatContradictEachOtherAreRefused() {
        #expect(throws: WebRefusal.self) {
            try origin([("X-Forwarded-For", "10.0.0.9"), ("Forwarded", "for=127.0.0.1")], from: "10.0.0.2")
        }
    }
}
