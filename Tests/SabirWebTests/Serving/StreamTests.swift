import Testing
import SabirFeed
import SabirProtocol
import SabirRoom

@testable import SabirWeb

@Suite(.timeLimit(.minutes(5)))
struct StreamTests {
    @Test func aVisitorIsGreetedAndReadsWhatIsSaidInBothLanguages() async throws {
        try await Page.serving { page in
            let stream = try await page.visitor("Ola", "uk").stream(events)
            let hello = try #require(await stream.next())
            #expect(hello.name == "hello" && hello.json["name"] as? String == "Ola" && hello.json["n"] as? Int == 1)
            let room = try #require(hello.json["room"] as? [String: Any])
            #expect(room["url"] as? String == "http://192.168.1.5:\(page.port)/r/Reception")
            #expect((hello.json["languages"] as? [Any])?.count == 22)

            let message = await page.room.say("hola")
            // Between them may come how languages stand, told once a second.
            let line = try #require(await stream.next("line"))
            #expect(line.name == "line" && line.id == "epoch1:1" && line.json["text"] as? String == "hola")
            #expect(line.data.contains(#""reply":null"#))
            let translation = try #require(await stream.next("translation"))
            #expect(translation.name == "translation" && translation.id == nil)
            #expect(translation.json["id"] as? String == message.id.description)
            #expect(translation.json["text"] as? String == "[uk] hola")
            #expect(translation.json["state"] as? String == "translated")
        }
    }

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

    @Test func readersOfOneLanguageCostOneQuestion() async throws {
        try await Page.serving { page in
            var streams: [EventReader] = []
            for (name, lang) in [("A", "uk"), ("B", "uk"), ("C", "ar"), ("D", "es")] {
                streams.append(try await page.visitor(name, lang).stream(events))
            }
            for stream in streams { _ = await stream.next("hello") }
            await page.room.say("hola")
            for stream in streams.prefix(3) { #expect(await stream.next("translation") != nil) }
            #expect(await Set(page.services.asked) == ["hola es>uk", "hola es>ar"])
            #expect(await page.services.asked.count == 2)
        }
    }

    @Test func aStreamGoesOnBehindTheLastLine() async throws {
        try await Page.serving { page in
            let phone = try await page.visitor("Ola", "uk")
            let first = try await phone.stream(events)
            await page.room.say("uno")
            #expect(await first.next("line")?.id == "epoch1:1")
            first.close()
            await page.room.say("dos")
            await page.room.say("tres")

            let again = try await phone.stream(events, ["Last-Event-ID": "epoch1:1"])
            #expect(await again.next()?.name == "hello")
            let lines = [await again.next("line"), await again.next("line")]
            #expect(lines.map { $0?.json["text"] as? String } == ["dos", "tres"])
            #expect(await again.next("translation")?.json["seq"] as? Int == 1, "what is owed is sent again")

            let reloaded = try await phone.stream(events + "?last=epoch1:2")
            #expect(await reloaded.next("line")?.json["seq"] as? Int == 3)
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

    @Test func whatIsNoLongerKeptIsTold() async throws {
        try await Page.serving { change in
            change.limits.feed.kept = 2
        } _: { page in
            let phone = try await page.visitor("Ola", "es")
            for text in ["1", "2", "3", "4", "5", "6"] { await page.room.say(text) }
            await page.room.forgetLines(before: 3)
            let stream = try await phone.stream(events, ["Last-Event-ID": "epoch1:1"])
            let gap = try #require(await stream.next("gap"))
            #expect(gap.json["from"] as? Int == 2 && gap.json["to"] as? Int == 2)
            var seqs: [Int?] = []
            for _ in 3...6 { seqs.append(await stream.next("line")?.json["seq"] as? Int) }
            #expect(seqs == [3, 4, 5, 6])
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

    @Test func anEngineThatComesBackTranslatesAfterAll() async throws {
        try await Page.serving { page in
            let stream = try await page.visitor("Ola", "uk").stream(events)
            _ = await stream.next("hello")
            await page.services.setEngine(isUp: false)
            await page.room.say("hola")
            let first = try #require(await stream.next("translation"))
            #expect(first.json["state"] as? String == "untranslated")
            #expect((first.json["reason"] as? [String: Any])?["code"] as? String == "unreachable")
            await page.services.setEngine(isUp: true)
            #expect(await stream.next("translation")?.json["text"] as? String == "[uk] hola")
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

    @Test func whatHappensInTheRoomIsTold() async throws {
        try await Page.serving { page in
            let phone = try await page.visitor("Ola", "uk")
            let stream = try await phone.stream(events)
            _ = await stream.next("hello")
            _ = try await page.visitor("Rosa", "es")
            #expect(await stream.next("joined")?.json["n"] as? Int == 2)

            let message = await page.room.say("hola")
            let about = #"{"id":"\#(message.id)"}"#
            #expect(try await phone.post("/api/rooms/Reception/unclear", about).status == 204)
            let unclear = try #require(await stream.next("unclear"))
            #expect(unclear.json["from"] as? String == "Ola" && unclear.json["present"] as? Bool == true)

            await page.room.set { $0.contact = "Interpreter: 555" }
            let called = try await phone.post("/api/rooms/Reception/person", about)
            #expect(try called.json()["contact"] as? String == "Interpreter: 555")
            #expect(await stream.next("person")?.json["id"] as? String == message.id.description)

            await page.room.tell(.notice(Notice(text: "cerrado", lang: "es", ts: 5)))
            #expect(await stream.next("notice")?.data.contains(#""translation":null"#) == true)
            let notice = try #require(await stream.next("notice"))
            #expect((notice.json["translation"] as? [String: Any])?["text"] as? String == "[uk] cerrado")

            await page.room.set { $0.isLocked = true }
            #expect(await stream.next("room")?.json["locked"] as? Bool == true)
            await page.room.tell(.cleared)
            #expect(await stream.next("cleared") != nil)
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

    @Test func aKioskReadsTheLastLinesAndHasNoPart() async throws {
        try await Page.serving { page in
            for text in ["1", "2", "3"] { await page.room.say(text) }
            await page.room.set { $0.terms.kioskLines = 2 }
            let kiosk = try await Phone(port: page.port).stream("/api/rooms/Reception/watch")
            let hello = try #require(await kiosk.next())
            let lines = hello.json["lines"] as? [[String: Any]]
            #expect(hello.name == "hello" && lines?.map { $0["text"] as? String } == ["2", "3"])
            await page.room.say("4")
            #expect(await kiosk.next()?.json["text"] as? String == "4")
            _ = try await page.visitor("Ola", "uk")
            #expect(await kiosk.next("n")?.json["n"] as? Int == 1)
            await page.room.tell(.notice(Notice(text: "cerrado", lang: "es", ts: 5)))
            #expect(await kiosk.next("notice")?.json["text"] as? String == "cerrado")
            await page.room.tell(.notice(nil))
            #expect(await kiosk.next()?.name == "notice", "once, not again for each translation")
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
