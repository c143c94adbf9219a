import SabirProtocol
import Testing

@testable import SabirHistory

struct SearchTests {
    let folder = Folder()

    /// The same questions before anything is indexed, in the middle of it, and after: nothing may be missed.
    @Test(arguments: [0, 30, 100, 1_500, 3_000])
    func everyWordIsFoundWhereverTheIndexIs(_ filler: Int) async throws {
        let store = openStore(folder)
        let talk = await Talk(store)
        let lines = [
            "Die Straße nach Köln", "她的血压很高", "血", "X", "naïve café", "a \"quoted\" word", "100 % sicher",
            "สวัสดีครับ", "Her blood pressure is high", "emoji 👩‍⚕️ here",
        ]
        await talk.say(lines)
        await talk.say((0..<filler).map { "filling \($0)" })
        try await indexAll(store)
        #expect(await found("strasse", in: store) == ["Die Straße nach Köln"])
        #expect(await found("血压", in: store) == ["她的血压很高"])
        #expect(await found("血", in: store) == ["血", "她的血压很高"])
        #expect(await found("很高", in: store) == ["她的血压很高"])
        #expect(await found("x", in: store) == ["X"])
        #expect(await found("CAFE", in: store) == ["naïve café"])
        #expect(await found("ดี", in: store) == ["สวัสดีครับ"])
        #expect(await found("\"quoted\"", in: store) == ["a \"quoted\" word"])
        #expect(await found("%", in: store) == ["100 % sicher"])
        #expect(await found("pressure blood", in: store) == ["Her blood pressure is high"])
        #expect(await found("\"pressure blood\"", in: store).isEmpty)
        #expect(await found("👩‍⚕️", in: store) == ["emoji 👩‍⚕️ here"])
        #expect(await found("qqq", in: store).isEmpty)
        #expect(await found("qq", in: store).isEmpty)
        await store.close()
    }

    @Test func newestFirstAndNoMoreThanAsked() async throws {
        let store = openStore(folder)
        let talk = await Talk(store)
        await talk.say((1...5_000).map { "word \($0)" })
        try await indexAll(store)
        #expect(await found("word", in: store, limit: 3) == ["word 5000", "word 4999", "word 4998"])
        #expect(await found("wo", in: store, limit: 2) == ["word 5000", "word 4999"])
        let older = HistoryQuery("word", before: 4_000, limit: 2)
        #expect(await store.search(older).map(\.message.seq) == [3_999, 3_998])
        let short = HistoryQuery("wo", before: 2, limit: 2)
        #expect(await store.search(short).map(\.message.seq) == [1])
        for words in ["word", "wo", ""] {
            let none = HistoryQuery(words, before: 1, limit: 2)
            #expect(await store.search(none).isEmpty, "nothing is before the first")
        }
        await store.close()
    }

    @Test func roomsPeopleAndSpansAreKeptApart() async throws {
        let store = openStore(folder)
        let one = await Talk(store, "one")
        let two = await Talk(store, "two")
        for minute in 0..<100 {
            let ts = Clock.start + minute * 60_000
            await one.say("hello \(minute)", from: minute.isMultiple(of: 2) ? "Anna" : "Bó", ts: ts)
            await two.say("hello \(minute) there", from: "Anna", ts: ts + 1)
        }
        try await indexAll(store)
        let span = Clock.start + 600_000...Clock.start + 720_000
        #expect(
            await found("hello", in: store, HistoryFilter(room: "one", span: span)) == [
                "hello 12", "hello 11", "hello 10",
            ])
        #expect(await found("hello", in: store, HistoryFilter(room: "one", person: "bo", span: span)) == ["hello 11"])
        #expect(await found("", in: store, HistoryFilter(room: "one", person: "m-Bó", span: span)) == ["hello 11"])
        #expect(await found("he", in: store, HistoryFilter(person: "BÓ"), limit: 1_000).count == 50)
        #expect(await found("hello", in: store, HistoryFilter(person: "nobody")).isEmpty)
        #expect(await found("hello 99", in: store) == ["hello 99 there", "hello 99"])
        await store.close()
    }

    /// Times that go back, as after a clock was set: order is by number, and a span still finds its lines.
    @Test func aSpanFindsLinesOfAClockThatJumped() async throws {
        let store = openStore(folder)
        let talk = await Talk(store)
        await talk.say("future", ts: Clock.start + 86_400_000)
        await talk.say("present", ts: Clock.start)
        await talk.say("past", ts: Clock.start - 86_400_000)
        #expect(await talk.texts() == ["future", "present", "past"])
        #expect(await found("", in: store, HistoryFilter(span: Clock.start - 5...Clock.start + 5)) == ["present"])
        await store.close()
    }

    /// Any words at all: no query may make SQLite fail, and so the room fall back to memory.
    @Test func noQueryIsTooStrange() async throws {
        let store = openStore(folder)
        let talk = await Talk(store)
        await talk.say((0..<200).map { "AND OR NOT \"NEAR\" * ^ ( ) { } : - + ' ; \($0)" })
        try await indexAll(store)
        let words = [
            "\"\"\"", "AND", "a AND b", "NEAR(", "*", "' OR 1=1 --", "{text}:x", "\\", "\u{0}abc", "-- ;", "\"a",
            "not \"near",
        ]
        for word in words { _ = await store.search(HistoryQuery(word)) }
        #expect(await found("\"near\"", in: store, limit: 5).count == 5)
        #expect(await store.state == .fine)
        await store.close()
    }
}
