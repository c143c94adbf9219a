import SabirProtocol
import Testing

@testable import SabirFeed
@testable import SabirWeb

@Suite(.timeLimit(.minutes(1)))
struct OlderLinesTests {
    private let lines = "/api/rooms/Reception/lines"

    @Test func aPageComesAtOnceAndItsTranslationsBehindIt() async throws {
        try await Page.serving { page in
            await page.room.setNewcomersSee(100)
            for n in 1...9 { await page.room.say("\(n)", n == 8 ? "uk" : "es") }
            let phone = try await page.visitor("Ola", "uk")
            await page.services.hold()
            let stream = try await phone.stream(lines + "?before=10&limit=7")
            let first = try #require(await stream.next())
            #expect(first.name == "lines" && first.json["more"] as? Bool == true)
            #expect(first.json["before"] as? Int == 10 && first.json["epoch"] as? String == "epoch1")
            let shown = first.json["lines"] as? [[String: Any]]
            #expect(shown?.map { $0["text"] as? String } == ["3", "4", "5", "6", "7", "8", "9"])
            await page.services.release()
            var translated: Set<String?> = []
            while let event = await stream.next() { translated.insert(event.json["text"] as? String) }
            #expect(translated == ["[uk] 3", "[uk] 4", "[uk] 5", "[uk] 6", "[uk] 7", "[uk] 9"])
        }
    }

    @Test func fewAreTranslatedAtOnceTheNewestFirst() async throws {
        try await Page.serving { page in
            await page.room.setNewcomersSee(100)
            for n in 1...9 { await page.room.say("\(n)") }
            let phone = try await page.visitor("Ola", "uk")
            await page.services.hold()
            let stream = try await phone.stream(lines + "?before=10")
            _ = await stream.next("lines")
            while await page.services.asked.count < OlderLines.translationsAtOnce { await Task.yield() }
            #expect(await Set(page.services.asked) == ["9 es>uk", "8 es>uk", "7 es>uk", "6 es>uk"])
            await page.services.release()
            #expect(await stream.rest().count == 9)
        }
    }

    @Test func nobodyReadsFurtherBackThanTheyMay() async throws {
        try await Page.serving { page in
            for n in 1...5 { await page.room.say("\(n)") }
            await page.room.setNewcomersSee(2)
            let phone = try await page.visitor("Ola", "es")
            let events = try await phone.stream(events)
            #expect(await events.next("hello")?.json["from"] as? Int == 4)
            let answer = try #require(await phone.stream(lines + "?before=6").next("lines"))
            #expect((answer.json["lines"] as? [[String: Any]])?.map { $0["seq"] as? Int } == [4, 5])
            #expect(answer.json["more"] as? Bool == false)
            #expect(try await page.phone().get(lines + "?before=6").status == 403, "who is not in")
            #expect(try await Phone(port: page.port).get(lines + "?before=6").status == 403, "without a cookie")
        }
    }

    @Test(arguments: [
        "", "?before=0", "?before=-1", "?before=x", "?before=%2B5", "?before=5.0", "?before=99999999999999999999",
        "?before=5&limit=0", "?before=5&limit=101", "?before=5&limit=", "?before=5&before=6",
    ])
    func whatIsNoNumberIsRefused(query: String) async throws {
        try await Page.serving { page in
            let answer = try await page.visitor("Ola", "es").get(lines + query)
            #expect(answer.status == 400 && answer.code == "bad-request", "\(query)")
        }
    }

    @Test func manyLongLinesComeInSeveralPages() async throws {
        try await Page.serving { page in
            await page.room.setNewcomersSee(100)
            for _ in 1...40 { await page.room.say(String(repeating: "x", count: 4_000)) }
            let answer = try #require(
                await page.visitor("Ola", "es").stream(lines + "?before=41&limit=40").next("lines"))
            let seqs = (answer.json["lines"] as? [[String: Any]])?.compactMap { $0["seq"] as? Int } ?? []
            #expect(seqs.last == 40 && seqs.count < 20 && answer.json["more"] as? Bool == true)
        }
    }
}
