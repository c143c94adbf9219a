import SabirProtocol
import SabirTranslation
import Synchronization
import Testing

@testable import SabirFeed
@testable import SabirRoom

/// A feed by itself: what it asks of room and node, and whom its listener is to tell.
@Suite(.timeLimit(.minutes(1))) struct RoomFeedTests {
    private let room = StillRoom()
    private let node = CountingNode()

    private func feed() async -> (RoomFeed, Listener) {
        let availability = LanguageAvailabilityService(services: node, offered: OfferedLanguages(["es", "uk"]))
        let feed = await RoomFeed(room, in: .init(services: node, availability: availability, limits: .init()))
        let listener = Listener()
        _ = await feed.attachListener { listener }
        return (feed, listener)
    }

    private func reader(_ member: MemberID, _ lang: LanguageTag, after seq: Int = 0) -> Readership.Seat {
        .init(listening: .visitor(member, lang), visible: VisibleLines(after: seq))
    }

    @Test func aTranslationIsMadeOnceAndIsForThoseWhoReadItAndMaySeeTheLine() async {
        let (feed, listener) = await feed()
        let anna = await feed.open(reader(.anna, "es"))
        let boris = await feed.open(reader(.boris, "uk"))
        let late = await feed.open(reader(.boris, "uk", after: 1))
        _ = await feed.openClient("uk", from: 1, of: "e")

        await feed.apply(.message(.line(1)))
        let told = FeedEvent.Translated(id: .numbered(1), seq: 1, lang: "uk", translation: .translated("[uk] hola"))
        await listener.wait { $0.contains { $0.event == .translation(told) } }

        #expect(node.asked == ["hola es>uk"])
        let all = listener.told
        #expect(all.map(\.event) == [.line(.line(1)), .translation(told)])
        #expect(Set(all[0].readers).isSuperset(of: [anna, boris]) && !all[0].readers.contains(late))
        #expect(all[1].readers.contains(boris) && !all[1].readers.contains(anna) && !all[1].readers.contains(late))
    }

    @Test func aReaderInAnotherLanguageIsOwedWhatIsKnownInIt() async {
        let (feed, listener) = await feed()
        let boris = await feed.open(reader(.boris, "uk"))
        await feed.apply(.message(.line(1)))
        await listener.wait { $0.count == 2 }
        let info = MemberInfo(id: .boris, name: "Boris", lang: "es")
        #expect(await feed.change(boris, to: info, reading: []) == [])
        #expect(await feed.change(boris, to: info, reading: []) == nil, "It reads that already.")
        var back = info
        back.lang = "uk"
        #expect(await feed.change(boris, to: back, reading: [])?.count == 1)
        #expect(node.asked.count == 1)
    }

    /// The facts that are being read do not have it yet.
    @Test func aNoticeIsNotTakenDownByFactsThatAreOlder() async {
        let room = ChangingRoom()
        let availability = LanguageAvailabilityService(services: node, offered: OfferedLanguages(["es", "uk"]))
        let feed = await RoomFeed(room, in: .init(services: node, availability: availability, limits: .init()))
        let listener = Listener()
        _ = await feed.attachListener { listener }
        _ = await feed.open(reader(.anna, "es"))
        let notice = Notice(text: "cerrado", lang: "es", ts: 5)
        room.change(
            { $0.contact = "555" },
            whileRead: {
                room.change { $0.notice = notice }
                await feed.apply(.notice(notice))
            })
        await feed.readFacts()
        #expect(listener.told.map(\.event) == [.notice(notice, nil)])
        #expect(await feed.facts.notice == notice)
    }

    /// Who begins then listens to nothing, so that nothing holds the two together.
    @Test func behindItsEndNothingIsTold() async {
        let (feed, listener) = await feed()
        _ = await feed.open(reader(.anna, "es"))
        await feed.close(saying: "bye")
        _ = await feed.attachListener { listener }
        await feed.apply(.message(.line(1)))
        #expect(listener.told.map(\.event) == [.closing("bye")] && listener.hasEnded)
    }

    @Test func theOutlookIsToldWhereItIsAnother() async {
        let (feed, listener) = await feed()
        _ = await feed.open(reader(.anna, "es"))
        await feed.apply(.joined(MemberInfo(id: .anna, name: "Anna", lang: "es"), n: 1))
        await feed.tick()
        await feed.apply(.joined(MemberInfo(id: .boris, name: "Boris", lang: "es"), n: 2))
        await feed.tick()
        let availability = listener.told.compactMap { told -> [String]? in
            if case .languages(let languages) = told.event { languages.map(\.name) } else { nil }
        }
        #expect(availability == [["Español", "Українська"]])
    }

    /// It became a member before; the second between that and its stream may be any.
    @Test func whoeverOpensAStreamAfterEverybodyWasToldIsTold() async {
        let (feed, listener) = await feed()
        let anna = await feed.open(reader(.anna, "es"))
        await feed.tick()
        let boris = await feed.open(reader(.boris, "es"))
        await feed.tick()
        let told = listener.mutualReaches
        #expect(told.map { Set($0.readers) } == [[anna], [anna, boris]])
        #expect(told.map(\.mutual.of) == [0, 1])
    }

    /// Its phone died, or is in a pocket: it stays in the room for a while.
    @Test func whoeverHasNoStreamAnyMoreIsNotCountedAmongReaders() async {
        let people = [
            MemberInfo(id: .anna, name: "Anna", lang: "es"), MemberInfo(id: .boris, name: "Boris", lang: "uk"),
        ]
        let availability = LanguageAvailabilityService(services: node, offered: OfferedLanguages(["es", "uk"]))
        let feed = await RoomFeed(
            StillRoom(members: people), in: .init(services: node, availability: availability, limits: .init()))
        let listener = Listener()
        _ = await feed.attachListener { listener }
        _ = await feed.open(reader(.anna, "es"))
        let boris = await feed.open(reader(.boris, "uk"))
        await feed.tick()
        #expect(listener.mutualReaches.last?.mutual.of == 1)
        await feed.close(boris)
        await feed.tick()
        #expect(listener.mutualReaches.last?.mutual.of == 0)
        _ = await feed.open(reader(.boris, "uk"))
        await feed.tick()
        #expect(listener.mutualReaches.last?.mutual.of == 1)
    }

    @Test func anAnswerFromBeforeAnEngineCameIsNotKept() async {
        let early = EarlyAnswer()
        let availability = LanguageAvailabilityService(services: early, offered: OfferedLanguages(["es", "uk"]))
        let feed = await RoomFeed(room, in: .init(services: early, availability: availability, limits: .init()))
        let listener = Listener()
        _ = await feed.attachListener { listener }
        let anna = await feed.open(reader(.anna, "es"))
        _ = await feed.open(reader(.boris, "uk"))
        let ticking = Task { await feed.tick() }
        await early.isAsked()
        await feed.engineChanged(.up("test"))
        early.answer()
        await ticking.value
        await feed.tick()
        #expect(listener.mutualReaches.last { $0.readers.contains(anna) }?.mutual.isComplete == true)
    }
}

/// Says of the first pair it is asked about, as late as one likes, that nobody translates it; of all others that it does.
private final class EarlyAnswer: FeedNodeServices {
    private let isFirst = Mutex(true)
    private let (asked, ask) = AsyncStream.makeStream(of: Void.self)
    private let (answers, given) = AsyncStream.makeStream(of: Void.self)

    func isAsked() async { for await _ in asked { return } }
    func answer() { given.yield() }

    func translates(from: LanguageTag, to: LanguageTag, in room: String) async -> Bool {
        let wasFirst = isFirst.withLock { isFirst in
            defer { isFirst = false }
            return isFirst
        }
        guard wasFirst else { return true }
        ask.yield()
        for await _ in answers { break }
        return false
    }

    func translate(
        _ text: String, from: LanguageTag, to: LanguageTag, in room: String
    ) async -> TranslationOutcome { .untranslated }
    func engineEvents() async -> AsyncStream<EngineEvent?> { AsyncStream { $0.finish() } }
    func availability(for reader: LanguageTag, among present: [LanguageTag], in room: String?) async
        -> LanguageAvailability
    {
        .translated
    }
}

/// What a feed told it.
private final class Listener: FeedListener {
    private struct State {
        var told: [(event: FeedEvent, readers: [ReaderID])] = []
        var hasEnded = false
    }

    private let state = Mutex(State())
    private let (turns, turn) = AsyncStream.makeStream(of: Void.self)

    var told: [(event: FeedEvent, readers: [ReaderID])] { state.withLock { $0.told } }
    var hasEnded: Bool { state.withLock { $0.hasEnded } }
    var mutualReaches: [(mutual: MutualReach, readers: [ReaderID])] {
        told.compactMap { told in
            if case .mutualReach(let mutual) = told.event { (mutual, told.readers) } else { nil }
        }
    }

    /// Until that holds of what it was told.
    func wait(_ isThere: ([(event: FeedEvent, readers: [ReaderID])]) -> Bool) async {
        var turns = turns.makeAsyncIterator()
        while !isThere(told) { await turns.next() }
    }

    func tell(_ event: FeedEvent, to readers: [ReaderID]) { state.withLock { $0.told.append((event, readers)) } }
    func flush() { turn.yield() }
    func forgetTexts(ofLines lines: Set<Int>) {}
    func factsChanged(from before: RoomFacts) {}
    func membersRemoved(_ members: [MemberID]) {}
    func feedEnded() { state.withLock { $0.hasEnded = true } }
}

/// A room in which nothing is kept, and that tells nothing by itself.
private struct StillRoom: FeedRoom {
    let id = "r"
    /// Who is in it, where that matters.
    var members: [MemberInfo] = []

    var facts: RoomFacts {
        var facts = RoomFacts(info: RoomInfo(id: id, name: "Reception"), epoch: "e", langs: ["es": 1])
        for member in members { facts.langs[member.lang] = 1 }
        return facts
    }

    func listen(speakingForMembers: Bool) -> AsyncStream<RoomNews> { AsyncStream { $0.finish() } }
    func lines(after seq: Int) -> [Message] { [] }
    func isOverBudget(_ seq: Int) -> Bool { false }
    func readers(besides: Set<MemberID>) -> [LanguageTag: [Int: Int]] {
        members.filter { !besides.contains($0.id) }.reduce(into: [:]) { $0[$1.lang, default: [:]][1, default: 0] += 1 }
    }
    func present(_ members: Set<MemberID>) -> Set<MemberID> { members }
}

/// A room whose facts a test changes, also while they are being read.
private final class ChangingRoom: FeedRoom {
    private struct State {
        var facts = RoomFacts(info: RoomInfo(id: "r", name: "Reception"), epoch: "e", langs: ["es": 1])
        var whileRead: (@Sendable () async -> Void)?
    }

    let id = "r"
    private let state = Mutex(State())

    var facts: RoomFacts {
        get async {
            let (facts, whileRead) = state.withLock { state in
                defer { state.whileRead = nil }
                return (state.facts, state.whileRead)
            }
            await whileRead?()
            return facts
        }
    }

    /// `whileRead` runs during the next reading, which returns the facts as they were before.
    func change(_ change: (inout RoomFacts) -> Void, whileRead: (@Sendable () async -> Void)? = nil) {
        state.withLock {
            change(&$0.facts)
            $0.whileRead = whileRead
        }
    }

    func listen(speakingForMembers: Bool) -> AsyncStream<RoomNews> { AsyncStream { $0.finish() } }
    func lines(after seq: Int) -> [Message] { [] }
    func isOverBudget(_ seq: Int) -> Bool { false }
    func readers(besides: Set<MemberID>) -> [LanguageTag: [Int: Int]] { [:] }
    func present(_ members: Set<MemberID>) -> Set<MemberID> { members }
}
