import Foundation
import SabirProtocol
import Testing

@testable import SabirWeb

@Suite(.timeLimit(.minutes(5)))
struct RefusalTests {
    private static let id = "33333333-3333-4333-8333-333333333333"

    @Test(arguments: [
        ["Content-Type": "text/plain"], ["Content-Type": "application/x-www-form-urlencoded"],
        ["Content-Type": "application/jsonp"], ["X-Sabir": ""], ["X-Sabir": "2"], ["Origin": "http://evil.example"],
        ["Origin": "null"], ["Origin": "http://127.0.0.1:1"],
    ])
    func whatAnotherSiteCouldSendIsRefused(_ headers: [String: String]) async throws {
        try await Page.serving { page in
            let answer = try await page.phone().post(
                "/api/rooms/Reception/enter", #"{"name":"Ola","lang":"uk"}"#, headers)
            #expect(answer.status == 403 && answer.code == "forbidden")
            #expect(await page.room.devicesSeen.isEmpty)
        }
    }

    @Test(arguments: [
        (#"{"lang":"uk"}"#, 400, "bad-request"), (#"{"name":5,"lang":"uk"}"#, 400, "bad-request"),
        (#"{"name":"","lang":"uk"}"#, 400, "bad-name"), (#"{"name":"Ola","lang":"ukrainian!"}"#, 400, "bad-lang"),
        (#"{"name":"Ola","lang":"tlh"}"#, 400, "bad-lang"),
        (#"{"name":"Ola","lang":"uk","face":"c"}"#, 400, "bad-request"),
        ("[]", 400, "bad-request"), ("{", 400, "bad-request"), ("null", 400, "bad-request"),
        (String(repeating: "[", count: 10_000), 400, "bad-request"),
        (#"{"name":"\#(String(repeating: "x", count: 70_000))","lang":"uk"}"#, 413, "too-large"),
    ])
    func entriesThatAreWrongSayWhat(_ body: String, _ status: Int, _ code: String) async throws {
        try await Page.serving { page in
            let answer = try await page.phone().post("/api/rooms/Reception/enter", body)
            #expect(answer.status == status && answer.code == code)
            let text = try #require((answer.json()["error"] as? [String: Any])?["text"] as? String)
            #expect(text.hasSuffix("."))
        }
    }

    @Test func messagesAreJudgedByTheRulesForText() async throws {
        try await Page.serving { page in
            let phone = try await page.visitor("Ola", "uk")
            let path = "/api/rooms/Reception/messages"
            let long = String(repeating: "😀", count: 4_001)
            #expect(try await phone.post(path, #"{"id":"\#(Self.id)","text":"\#(long.dropLast())"}"#).status == 200)
            #expect(try await phone.post(path, #"{"id":"\#(Self.id)","text":"\#(long)"}"#).code == "too-large")
            #expect(try await phone.post(path, #"{"id":"\#(Self.id)","text":"\u0007"}"#).code == "bad-packet")
            #expect(try await phone.post(path, #"{"id":"5","text":"x"}"#).code == "bad-request")
            #expect(await page.room.lines(after: 0).map(\.text) == [String(long.dropLast())])
        }
    }

    @Test(arguments: [
        (ErrorCode.locked, 403), (.banned, 403), (.roomFull, 503), (.tooFast, 429), (.muted, 403), (.closing, 503),
    ])
    func theRoomsRefusalsKeepTheirCode(_ code: ErrorCode, _ status: Int) async throws {
        try await Page.serving { page in
            let phone = try await page.phone()
            await page.room.refuseAll(WireFault(code, "No."))
            let answer = try await phone.post("/api/rooms/Reception/enter", #"{"name":"Ola","lang":"uk"}"#)
            #expect(answer.status == status && answer.code == code.rawValue)
        }
    }

    @Test(arguments: [
        (WireFault(.forbidden, "No.", as: "no-links", ["most": "0"]), 403, "no-links"),
        (WireFault(.forbidden, "No."), 403, "forbidden"),
        (WireFault(.badPacket, "No.", as: "taken-back"), 409, "taken-back"),
        (WireFault(.muted, "No."), 403, nil),
    ])
    func theRoomsRefusalsSayWhichCaseTheyAre(_ fault: WireFault, _ status: Int, _ detail: String?) async throws {
        try await Page.serving { page in
            let phone = try await page.visitor("Ola", "uk")
            await page.room.refuseAll(fault)
            let body = #"{"id":"\#(Self.id)","text":"x","corrects":"\#(Self.id)"}"#
            let answer = try await phone.post("/api/rooms/Reception/messages", body)
            let error = try #require(answer.json()["error"] as? [String: Any])
            #expect(answer.status == status && error["detail"] as? String == detail)
            #expect(
                error["values"] as? [String: String] == (fault.sentence.values.isEmpty ? nil : fault.sentence.values))
        }
    }

    /// By this a page knows that it has to come in again.
    @Test func whoIsNotInIsForbiddenWithoutACase() async throws {
        try await Page.serving { page in
            let answer = try await page.phone().post(
                "/api/rooms/Reception/messages", #"{"id":"\#(Self.id)","text":"x"}"#)
            let error = try #require(answer.json()["error"] as? [String: Any])
            #expect(error["code"] as? String == "forbidden" && error["detail"] == nil)
        }
    }

    @Test func onlyWhatIsThereIsFound() async throws {
        try await Page.serving { page in
            let phone = try await page.phone()
            for path in [
                "/nothing", "/assets/", "/assets/../index.html", "/assets/%2e%2e/x", "/assets/.hidden.txt",
                "/assets/tool.exe", "/api", "/api/rooms/Nowhere/x", "/r/a/b",
            ] {
                let answer = try await phone.get(path)
                #expect(answer.status == 404 && answer.code == "not-found", "\(path)")
            }
            #expect(try await phone.get("/api/rooms/Nowhere").code == "no-room")
            #expect(try await phone.get("/api/rooms/%ff").code == "bad-request")
            #expect(try await phone.get("/api/rooms/Visit%207").code == "no-room", "private rooms go by their id")
            #expect(try await phone.get("/api/rooms/\(page.secret.id)").status == 200)
        }
    }

    @Test func aWrongMethodIsToldFromAWrongAddress() async throws {
        try await Page.serving { page in
            let phone = try await page.phone()
            for method in ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "POST"] {
                let answer = try await phone.send(method, "/api/house", [:], "")
                #expect(answer.status == 405 && answer.headers["allow"] == "GET, HEAD", "\(method)")
            }
            let enter = try await phone.get("/api/rooms/Reception/enter")
            #expect(enter.status == 405 && enter.headers["allow"] == "POST")
            let head = try await phone.send("HEAD", "/api/house", [:], "")
            #expect(head.status == 200 && head.body.isEmpty && head.headers["content-length"] != "0")
            #expect(try await phone.send("HEAD", "/nothing", [:], "").body.isEmpty)
        }
    }

    @Test func costlyRequestsAreBounded() async throws {
        try await Page.serving {
            $0.limits.costlyRequests = (perSecond: 0, burst: 2)
        } _: { page in
            let phone = try await page.phone()
            let entry = #"{"name":"Ola","lang":"uk"}"#
            #expect(try await phone.post("/api/rooms/Reception/enter", entry).status == 200)
            #expect(try await phone.post("/api/rooms/Reception/enter", entry).status == 200)
            let answer = try await phone.post("/api/rooms/Reception/enter", entry)
            #expect(answer.status == 429 && answer.code == "too-fast")
        }
    }

    @Test func aHandshakeThatIsNotWholeInTimeIsBrokenOff() async throws {
        try await Page.serving {
            $0.certificate = try? Certificate().reloadable
            $0.limits.requestTime = .milliseconds(200)
        } _: { page in
            // The head of a record of a TLS handshake (RFC 8446 §5.1) of 512 bytes, of which none comes.
            let answer = try? await Phone.exchange(Data([0x16, 3, 1, 2, 0]), page.port)
            #expect(answer ?? Data() == Data())
        }
    }

    @Test func aConnectionOnWhichNothingComesIsClosed() async throws {
        try await Page.serving {
            $0.limits.idleTime = .milliseconds(200)
        } _: { page in
            let answer = try? await Phone.exchange(Data(), page.port)
            #expect(answer ?? Data() == Data())
        }
    }

    @Test func whatIsNoRequestIsRefused() async throws {
        try await Page.serving { page in
            for bytes in [
                "\u{0}\u{1}\u{2}\r\n\r\n", "GET\r\n\r\n",
                "GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
                "GET / HTTP/1.1\r\nX: \(String(repeating: "x", count: 40_000))\r\n\r\n",
            ] {
                let answer = try await Phone.exchange(Data(bytes.utf8), page.port)
                #expect(answer.isEmpty || String(decoding: answer, as: UTF8.self).hasPrefix("HTTP/1.1 4"))
            }
            #expect(try await page.phone().get("/api/house").status == 200)
        }
    }
}
