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
