import Testing
import SabirFeed
import SabirProtocol
import SabirRoom

@testable import SabirWeb

@Suite(.timeLimit(.minutes(5)))
struct StreamTests {
    /// The feed may not have heard yet of what the room has acknowledged: that is no news to whoever comes now.
    @Test func theGreetingTellsTheNewestLineThatTheRoomHas() async throws {
        try await Page.serving { page in
            let first = try await page.visitor("Ola", "uk").stream(events)
            #expect(await first.next("hello")?.json["seq"] as? Int == 0)
            await page.room.set { $0.seq = 3 }
            let second = try await page.visitor("Eva", "ar").stream(events)
            #expect(await second.next("hello")?.json["seq"] as? Int == 3)
        }
    }

    @Test func withoutEnteringThereIsNoStream() async throws {
        try await Page.serving { page in
            let answer = try await page.phone().get(events)
            #expect(answer.status == 403 && answer.code == "forbidden")
            #expect(try await Phone(port: page.port).get(events).status == 403, "without a cookie")
        }
    }

    @Test func theOriginalDoesNotWaitForItsTranslation() async throws {
        try await Page.serving { page in
            let stream = try await page.visitor("Ola", "uk").stream(events)
            await page.services.hold()
            await page.room.say("uno")
            await page.room.say("dos")
            let lines = [await stream.next("line"), await stream.next("line")]
            #expect(lines.map { $0?.json["text"] as? String } == ["uno", "dos"])
            await page.services.release()
            let seqs = [await stream.next("translation"), await stream.next("translation")].map {
                $0?.json["seq"] as? Int
            }
            #expect(Set(seqs) == [1, 2])
        }
    }

    /// Three people: one who wrote, one who read it in time, one who came later and reads the same language.
    @Test func aNewcomerGetsNeitherTheLinesFromBeforeNorTheirTranslations() async throws {
        try await Page.serving { page in
            let reader = try await page.visitor("Ola", "uk").stream(events)
            await page.room.say("el resultado es positivo")
            #expect(await reader.next("translation")?.json["seq"] as? Int == 1)

            let newcomer = try await page.visitor("Taras", "uk")
            let stream = try await newcomer.stream(events + "?last=epoch1:0")
            _ = await stream.next("hello")
            let other = try await page.visitor("Amira", "ar").stream(events)
            _ = await other.next("hello")
            await page.room.say("el siguiente")

            for stream in [stream, other] {
                var told: [EventReader.Event] = []
                while let event = await stream.next() {
                    if ["line", "translation"].contains(event.name) { told.append(event) }
                    if event.name == "translation" { break }
                }
                #expect(told.map { $0.json["seq"] as? Int } == [2, 2], "\(told.map(\.data))")
            }
            #expect(await !page.services.asked.contains("el resultado es positivo es>ar"), "nobody may read that")
        }
    }

    @Test func theNextVisitorAtATabletGetsNothingOfTheLastOnes() async throws {
        try await Page.serving { page in
            let tablet = try await page.visitor("Marta", "es")
            let far = #"{"name":"%","lang":"uk","face":"b","anew":true}"#
            let enter = "/api/rooms/Reception/enter"
            _ = try await tablet.post(enter, far.replacing("%", with: "Ola"))
            let first = try await tablet.stream(events + "?face=b")
            await page.room.say("pase a cardiología")
            #expect(await first.next("translation")?.json["text"] as? String == "[uk] pase a cardiología")
            _ = try await tablet.post("/api/rooms/Reception/leave", #"{"face":"b"}"#)

            #expect(try await tablet.post(enter, far.replacing("%", with: "Taras")).status == 200)
            let second = try await tablet.stream(events + "?face=b&last=epoch1:0")
            await page.room.say("siguiente")
            var told: [EventReader.Event] = []
            while let event = await second.next() {
                told.append(event)
                if event.name == "translation" { break }
            }
            #expect(!told.contains { $0.data.contains("cardiología") }, "\(told.map(\.data))")
        }
    }

    @Test func nobodyReadsWhatWasSaidBeforeTheyCame() async throws {
        try await Page.serving { page in
            for text in ["1", "2", "3"] { await page.room.say(text) }
            await page.room.setNewcomersSee(1)
            let phone = try await page.visitor("Ola", "es")
            await page.room.say("4")
            for header in [[:], ["Last-Event-ID": "epoch1:0"], ["Last-Event-ID": "other:2"], ["Last-Event-ID": "x"]] {
                let stream = try await phone.stream(events, header)
                let seqs = [await stream.next("line"), await stream.next("line")].map { $0?.json["seq"] as? Int }
                #expect(seqs == [3, 4], "\(header)")
                stream.close()
            }
        }
    }

    @Test func anotherLanguageIsServedFromNowOn() async throws {
        try await Page.serving { page in
            let phone = try await page.visitor("Ola", "uk")
            let stream = try await phone.stream(events)
            await page.room.say("hola")
            #expect(await stream.next("translation")?.json["lang"] as? String == "uk")
            let answer = try await phone.post("/api/rooms/Reception/profile", #"{"lang":"ar"}"#)
            #expect(try answer.json()["lang"] as? String == "ar" && (answer.json()["name"] as? String) == "Ola")
            #expect(await stream.next("translation")?.json["text"] as? String == "[ar] hola")
        }
    }

    @Test func newsThatWereMissedAreReadFromTheRoom() async throws {
        try await Page.serving { page in
            let stream = try await page.visitor("Ola", "es").stream(events)
            _ = await stream.next("hello")
            await page.room.loseListeners()
            await page.room.say("unheard")
            #expect(await stream.next("line")?.json["text"] as? String == "unheard")
        }
    }

    @Test func whoWasPutOutWhileNewsWereMissedHearsNothingMore() async throws {
        try await Page.serving { page in
            var streams: [EventReader] = []
            for name in ["Ola", "Rosa", "Ana"] {
                streams.append(try await page.visitor(name, "es").stream(events))
                _ = await streams.last?.next("hello")
            }
            let out = try #require(await page.room.members(after: nil).members.first { $0.name == "Rosa" })
            await page.room.loseListeners()
            await page.room.remove(out.id)
            await page.room.say("not for Rosa")
            #expect(await streams[1].next("removed") != nil)
            for stream in [streams[0], streams[2]] {
                #expect(await stream.next("line")?.json["text"] as? String == "not for Rosa")
            }
            #expect(await !streams[1].rest().contains("line"))
        }
    }

    @Test func whateverChangesOfTheRoomIsTold() async throws {
        try await Page.serving { page in
            let stream = try await page.visitor("Ola", "uk").stream(events)
            _ = await stream.next("hello")
            let changes: [(change: @Sendable (inout RoomFacts) -> Void, told: String)] = [
                ({ $0.takeBack = 60 }, #""take_back":60"#), ({ $0.contact = "555" }, #""contact":"555""#),
                ({ $0.terms = RoomTerms(keepHours: 3) }, #""keep_hours":3"#),
                ({ $0.terms = RoomTerms(keptMessages: 7) }, #""keep_messages":7"#),
                ({ $0.hasPassword = true }, #""password":true"#),
                ({ $0.confirmedBy = [.staff, .interpreter] }, #""confirmed_by":["interpreter","staff"]"#),
            ]
            for (change, told) in changes {
                await page.room.set(change)
                let room = try #require(await stream.next("room"))
                #expect(room.data.contains(told), "\(room.data)")
            }
        }
    }

    @Test func aScreenIsGreetedAnewWithTheLinesThatTheRoomAllowsNow() async throws {
        try await Page.serving { page in
            await page.room.say("1")
            let kiosk = try await Phone(port: page.port).stream("/api/rooms/Reception/watch")
            for (allowed, shown) in [(nil, []), (2, ["1"]), (0, [])] as [(Int?, [String])] {
                if let allowed { await page.room.set { $0.terms.kioskLines = allowed } }
                let hello = try #require(await kiosk.next("hello"))
                let lines = try #require(hello.json["lines"] as? [[String: Any]])
                #expect(lines.map { $0["text"] as? String } == shown)
            }
        }
    }

    @Test func aScreenShowsNothingThatAPasswordKeepsIn() async throws {
        try await Page.serving { page in
            await page.room.set {
                ($0.hasPassword, $0.terms.kioskLines) = (true, 2)
                $0.notice = Notice(text: "la clave es 4711", lang: "es", ts: 4)
            }
            await page.room.say("1")
            let inside = try await page.visitorByCode("Ola", "uk").stream(events)
            #expect(await inside.next("hello")?.data.contains("la clave es 4711") == true)
            let kiosk = try await Phone(port: page.port).stream("/api/rooms/Reception/watch")
            let hello = try #require(await kiosk.next())
            #expect(!hello.data.contains("clave es") && (hello.json["lines"] as? [Any])?.isEmpty == true)
            await page.room.say("2")
            await page.room.set { $0.notice = Notice(text: "la nueva es 4712", lang: "es", ts: 5) }
            var pinned = await inside.next("notice")
            while let notice = pinned, !notice.data.contains("4712") { pinned = await inside.next("notice") }
            #expect(pinned != nil)
            try await page.room.perform(.topic("Urgencias"))
            let told = try #require(await kiosk.next())
            // Not by its number: a port may have the same digits.
            let isTold = told.data.contains("nueva es") || told.data.contains("clave es")
            #expect(told.name == "room" && !isTold, "\(told.name) \(told.data)")
        }
    }

    @Test func aKioskSeesNoLinesUnlessAllowedAndNoPrivateRoom() async throws {
        try await Page.serving { page in
            await page.room.say("1")
            let phone = Phone(port: page.port)
            let kiosk = try await phone.stream("/api/rooms/Reception/watch")
            #expect((await kiosk.next()?.json["lines"] as? [Any])?.isEmpty == true)
            await page.room.say("2")
            _ = try await page.visitor("Ola", "uk")
            #expect(await kiosk.next()?.name == "n")
            #expect(try await phone.get("/api/rooms/\(page.secret.id)/watch").status == 403)
        }
        try await Page.serving {
            $0.allowsKiosk = false
        } _: { page in
            let answer = try await Phone(port: page.port).get("/api/rooms/Reception/watch")
            #expect(answer.code == "forbidden")
        }
    }
}
