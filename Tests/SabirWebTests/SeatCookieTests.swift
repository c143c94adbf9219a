import SabirProtocol
import Testing

@testable import SabirWeb

/// What a device shows of a room that it was in before.
@Suite struct SeatCookieTests {
    private let cookie = SeatCookie(epoch: "e1", token: "1.start.a+b/c==")

    @Test func itComesBackAsItWasGiven() {
        #expect(SeatCookie(cookie.value) == cookie)
        #expect(SeatCookie("none") == nil && SeatCookie("e." + String(repeating: "x", count: 511)) == nil)
        let sent = CookieHeader(["sabir=x; seat=\(cookie.value)"])
        #expect(sent["seat"].flatMap { SeatCookie($0) } == cookie, "A browser may send what is in it.")
        let names = CookieNames(prefix: "")
        #expect(names.seat(.a, "one") != names.seat(.a, "two") && names.seat(.a, "one") != names.seat(.b, "one"))
        #expect(SeatCookie.mark(of: "any, id;").utf8.count == 16)
    }

    @Test func itProvesWhatThePageSaysOfTheSameEpoch() {
        let proof = cookie.token
        #expect(cookie.resume(after: nil) == Hello.Resume(epoch: "e1", seq: 0, token: proof))
        #expect(
            cookie.resume(after: Hello.Resume(epoch: "e1", seq: 7)) == Hello.Resume(epoch: "e1", seq: 7, token: proof))
        let other = Hello.Resume(epoch: "e2", seq: 7)
        #expect(cookie.resume(after: other) == other)
    }
}
