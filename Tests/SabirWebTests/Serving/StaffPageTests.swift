import Foundation
import Logging
import SabirProtocol
import Testing

@testable import SabirWeb

@Suite(.timeLimit(.minutes(5)))
struct StaffPageTests {
    private func staff(_ page: Page) async throws -> Phone {
        let phone = try await page.phone()
        #expect(try await phone.post("/api/staff/login", #"{"pin":"4711"}"#).status == 204)
        return phone
    }

    @Test func withoutLoginNothingIsDone() async throws {
        try await Page.serving { page in
            let phone = try await page.phone()
            #expect(try await phone.get("/api/staff/rooms").status == 401)
            let act = try await phone.post("/api/staff/rooms/Reception/acts", #"{"act":"close"}"#)
            #expect(act.status == 401 && act.code == "forbidden")
            #expect(await page.room.acts.isEmpty)
        }
    }

    @Test func wrongPinsAreSlowed() async throws {
        try await Page.serving { page in
            let phone = try await page.phone()
            for _ in 1...5 { #expect(try await phone.post("/api/staff/login", #"{"pin":"1"}"#).code == "pin-wrong") }
            let answer = try await phone.post("/api/staff/login", #"{"pin":"4711"}"#)
            #expect(answer.status == 429 && answer.code == "pin-wait" && answer.text.contains(#""seconds":1"#))
        }
    }

    @Test func staffSeeAndActAndLogOut() async throws {
        try await Page.serving { page in
            _ = try await page.visitor("Ola", "uk")
            let phone = try await staff(page)
            let rooms = try await phone.get("/api/staff/rooms").json()["rooms"] as? [[String: Any]]
            #expect(rooms?.map { $0["name"] as? String } == ["Reception", "Visit 7"])
            let member = (rooms?.first?["members"] as? [[String: Any]])?.first
            #expect(member?["name"] as? String == "Ola" && member?["muted"] as? Bool == false)

            let acts: [(String, ModerationAction)] = [
                (#"{"act":"mute","member":"m1"}"#, .mute(MemberID(rawValue: "m1"))),
                (#"{"act":"ban","member":"m1"}"#, .ban(MemberID(rawValue: "m1"), minutes: 60)),
                (#"{"act":"topic","text":" Flu  shots "}"#, .topic("Flu shots")),
                (#"{"act":"notice","text":"Closed","lang":"en"}"#, .notice("Closed", "en")),
                (#"{"act":"notice","text":""}"#, .notice("", "und")), (#"{"act":"clear"}"#, .clear),
            ]
            for (json, _) in acts {
                #expect(try await phone.post("/api/staff/rooms/Reception/acts", json).status == 204, "\(json)")
            }
            #expect(await page.room.acts == acts.map(\.1))
            for json in [#"{"act":"dance"}"#, #"{"act":"mute"}"#, #"{"act":"ban","member":"m1","minutes":0}"#] {
                #expect(try await phone.post("/api/staff/rooms/Reception/acts", json).code == "bad-request", "\(json)")
            }
            #expect(try await phone.post("/api/staff/logout", "{}").status == 204)
            #expect(try await phone.get("/api/staff/rooms").status == 401)
        }
    }

    @Test func anActThatCouldNotBeStoredIsDoneAndSaysSo() async throws {
        try await Page.serving { page in
            let phone = try await staff(page)
            await page.room.cannotStore(WireFault(.notKept, "It holds until the next start."))
            let answer = try await phone.post("/api/staff/rooms/Reception/acts", #"{"act":"lock"}"#)
            #expect(answer.status == 200)
            let told = try answer.json()
            #expect(told["code"] as? String == "not-kept")
            #expect(told["text"] as? String == "It holds until the next start.")
            #expect(await page.room.acts == [.lock])
        }
    }

    @Test func aPrivateRoomIsMintedAndEnded() async throws {
        try await Page.serving { page in
            let phone = try await staff(page)
            let room = try await phone.post("/api/staff/rooms", #"{"private":true}"#).json()
            let id = try #require(room["id"] as? String)
            #expect(room["path"] as? String == "/r/\(id)" && room["who_reads"] as? String == "visit")
            let entry = #"{"name":"Ola","lang":"uk"}"#
            #expect(try await page.phone().post("/api/rooms/\(id)/enter", entry).status == 200)
            #expect(try await phone.post("/api/staff/rooms/\(id)/acts", #"{"act":"close"}"#).status == 204)
            #expect(await page.services.closed == [id])
        }
    }

    @Test func staffPassLocks() async throws {
        try await Page.serving { page in
            await page.room.set { $0.isLocked = true }
            let entry = #"{"name":"Ola","lang":"uk"}"#
            let visitor = try await page.phone().post("/api/rooms/Reception/enter", entry)
            let member = try await staff(page).post("/api/rooms/Reception/enter", entry)
            #expect(visitor.code == "locked" && member.status == 200)
        }
    }

    @Test func withoutAPinNobodyIsStaff() async throws {
        try await Page.serving {
            $0.staffPin = nil
        } _: { page in
            let answer = try await page.phone().post("/api/staff/login", #"{"pin":""}"#)
            #expect(answer.code == "forbidden")
        }
    }

    private func from(_ address: String) -> [String: String] { ["X-Forwarded-For": address] }
    private let pin = #"{"pin":"4711"}"#

    /// Everybody on the wifi can read along what goes over plain HTTP.
    @Test func overPlainHTTPThePinIsTakenFromThisMachineAlone() async throws {
        try await Page.serving {
            $0.trustedProxies = ["127.0.0.1"]
        } _: { page in
            let phone = try await page.phone()
            let refused = try await phone.post("/api/staff/login", pin, from("10.0.0.5"))
            #expect(refused.status == 403 && refused.code == "https-required")
            #expect(try await phone.get("/api/house", from("10.0.0.5")).json()["staff_here"] as? Bool == false)
            #expect(try await phone.post("/api/staff/login", pin).status == 204)
            #expect(try await phone.get("/api/staff/rooms").status == 200)
            #expect(try await phone.get("/api/staff/rooms", from("10.0.0.5")).status == 401, "its cookie elsewhere")
            let protected = from("10.0.0.5").merging(["X-Forwarded-Proto": "https"]) { $1 }
            #expect(try await phone.post("/api/staff/login", pin, protected).status == 204)
            #expect(try await phone.get("/api/staff/rooms", protected).status == 200)
        }
    }

    @Test func theConfigurationMaySaySoInSoManyWords() async throws {
        try await Page.serving {
            $0.trustedProxies = ["127.0.0.1"]
            $0.staffOverHTTP = true
        } _: { page in
            let phone = try await page.phone()
            #expect(try await phone.post("/api/staff/login", pin, from("10.0.0.5")).status == 204)
            #expect(try await phone.get("/api/staff/rooms", from("10.0.0.5")).status == 200)
            #expect(try await phone.get("/api/staff/rooms", from("10.0.0.6")).status == 401, "its cookie elsewhere")
        }
    }

    /// Thirty wrong PINs, and then one whenever the wait was over, kept all of staff out for good.
    @Test func oneAttackerDoesNotKeepOutWhoHadThePinBefore() async throws {
        try await Page.serving {
            $0.trustedProxies = ["127.0.0.1"]
            $0.staffOverHTTP = true
        } _: { page in
            let (nurse, attacker) = (try await page.phone(), try await page.phone())
            #expect(try await nurse.post("/api/staff/login", pin, from("10.0.0.5")).status == 204)
            for number in 1...40 {
                _ = try await attacker.post("/api/staff/login", #"{"pin":"1"}"#, from("10.0.1.\(number)"))
            }
            #expect(try await nurse.post("/api/staff/logout", "{}", from("10.0.0.5")).status == 204)
            #expect(try await nurse.post("/api/staff/login", pin, from("10.0.0.77")).status == 204)
        }
    }

    /// Behind a proxy that nobody named, everybody seemed to be this machine.
    @Test func metricsAreNotForWhoComesThroughAProxy() async throws {
        try await Page.serving { page in
            let phone = try await page.phone()
            #expect(try await phone.get("/healthz").status == 200)
            #expect(try await phone.get("/healthz", from("10.0.0.5")).status == 403)
        }
    }

    /// Printed codes lead to the usual port: it is taken again as soon as it is free.
    @Test func anotherPortIsAddedWhileThePageRuns() async throws {
        let folder = try PageFolder()
        let settings = WebSettings(
            addresses: ["127.0.0.1"], port: 0, publicBase: { "http://192.168.1.5:\($0)" }, resources: folder.path)
        let server = try WebServer(settings: settings, services: FakeNodeServices([]), logger: Logger(label: "test"))
        _ = try await server.start()
        try await Page.serving { other in
            #expect(await server.listen(alsoOn: other.port) == false)
        }
        // Below the ports that the system gives out by itself: nobody else has it.
        let free = 15_950 + Int(getpid()) % 50
        #expect(await server.listen(alsoOn: free))
        #expect(try await Phone(port: free).get("/api/house").status == 200)
        await server.stop()
        #expect(await server.listen(alsoOn: free) == false)
    }
}
