import Foundation
import SabirProtocol
import Testing

@testable import SabirWeb

/// One line in a language that its reader asks for.
@Suite(.timeLimit(.minutes(1)))
struct LineTranslationTests {
    private let lines = "/api/rooms/Reception/lines/"

    @Test func itIsTranslatedAndReadBack() async throws {
        try await Page.serving { page in
            await page.room.setNewcomersSee(100)
            let line = await page.room.say("hola")
            let phone = try await page.visitor("Ola", "uk")
            let path = lines + "\(line.id)/translation?seq=\(line.seq)&to=fr"
            let plain = try await phone.get(path).json()
            #expect(plain["id"] as? String == line.id.description && plain["seq"] as? Int == line.seq)
            #expect(plain["from"] as? String == "es" && plain["worded"] as? String == "uk")
            #expect((plain["translation"] as? [String: Any])?["text"] as? String == "[fr] hola")
            #expect((plain["translation"] as? [String: Any])?["lang"] as? String == "fr")
            #expect(plain["back"] is NSNull)
            let back = try await phone.get(path + "&back=true&from=ca").json()
            #expect(back["from"] as? String == "ca")
            #expect((back["back"] as? [String: Any])?["text"] as? String == "[ca] [fr] hola")
            #expect(await page.services.asked == ["hola es>fr", "hola ca>fr", "[fr] hola fr>ca"])
            let same = try await phone.get(lines + "\(line.id)/translation?seq=\(line.seq)&to=es&back=true").json()
            #expect((same["translation"] as? [String: Any])?["state"] as? String == "same" && same["back"] is NSNull)
        }
    }

    @Test func nobodyReadsALineThatTheyMayNotSee() async throws {
        try await Page.serving { page in
            var said: [Message] = []
            for n in 1...5 { said.append(await page.room.say("\(n)")) }
            await page.room.setNewcomersSee(2)
            let phone = try await page.visitor("Ola", "uk")
            func ask(_ line: Message, seq: Int? = nil, by phone: Phone) async throws -> Int {
                try await phone.get(lines + "\(line.id)/translation?seq=\(seq ?? line.seq)&to=fr").status
            }
            #expect(try await ask(said[3], by: phone) == 200)
            #expect(try await ask(said[2], by: phone) == 404, "said before they came")
            #expect(try await ask(said[2], seq: 4, by: phone) == 404, "another line has that number")
            #expect(try await ask(said[3], by: page.phone()) == 403, "who is not in")
            #expect(await page.services.asked == ["4 es>fr"])
        }
    }

    @Test func whoAsksForTooMuchIsToldSo() async throws {
        try await Page.serving { page in
            await page.room.setNewcomersSee(100)
            let line = await page.room.say("hola")
            let phone = try await page.visitor("Ola", "uk")
            await page.room.readNoMore()
            let answer = try await phone.get(lines + "\(line.id)/translation?seq=\(line.seq)&to=fr&back=true").json()
            let translation = answer["translation"] as? [String: Any]
            #expect(translation?["state"] as? String == "untranslated" && answer["back"] is NSNull)
            #expect((translation?["reason"] as? [String: Any])?["code"] as? String == "over-budget")
            #expect(await page.services.asked.isEmpty)
        }
    }

    @Test(arguments: [
        "?to=fr", "?seq=1", "?seq=0&to=fr", "?seq=9223372036854775807&to=fr", "?seq=1&to=", "?seq=1&to=fr&from=%20",
        "?seq=1&to=fr&back=yes",
    ])
    func whatMakesNoSenseIsRefused(query: String) async throws {
        try await Page.serving { page in
            let line = await page.room.say("hola")
            let phone = try await page.visitor("Ola", "uk")
            let answer = try await phone.get(lines + "\(line.id)/translation" + query)
            #expect(answer.status == 400, "\(query)")
            #expect(try await phone.get(lines + "1/translation?seq=1&to=fr").status == 400)
        }
    }
}
