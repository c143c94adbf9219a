import Logging

@testable import SabirWeb

/// A page served on loopback over a house in memory.
struct Page: Sendable {
    let room: FakeRoom
    let secret: FakeRoom
    let services: FakeNodeServices
    let port: Int

    /// Serves it for as long as `work` takes.
    static func serving(
        _ change: (inout WebSettings) -> Void = { _ in }, _ work: (Page) async throws -> Void
    ) async throws {
        let folder = try PageFolder()
        let room = FakeRoom("Reception", id: "11111111-1111-4111-8111-111111111111")
        let secret = FakeRoom("Visit 7", id: "22222222-2222-4222-8222-222222222222", isPrivate: true)
        let services = FakeNodeServices([room, secret])
        var settings = WebSettings(
            addresses: ["127.0.0.1"], port: 0, publicBase: { "http://192.168.1.5:\($0)" }, resources: folder.path,
            staffPin: "4711")
        change(&settings)
        let server = try WebServer(settings: settings, services: services, logger: Logger(label: "test"))
        let page = Page(room: room, secret: secret, services: services, port: try await server.start())
        do {
            try await work(page)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    /// A phone that has opened the page.
    func phone() async throws -> Phone {
        let phone = Phone(port: port)
        _ = try await phone.get("/r/Reception")
        return phone
    }

    /// A phone whose owner is in the room.
    func visitor(_ name: String, _ lang: String) async throws -> Phone {
        let phone = try await phone()
        let answer = try await phone.post("/api/rooms/Reception/enter", #"{"name":"\#(name)","lang":"\#(lang)"}"#)
        guard answer.status == 200 else { throw Phone.Broken(answer: answer.body) }
        return phone
    }

    /// The same in a room with a password, by a code of staff.
    func visitorByCode(_ name: String, _ lang: String) async throws -> Phone {
        let staff = try await phone()
        _ = try await staff.post("/api/staff/login", #"{"pin":"4711"}"#)
        let made = try await staff.post("/api/staff/rooms/Reception/codes", "{}")
        let code = try made.json()["code"] as? String ?? ""
        let phone = try await phone()
        let entry = #"{"name":"\#(name)","lang":"\#(lang)","code":"\#(code)"}"#
        let answer = try await phone.post("/api/rooms/Reception/enter", entry)
        guard answer.status == 200 else { throw Phone.Broken(answer: answer.body) }
        return phone
    }
}

let events = "/api/rooms/Reception/events"
