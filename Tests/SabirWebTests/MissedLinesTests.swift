import NIOCore
import SabirProtocol
import Testing

@testable import SabirFeed
@testable import SabirRoom
@testable import SabirWeb

/// What a returning visitor missed, as its stream is given it.
@Suite(.timeLimit(.minutes(5)))
struct MissedLinesTests {
    private let room = FakeRoom("Reception", id: "11111111-1111-4111-8111-111111111111")
    private let long = String(repeating: "a", count: 4_000)

    private func feed(keeping kept: Int) async -> PageFeed {
        await .of(
            room, FakeNodeServices([room]), following: false,
            limits: FeedState.Limits(kept: kept, repeated: 10, atOnce: 4))
    }

    private func open(
        _ feed: PageFeed, after seq: Int, from firstVisibleSeq: Int = 1, epoch: String = "epoch1"
    ) async -> ReaderID {
        let anna = MemberInfo(id: .anna, name: "Anna", lang: "es")
        let entry = HostedRoom.Entry(
            anna, connection: 1, epoch: "epoch1", seq: seq, firstVisibleSeq: firstVisibleSeq)
        return await feed.open(entry, since: Hello.Resume(epoch: epoch, seq: seq)) {}
    }

    /// The numbers of lines, and the gaps, in what a stream is given, to the line of that number.
    private func read(_ feed: PageFeed, _ id: ReaderID, to newest: Int) async throws -> [String] {
        var text = ""
        while !text.contains("id: epoch1:\(newest)\n") {
            var bytes = try #require(await feed.next(id))
            text += bytes.readString(length: bytes.readableBytes) ?? ""
        }
        return text.split(separator: "\n").compactMap { line in
            if line.hasPrefix("id: epoch1:") { return String(line.dropFirst(11)) }
            return line == "event: gap" ? "gap" : nil
        }
    }

    @Test func theyAreReadFromTheRoomAFewAtATimeAsTheVisitorReads() async throws {
        for _ in 1...300 { await room.say(long) }
        let feed = await feed(keeping: 20)
        let id = await open(feed, after: 10)
        #expect(await room.readings == 0, "nothing is read for a visitor that does not read")
        var sizes: [Int] = []
        for _ in 1...5 { sizes.append(try #require(await feed.next(id)).readableBytes) }
        #expect(await room.readings <= 5)
        #expect(sizes.allSatisfy { $0 < 2 * MissedLines.stretch * 4_000 }, "\(sizes)")
    }

    @Test func whatIsClearedMeanwhileIsNotTold() async throws {
        for _ in 1...100 { await room.say("secret") }
        let feed = await feed(keeping: 20)
        let id = await open(feed, after: 10)
        _ = await feed.next(id)
        await room.forgetLines(before: 101)
        await feed.feed.apply(.cleared)
        await feed.feed.apply(.message(await room.say("after")))
        var text = ""
        while !text.contains("after") {
            var bytes = try #require(await feed.next(id))
            text += bytes.readString(length: bytes.readableBytes) ?? ""
        }
        #expect(!text.contains("secret") && text.contains("event: cleared"))
    }

    @Test func allComeOnceInTheirOrderAndWhatIsSaidMeanwhileBehindThem() async throws {
        for _ in 1...100 { await room.say("x") }
        let feed = await feed(keeping: 20)
        let id = await open(feed, after: 10)
        _ = await feed.next(id)
        for _ in 101...105 { await feed.feed.apply(.message(await room.say("x"))) }
        #expect(try await read(feed, id, to: 105) == (11...105).map(String.init))
    }

    @Test func theEndOfTheRoomComesBehindThem() async throws {
        for _ in 1...100 { await room.say("x") }
        let feed = await feed(keeping: 20)
        let id = await open(feed, after: 10)
        _ = await feed.next(id)
        await feed.feed.close(saying: "The node ends.")
        #expect(try await read(feed, id, to: 100) == (11...100).map(String.init))
        while await feed.next(id) != nil {}
    }

    @Test func whatIsGoneIsToldAsAGapOnce() async throws {
        for _ in 1...100 { await room.say("x") }
        let feed = await feed(keeping: 20)
        await room.forgetLines(before: 50)
        let some = await open(feed, after: 10)
        #expect(try await read(feed, some, to: 100) == ["gap"] + (50...100).map(String.init))
        await room.forgetLines(before: 90)
        let none = await open(feed, after: 10)
        #expect(try await read(feed, none, to: 100) == ["gap"] + (81...100).map(String.init))
    }

    /// The room began anew: nothing of it is known to whoever was there before.
    @Test func whoWasThereForAnEarlierEpochIsToldAllOfThisOneOrThatItIsMissing() async throws {
        for _ in 1...100 { await room.say("x") }
        for kept in [20, 200] {
            let feed = await feed(keeping: kept)
            let all = await open(feed, after: 70, epoch: "epoch0")
            #expect(try await read(feed, all, to: 100) == (1...100).map(String.init), "\(kept)")
            let some = await open(feed, after: 70, from: 31, epoch: "epoch0")
            #expect(try await read(feed, some, to: 100) == ["gap"] + (31...100).map(String.init), "\(kept)")
        }
        let feed = await feed(keeping: 20)
        let none = await open(feed, after: 70, from: 101, epoch: "epoch0")
        await feed.feed.apply(.message(await room.say("x")))
        #expect(try await read(feed, none, to: 101) == ["gap", "101"])
    }

    @Test func nobodyIsGivenWhatWasSaidBeforeTheyCame() async throws {
        for _ in 1...100 { await room.say("x") }
        let feed = await feed(keeping: 20)
        let id = await open(feed, after: 0, from: 31)
        #expect(try await read(feed, id, to: 100) == (31...100).map(String.init))
    }
}
