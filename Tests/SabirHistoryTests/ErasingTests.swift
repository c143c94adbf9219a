import Foundation
import SabirProtocol
import Testing

@testable import SabirHistory

struct ErasingTests {
    let folder = Folder()
    let clock = Clock()

    /// Rooms with enough lines that pages were split, words indexed, and the log written; some hold a secret.
    private func stage() async throws -> (store: HistoryStore, one: Talk, two: Talk) {
        let store = openStore(folder, clock)
        let one = await Talk(store, "one", clock)
        let two = await Talk(store, "two", clock)
        for round in 0..<12 {
            await one.say((0..<200).map { "the usual talk \(round) \($0)" })
            await two.say((0..<200).map { "other talk \(round) \($0)" }, from: "Zdeněk Unverwechselbar")
            await one.say("diagnosis Schlafkrankheit \(round) qzx", from: "Wilhelmina Vertraulich")
        }
        try await indexAll(store)
        return (store, one, two)
    }

    @Test func erasedIsGoneFromTheFiles() async throws {
        let (store, one, two) = try await stage()
        #expect(!folder.holding("Schlafkrankheit").isEmpty)
        #expect(!folder.holding("qzx").isEmpty)
        let count = try await store.erase(HistoryFilter(person: "wilhelmina vertraulich"))
        #expect(count == 12)
        // The word, the name, the member id, and three letters that stand nowhere else.
        for secret in ["Schlafkrankheit", "Vertraulich", "m-Wilhelmina", "qzx"] {
            #expect(folder.holding(secret).isEmpty, "\(secret)")
        }
        #expect(await found("schlafkrankheit", in: store).isEmpty)
        #expect(await found("usual", in: store, limit: 1_000).count == 1_000)
        #expect(await found("11 199", in: store, HistoryFilter(room: "one")).count == 1)
        // The rooms go on where they were.
        #expect(await one.say("after") == .onDisk)
        #expect(await two.texts().count == 2_400)
        #expect(await one.texts().last == "after")
        await store.close()
        for secret in ["Schlafkrankheit", "Vertraulich", "qzx"] { #expect(folder.holding(secret).isEmpty) }
    }

    @Test func aRoomIsErasedAndGoesOnCounting() async throws {
        let (store, one, two) = try await stage()
        #expect(try await store.erase(HistoryFilter(room: "two")) == 2_400)
        #expect(folder.holding("Unverwechselbar").isEmpty)
        #expect(await two.texts().isEmpty)
        #expect(await one.texts().count == 2_412)
        #expect(await two.say("new") == .onDisk)
        await store.close()
        let again = openStore(folder, clock)
        #expect(await again.open(room: "two", name: "two", epoch: "x").past.newest == 2_401)
        await again.close()
    }

    @Test func aSpanIsErased() async throws {
        let store = openStore(folder, clock)
        let talk = await Talk(store, "one", clock)
        for minute in 0..<10 { await talk.say("secretword \(minute)", ts: Clock.start + minute * 60_000) }
        let span = Clock.start + 120_000...Clock.start + 240_000
        #expect(try await store.erase(HistoryFilter(span: span)) == 3)
        #expect(await talk.texts() == [0, 1, 5, 6, 7, 8, 9].map { "secretword \($0)" })
        #expect(folder.holding("secretword 3").isEmpty)
        await #expect(throws: HistoryError.self) { _ = try await store.erase(HistoryFilter()) }
        await store.close()
    }

    /// The id of an erased line stays known for a day, so that a late repeat of it does not bring it back.
    @Test func anErasedIdIsKnownForADay() async throws {
        let store = openStore(folder, clock)
        let talk = await Talk(store, "one", clock)
        let line = talk.line("erase me", device: "device")
        await store.append(line)
        _ = try await store.erase(HistoryFilter(room: "one"))
        await store.close()
        let next = openStore(folder, clock)
        let room = await next.open(room: "one", name: "one", epoch: "x")
        #expect(next.mayKnow(line.message.id, in: room.number))
        let known = try #require(await next.line(line.message.id, in: room.number))
        #expect(known.message == nil && known.seq == 1 && known.author == next.author(ofDevice: "device"))
        clock.pass(seconds: 25 * 3_600)
        await next.maintain()
        #expect(await next.line(line.message.id, in: room.number) == nil)
        await next.close()
    }

    /// Lines that come while the file is written anew are in the new one, and nobody's append waits for the end.
    @Test func appendsGoOnWhileTheFileIsWrittenAnew() async throws {
        let (store, one, _) = try await stage()
        async let erased = store.erase(HistoryFilter(person: "Wilhelmina Vertraulich"))
        for number in 0..<300 { #expect(await one.say("meanwhile \(number)") == .onDisk) }
        #expect(try await erased == 12)
        let texts = await one.texts()
        #expect(texts.suffix(300) == (0..<300).map { "meanwhile \($0)" })
        await store.close()
        let inspection = try HistoryInspection(path: folder.history)
        let kept = try await inspection.database.lines(one.room.number, before: .max, limit: 300)
        #expect(kept.map(\.text) == texts.suffix(300))
        inspection.close()
    }

    @Test func twoErasuresAtATimeAreBothDone() async throws {
        let (store, one, two) = try await stage()
        async let first = store.erase(HistoryFilter(person: "Wilhelmina Vertraulich"))
        async let second = store.erase(HistoryFilter(room: "two"))
        #expect(try await [first, second] == [12, 2_400])
        #expect(folder.holding("Vertraulich").isEmpty && folder.holding("Unverwechselbar").isEmpty)
        #expect(await two.texts().isEmpty)
        #expect(await one.texts().count == 2_400)
        await store.close()
    }

    @Test func anotherProcessAsksTheOwnerToErase() async throws {
        let (store, _, _) = try await stage()
        let erasing = try HistoryErasing(
            HistoryFilter(person: "Wilhelmina Vertraulich"), path: folder.history, logger: silent)
        #expect(try await erasing.progress() == .unknown)
        try await erasing.ask()
        #expect(try await erasing.progress() == .waiting)
        await store.maintain()
        #expect(try await erasing.progress() == .purged(lines: 12))
        for secret in ["Vertraulich", "vertraulich", "Schlafkrankheit"] { #expect(folder.holding(secret).isEmpty) }
        await store.close()
    }

    /// What is asked for while the file is written anew is still asked of the new one.
    @Test func aRequestOutlivesAnotherPurge() async throws {
        let (store, _, _) = try await stage()
        let first = try HistoryErasing(HistoryFilter(room: "two"), path: folder.history, logger: silent)
        let second = try HistoryErasing(HistoryFilter(person: "Anna"), path: folder.history, logger: silent)
        try await first.ask()
        try await store.eraseAsAsked()
        try await second.ask()
        _ = try await store.erase(HistoryFilter(person: "wilhelmina vertraulich"))
        #expect(try await [first.progress(), second.progress()] == [.purged(lines: 2_400), .waiting])
        await store.maintain()
        #expect(try await [first.progress(), second.progress()] == [.purged(lines: 2_400), .purged(lines: 2_400)])
        await store.close()
    }

    /// A reader that has the old file open must not take the new one's log along when it closes.
    @Test func aReaderOutlivesTheExchangeOfTheFile() async throws {
        let (store, one, _) = try await stage()
        let reader = try HistoryInspection(path: folder.history)
        #expect(try await reader.search(HistoryQuery("schlafkrankheit")).count == 12)
        _ = try await store.erase(HistoryFilter(person: "wilhelmina vertraulich"))
        #expect(await one.say("after the exchange") == .onDisk)
        #expect(try await reader.summaries().count == 2)
        reader.close()
        let second = try HistoryInspection(path: folder.history)
        #expect(try await second.search(HistoryQuery("\"after the exchange\"")).count == 1)
        second.close()
        #expect(await one.say("and later") == .onDisk)
        await store.close()
        let next = openStore(folder, clock)
        #expect(await found("after", in: next) == ["after the exchange"])
        #expect(await found("\"and later\"", in: next) == ["and later"])
        await next.close()
    }

    /// A process that died between the erasure and the purge: nobody is told that the bytes are gone before they are.
    @Test func aReceiptIsGivenForThePurgeAlone() async throws {
        let (store, _, _) = try await stage()
        let erasing = try HistoryErasing(
            HistoryFilter(person: "Wilhelmina Vertraulich"), path: folder.history, logger: silent)
        try await erasing.ask()
        for request in try await store.use({ try await $0.erasures() }) ?? [] {
            _ = try await store.use { try await $0.forget(request) }
        }
        #expect(try await erasing.progress() == .forgotten(lines: 12))
        #expect(!folder.holding("Vertraulich").isEmpty)
        await store.close()
        let next = openStore(folder, clock)
        await next.maintain()
        #expect(try await erasing.progress() == .purged(lines: 12))
        #expect(folder.holding("Vertraulich").isEmpty && folder.holding("vertraulich").isEmpty)
        await next.close()
    }

    @Test func whoeverErasesWaitsForTheOwnerOrDoesItAlone() async throws {
        let (store, _, _) = try await stage()
        let path = folder.history
        let asked = AsyncStream.makeStream(of: Void.self)
        async let outcome = HistoryErasing(HistoryFilter(person: "wilhelmina vertraulich"), path: path, logger: silent)
            .run(within: .seconds(60)) { asked.continuation.yield() }
        for await _ in asked.stream { break }
        // Whether the request is there already makes no difference: an owner looks again and again.
        while try await store.use({ try await $0.erasures() })?.isEmpty != false { await Task.yield() }
        await store.maintain()
        #expect(try await outcome == .erased(lines: 12))
        let hasty = try HistoryErasing(HistoryFilter(room: "one"), path: path, logger: silent)
        #expect(try await hasty.run(within: .zero) {} == .asked)
        await store.close()

        // What nobody did is done by the next one who may, with what it is asked for itself.
        let alone = try HistoryErasing(HistoryFilter(room: "two"), path: path, logger: silent)
        #expect(try await alone.run(within: .zero) { Issue.record("there is nobody to ask") } == .erased(lines: 2_400))
        for secret in ["Unverwechselbar", "usual"] { #expect(folder.holding(secret).isEmpty, "\(secret)") }
        #expect(try await !HistoryErasing.isOwned(path: path))
        #expect(throws: HistoryError.self) { try HistoryErasing(HistoryFilter(), path: path, logger: silent) }
    }

    @Test func whatWouldGoIsToldBefore() async throws {
        let (store, _, _) = try await stage()
        let inspection = try HistoryInspection(path: folder.history)
        let one = try await inspection.extent(HistoryFilter(room: "one"))
        #expect(one.lines == 2_412 && one.people == ["Anna", "Wilhelmina Vertraulich"])
        let person = try await inspection.extent(HistoryFilter(person: "ZDENEK unverwechselbar"))
        #expect(person.lines == 2_400 && person.shares.map(\.room.id) == ["two"])
        #expect(person.times == Clock.start...Clock.start)
        let nobody = try await inspection.extent(HistoryFilter(person: "nobody"))
        #expect(nobody.lines == 0 && nobody.times == nil)
        inspection.close()
        await store.close()
    }

    /// A command that root runs must not leave files that the node's own user cannot open.
    @Test(.enabled(if: geteuid() == 0)) func whatRootMakesBelongsToTheFoldersOwner() async throws {
        let (store, _, _) = try await stage()
        await store.close()
        for name in [""] + folder.contents { chown(folder.path + "/" + name, 4_242, 4_242) }
        _ = try await HistoryErasing(HistoryFilter(room: "two"), path: folder.history, logger: silent)
            .run(within: .zero) {}
        for name in folder.contents {
            let owner = try FileManager.default.attributesOfItem(atPath: folder.path + "/" + name)[.ownerAccountID]
            #expect(owner as? Int == 4_242, "\(name)")
        }
    }

    /// A process that died between the erasure and the end of the purge: the next one ends it.
    @Test func aPurgeThatWasCutOffIsDoneByTheNextLife() async throws {
        let (store, _, _) = try await stage()
        _ = try await store.use { try await $0.forget(HistoryFilter(person: "Wilhelmina Vertraulich")) }
        await store.close()
        try Data("half made".utf8).write(to: URL(fileURLWithPath: folder.history + ".new"))
        let next = openStore(folder, clock)
        #expect(await found("schlafkrankheit", in: next).isEmpty)
        #expect(!folder.holding("qzx").isEmpty)
        await next.maintain()
        #expect(folder.holding("qzx").isEmpty)
        #expect(!folder.contents.contains("history.sqlite.new"))
        await next.close()
    }
}

struct ExpiryTests {
    let folder = Folder()
    let clock = Clock()

    private func pass(minutes: Int, _ store: HistoryStore) async {
        for _ in 0..<minutes {
            clock.pass(seconds: 60)
            await store.maintain()
        }
    }

    @Test func linesGoWhenTheirTimeIsOverAndFromTheFilesToo() async throws {
        let store = openStore(folder, clock)
        let talk = await Talk(store, "one", clock, rule: RetentionRule(keepFor: 3_600))
        await talk.say("first xqxq")
        await pass(minutes: 30, store)
        await talk.say("second")
        await pass(minutes: 29, store)
        #expect(await talk.texts() == ["first xqxq", "second"])
        await pass(minutes: 3, store)
        #expect(await talk.texts() == ["second"])
        #expect(folder.holding("xqxq").isEmpty)
        #expect(await store.summaries().first?.lines == 1)
        await pass(minutes: 31, store)
        #expect(await talk.texts().isEmpty)
        await store.close()
    }

    /// Lines that the disk did not take expire like all others.
    @Test func linesInMemoryGoToo() async throws {
        try Data("no folder".utf8).write(to: URL(fileURLWithPath: folder.path + "/file"))
        let store = HistoryStore(.init(path: folder.path + "/file/history.sqlite", now: { clock.now }), logger: silent)
        let talk = await Talk(store, "one", clock, rule: RetentionRule(keepFor: 3_600))
        #expect(await talk.say("in memory") == .inMemory)
        await pass(minutes: 59, store)
        #expect(await talk.texts() == ["in memory"])
        await pass(minutes: 3, store)
        #expect(await talk.texts().isEmpty)
        await store.close()
    }

    @Test func onlyTheNewestStay() async throws {
        let store = openStore(folder, clock)
        let talk = await Talk(store, "one", clock, rule: RetentionRule(keepMessages: 1_000))
        await talk.say((1...2_500).map { "line \($0)" })
        await store.maintain()
        #expect(await talk.texts() == (1_501...2_500).map { "line \($0)" })
        #expect(await store.summaries().first?.lines == 1_000)
        await store.close()
    }

    @Test func aJumpOfTheClockTakesNothingNew() async throws {
        let store = openStore(folder, clock)
        let talk = await Talk(store, "one", clock, rule: RetentionRule(keepFor: 3_600))
        await talk.say("minutes old")
        clock.pass(seconds: 60)
        clock.set(bySeconds: 10 * 365 * 86_400)
        await store.maintain()
        #expect(await talk.texts() == ["minutes old"])
        clock.set(bySeconds: -20 * 365 * 86_400)
        await talk.say("later in number, earlier in time")
        await store.maintain()
        #expect(await talk.texts().count == 2)
        await pass(minutes: 62, store)
        #expect(await talk.texts().isEmpty)
        await store.close()
    }

    @Test func whatExpiredWhileNobodyRanGoesAtTheNextStart() async throws {
        let store = openStore(folder, clock)
        let talk = await Talk(store, "one", clock)
        await talk.say("yesterday")
        await store.close()
        clock.pass(seconds: 86_400)
        let next = openStore(folder, clock)
        let again = await Talk(next, "one", clock, rule: RetentionRule(keepFor: 43_200))
        await again.say("today")
        await next.maintain()
        #expect(await again.texts() == ["today"])
        await next.close()
    }
}
