import SabirProtocol
import Testing

@testable import SabirWeb

@Suite(.timeLimit(.minutes(5)))
struct EndingTests {
    @Test func whoIsPutOutIsToldWhyAndIsOut() async throws {
        try await Page.serving { page in
            let phone = try await page.visitor("Ola", "uk")
            let stream = try await phone.stream(events)
            let member = try #require(await stream.next("hello")?.json["member"] as? String)
            try await page.room.perform(.remove(MemberID(rawValue: member)))
            #expect(await stream.next("removed")?.json["code"] as? String == "removed")
            #expect(await stream.next() == nil)
            #expect(try await phone.get(events).status == 403)
        }
    }

    @Test func whoLeavesIsGoneForAll() async throws {
        try await Page.serving { page in
            let other = try await page.visitor("Rosa", "es").stream(events)
            _ = await other.next("hello")
            let phone = try await page.visitor("Ola", "uk")
            let stream = try await phone.stream(events)
            _ = await stream.next("hello")
            #expect(try await phone.post("/api/rooms/Reception/leave", "{}").status == 204)
            #expect(await other.next("left")?.json["n"] as? Int == 1)
            #expect(await stream.rest().contains("hello") == false)
            #expect(try await phone.post("/api/rooms/Reception/leave", "{}").code == "forbidden")
        }
    }

    @Test func aRoomThatClosesEndsItsStreams() async throws {
        try await Page.serving { page in
            let stream = try await page.visitor("Ola", "uk").stream(events)
            _ = await stream.next("hello")
            try await page.room.perform(.close)
            #expect(await stream.rest().last == "closing")
            #expect(try await page.phone().get("/api/rooms/Reception").code == "no-room")
        }
    }

    @Test func aServerThatStopsSaysGoodbyeAndDoesNotWait() async throws {
        var stream: EventReader?
        try await Page.serving { page in
            stream = try await page.visitor("Ola", "uk").stream(events)
            _ = await stream?.next("hello")
        }
        #expect(await stream?.next("closing")?.json["text"] as? String == "The node is stopping.")
        #expect(await stream?.next() == nil)
    }

    @Test func aPhoneThatReadsNothingHoldsNobodyUp() async throws {
        try await Page.serving { page in
            let slow = try await page.visitor("Slow", "es")
            let cookie = await slow.cookies.map { "\($0)=\($1)" }.joined()
            let channel = try await Phone.connection(page.port)
            try await channel.executeThenClose { inbound, outbound in
                try await outbound.write(
                    .init(string: "GET \(events) HTTP/1.1\r\nHost: x\r\nCookie: \(cookie)\r\n\r\n"))
                var reader = inbound.makeAsyncIterator()
                _ = try await reader.next()
                // From here on the phone reads nothing more: what the sockets between hold fills up, then its queue.
                let quick = try await page.visitor("Quick", "es").stream(events)
                _ = await quick.next("hello")
                let text = String(repeating: "x", count: 4_000)
                for _ in 0..<6_000 {
                    await page.room.say(text)
                    _ = await quick.next("line")
                }
            }
            #expect(
                try await slow.post("/api/rooms/Reception/messages", #"{"id":"x","text":"y"}"#).code == "bad-request")
        }
    }
}
