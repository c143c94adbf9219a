import Foundation
import HTTPTypes
import Hummingbird
import Testing

@testable import SabirWeb

@Suite struct CaptivePortalTests {
    static let page = "http://192.168.1.5:8275/"
    let open = CaptivePortal(mode: .open, page: page)
    let portal = CaptivePortal(mode: .portal, page: page)

    static let apple = "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>"
    static let online = "NetworkManager is online\n"
    static let probes: [(host: String, path: String, status: Int, body: String)] = [
        ("connectivitycheck.gstatic.com", "/generate_204", 204, ""), ("www.google.com", "/gen_204", 204, ""),
        ("www.google.com:80", "/generate_204?a=1", 204, ""), ("play.googleapis.com", "/generate_204", 204, ""),
        ("connectivitycheck.android.com", "/generate_204", 204, ""), ("clients3.google.com", "/generate_204", 204, ""),
        ("connect.rom.miui.com", "/generate_204", 204, ""),
        ("edge-http.microsoft.com", "/captiveportal/generate_204", 204, ""),
        ("captive.apple.com", "/hotspot-detect.html", 200, apple), ("captive.apple.com", "/", 200, apple),
        ("CAPTIVE.apple.com.", "/4Xb1/x.html", 200, apple),
        ("www.apple.com", "/library/test/success.html", 200, apple),
        ("www.msftconnecttest.com", "/connecttest.txt", 200, "Microsoft Connect Test"),
        ("ipv6.msftconnecttest.com", "/connecttest.txt", 200, "Microsoft Connect Test"),
        ("www.msftncsi.com", "/ncsi.txt", 200, "Microsoft NCSI"),
        ("detectportal.firefox.com", "/success.txt?ipv4", 200, "success\n"),
        (
            "detectportal.firefox.com", "/canonical.html", 200,
            "<meta http-equiv=\"refresh\" content=\"0;url=https://support.mozilla.org/kb/captive-portal\"/>"
        ),
        ("nmcheck.gnome.org", "/check_network_status.txt", 200, online),
        ("network-test.debian.org", "/nm", 200, online),
        ("ping.archlinux.org", "/nm-check.txt", 200, online), ("connectivity-check.ubuntu.com", "/", 204, ""),
        ("fedoraproject.org", "/static/hotspot.txt", 200, "OK"), ("networkcheck.kde.org", "/", 200, "OK\n"),
        (
            "spectrum.s3.amazonaws.com", "/kindle-wifi/wifistub.html", 200, "81ce4465-7167-4dcb-835b-dcc9e44c112a"
        ),
    ]

    @Test(arguments: probes)
    func openAnswersAsTheInternetDoes(host: String, path: String, status: Int, body: String) throws {
        let answer = try #require(open.answer(host: host, path: path, userAgent: nil, hasOpenedPage: false))
        #expect(answer.status.code == status)
        #expect(answer.body == body)
        #expect((answer.headers[.contentType] == nil) == body.isEmpty)
        #expect(answer.headers[.cacheControl] == "no-store")
        #expect(answer.headers[.location] == nil)
    }

    @Test(arguments: probes)
    func aPortalSendsEachToThePageUntilItWasOpened(
        host: String, path: String, status: Int, body: String
    ) throws {
        let before = try #require(portal.answer(host: host, path: path, userAgent: nil, hasOpenedPage: false))
        #expect(before.status == .found)
        #expect(before.headers[.location] == Self.page)
        #expect(before.body.utf8.count > 4)
        let after = try #require(portal.answer(host: host, path: path, userAgent: nil, hasOpenedPage: true))
        #expect(after == open.answer(host: host, path: path, userAgent: nil, hasOpenedPage: false))
    }

    @Test func thePageItselfIsLeftAlone() {
        for host in [
            "192.168.1.5:8275", "192.168.1.5", "[fd00::5]:8275", "clinic.local", "localhost:8275", "10.42.0.1", nil,
        ] {
            for path in ["/", "/r/Reception", "/generate_204", "/hotspot-detect.html"] {
                #expect(open.answer(host: host, path: path, userAgent: nil, hasOpenedPage: false) == nil)
                #expect(portal.answer(host: host, path: path, userAgent: nil, hasOpenedPage: false) == nil)
            }
        }
        let named = CaptivePortal(mode: .portal, page: "https://chat.clinic.example/")
        #expect(named.answer(host: "chat.clinic.example", path: "/", userAgent: nil, hasOpenedPage: false) == nil)
    }

    @Test func otherAddressesLeadToThePageInAPortalAlone() {
        #expect(open.answer(host: "example.org", path: "/", userAgent: nil, hasOpenedPage: false) == nil)
        let answer = portal.answer(host: "example.org", path: "/any", userAgent: nil, hasOpenedPage: false)
        #expect(answer?.headers[.location] == Self.page)
        #expect(portal.answer(host: "example.org", path: "/any", userAgent: nil, hasOpenedPage: true) == nil)
    }

    @Test func applesOwnProbeIsKnownByItsName() {
        let agent = "CaptiveNetworkSupport-428.0.2 wispr"
        let answer = open.answer(host: "www.ibook.info", path: "/any.html", userAgent: agent, hasOpenedPage: false)
        #expect(answer?.body == Self.apple)
    }

    @Test func windowsPageOfAPortalLeadsToOurs() {
        for mode in CaptivePortal.Mode.allCases {
            let answer = CaptivePortal(mode: mode, page: Self.page)
                .answer(host: "www.msftconnecttest.com", path: "/redirect", userAgent: nil, hasOpenedPage: true)
            #expect(answer?.headers[.location] == Self.page)
        }
    }

    @Test func rFC8908IsAnsweredOverHTTPSAlone() throws {
        let page = "https://chat.clinic.example/"
        #expect(
            open.answer(host: "192.168.1.5", path: CaptivePortal.apiPath, userAgent: nil, hasOpenedPage: false) == nil)
        for (mode, opened, captive) in [
            (CaptivePortal.Mode.open, false, false), (.portal, false, true), (.portal, true, false),
        ] {
            let answer = try #require(
                CaptivePortal(mode: mode, page: page)
                    .answer(
                        host: "chat.clinic.example", path: CaptivePortal.apiPath, userAgent: nil, hasOpenedPage: opened)
            )
            #expect(answer.headers[.contentType] == "application/captive+json")
            let object = try JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: Any]
            #expect(object?["captive"] as? Bool == captive)
            #expect(object?["user-portal-url"] as? String == (captive ? page : nil))
            #expect(object?["venue-info-url"] as? String == page)
        }
    }

    @Test func aPagesAddressCannotBreakOutOfTheAnswer() throws {
        let portal = CaptivePortal(mode: .portal, page: "http://h/\"><script>")
        let answer = try #require(portal.answer(host: "example.org", path: "/", userAgent: nil, hasOpenedPage: false))
        #expect(!answer.body.contains("<script"))
    }

    @Test func answersGoOutAsTheyAre() throws {
        let online = try #require(
            open.answer(host: "connectivity-check.ubuntu.com", path: "/", userAgent: nil, hasOpenedPage: false))
        let response = Response(online)
        #expect(response.status == .noContent)
        #expect(response.headers[HTTPField.Name("X-NetworkManager-Status")!] == "online")
        let sent = Response(PortalAnswer.redirect(to: Self.page))
        #expect(sent.status == .found)
        #expect(sent.headers[.location] == Self.page)
        #expect(sent.headers[.contentLength] == String(PortalAnswer.redirect(to: Self.page).body.utf8.count))
    }
}
