import NIOCore
import SabirProtocol
import Testing

@testable import SabirFeed
@testable import SabirRoom
@testable import SabirWeb

/// A feed whose events are taken as values too, as the listener for IRC takes them.
@Suite(.timeLimit(.minutes(2))) struct FollowingTests {
    private let room = FakeRoom("Reception", id: "r")

    private func open(_ page: PageFeed, _ lang: LanguageTag, after seq: Int) async -> ReaderID {
        let member = MemberInfo(id: .boris, name: "Boris", lang: lang)
        let entry = HostedRoom.Entry(member, connection: 1, epoch: "epoch1", seq: seq, firstVisibleSeq: seq + 1)
        return await page.open(entry, since: nil) {}
    }

    private func read(_ feed: PageFeed, _ id: ReaderID, until end: String) async -> String {
        var text = ""
        while !text.contains(end), let bytes = await feed.next(id) { text += String(buffer: bytes) }
        return text
    }

    /// The lines in a stream that has ended.
    private func lines(_ told: AsyncStream<FeedNews>) async -> [String] {
        var lines: [String] = []
        for await case .told(.line(let line), _) in told { lines.append(line.text) }
        return lines
    }

    /// Behind one that takes no more the page goes on; what was missed comes when it is back, and nothing twice.
    @Test func whoFallsBehindGoesOnWhereItWas() async throws {
        let services = FakeNodeServices([room])
        let page = await PageFeed.of(room, services)
        let feed = page.feed
        let stream = await open(page, "uk", after: 0)
        let first = await feed.follow(buffering: 1)
        for text in ["uno", "dos", "tres"] { await room.say(text) }
        _ = await read(page, stream, until: "[uk] tres")
        let second = await feed.follow()
        await room.say("cuatro")
        _ = await read(page, stream, until: "[uk] cuatro")
        await feed.close(saying: "")
        #expect(await lines(first) == ["uno"])
        #expect(await lines(second) == ["dos", "tres", "cuatro"])
    }

    @Test func aNumberingThatBeginsAnewGoesOnForPageDeskAndIRC() async throws {
        let services = FakeNodeServices([room])
        await room.set { $0.seq = 500 }
        let page = await PageFeed.of(room, services)
        let feed = page.feed
        let stream = await open(page, "uk", after: 400)
        let desk = try #require(await page.openDesk("ar", from: 450, of: "epoch1", since: nil) {})
        _ = await feed.openClient("ca", from: 490, of: "epoch1")
        await room.say("uno")
        for (id, text) in [(stream, "[uk] uno"), (desk, "[ar] uno")] { _ = await read(page, id, until: text) }

        await room.set { ($0.epoch, $0.seq) = ("epoch2", 0) }
        await feed.readFacts()
        await room.say("dos")

        for (id, text) in [(stream, "[uk] dos"), (desk, "[ar] dos")] {
            #expect(await read(page, id, until: text).contains("id: epoch2:1\n"))
        }
        #expect(await Set(services.asked) == Set(["uk", "ar", "ca"].flatMap { ["uno es>\($0)", "dos es>\($0)"] }))
        await feed.close(saying: "")
    }

    /// Of what was said before, nothing is asked for it; the notice is read to the first of a language, whoever asked first.
    @Test func aReaderIsOwedWhatItMaySeeAndTheNotice() async throws {
        let services = FakeNodeServices([room])
        await room.say("uno")
        await room.set { $0.notice = Notice(text: "hoy no", lang: "es", ts: 9) }
        let page = await PageFeed.of(room, services)
        let feed = page.feed
        var clients = [await feed.openClient("uk", from: 2, of: "epoch1")]
        let stream = await open(page, "uk", after: 1)
        _ = await read(page, stream, until: "[uk] hoy no")
        let told = await feed.follow().compactMap { news -> FeedEvent? in
            if case .told(.notice(let notice, let reading), _) = news { .notice(notice, reading) } else { nil }
        }
        for lang in ["uk", "ca", "uk"] as [LanguageTag] {
            clients.append(await feed.openClient(lang, from: 2, of: "epoch1"))
        }
        var notices = told.makeAsyncIterator()
        let notice = Notice(text: "hoy no", lang: "es", ts: 9)
        #expect(await notices.next() == .notice(notice, nil))
        #expect(await notices.next() == .notice(notice, .init(lang: "ca", translation: .translated("[ca] hoy no"))))
        clients.remove(at: 2)
        for client in clients { await feed.close(client) }
        _ = await feed.openClient("uk", from: 2, of: "epoch1")
        #expect(await notices.next() == .notice(notice, .init(lang: "uk", translation: .translated("[uk] hoy no"))))
        #expect(await services.asked.sorted() == ["hoy no es>ca", "hoy no es>uk"])
        await feed.close(saying: "")
    }
}
