import Foundation
import Logging
import NIOCore
import NIOPosix
import SabirIRC
import SabirProtocol
import Testing

@testable import SabirFeed
@testable import SabirRoom
@testable import SabirTranslation
@testable import SabirWeb
@testable import SabirNode

/// A real room whose page and clients of IRC share one feed: what is asked of the engines, and who is told what.
@Suite(.timeLimit(.minutes(2))) struct SharedFeedTests {
    private let scene = Scene()

    @Test func whoeverComesLaterIsToldNeitherLineNorTranslation() async throws {
        let oksana = try await scene.phone("Oksana", "uk")
        let (_, irc) = try await scene.client("olha", "uk")
        let anna = try await scene.phone("Anna", "es")
        await scene.services.hold()
        try await scene.say("uno", from: anna)
        let newcomer = try await scene.phone("Nadia", "uk")
        let (late, _) = try await scene.client("nina", "uk", follows: false)
        #expect(late.firstVisibleSeq == 2)
        try await scene.say("dos", from: anna)
        await scene.services.release()

        _ = try await oksana.next("translation")
        #expect(await irc.first { $0.reading } != nil)
        try await scene.say("tres", from: anna)
        while try await !oksana.next("translation").contains("tres") {}
        while try await !newcomer.next("translation").contains("tres") {}
        #expect(!newcomer.read.contains("uno") && newcomer.read.contains("dos"))
        #expect(await scene.services.asked.sorted() == ["dos es>uk", "tres es>uk", "uno es>uk"])
    }

    @Test func ofALineThatWasTakenBackNothingIsToldToThoseWhoComeBack() async throws {
        let (seat, irc) = try await scene.client("olha", "uk")
        let anna = try await scene.phone("Anna", "es")
        let said = try await scene.say("secreto", from: anna)
        #expect(await irc.first { $0.reading } == "[uk] secreto")
        _ = try await scene.room.say(
            Draft(id: MessageID(), text: "", revision: .retracts(said)), from: anna.entry.seat)
        let taken: Message? = await irc.first {
            if case .told(.line(let line), _) = $0, line.retracts == said { line } else { nil }
        }
        #expect(taken?.text == "")
        let feed = await scene.feeds.feed(of: scene.room)
        #expect(await feed.readings(of: feed.state.lines.map(\.message), in: LanguageTag("uk")!, except: []).isEmpty)
        let again = try await scene.phone("Oksana", "uk", since: 0)
        try await scene.say("fin", from: anna)
        while try await !again.next("translation").contains("fin") {}
        #expect(!again.read.contains("secreto"))
        await scene.irc.leave(seat.seat)
    }

    @Test func whoComesInTwiceOverIRCKeepsItsSeat() async throws {
        let (first, irc) = try await scene.client("olha", "uk")
        let (second, _) = try await scene.client("olha", "uk", follows: false)
        #expect(first.seat == second.seat)
        try await scene.say("hola", from: try await scene.phone("Anna", "es"))
        #expect(await irc.first { $0.reading } == "[uk] hola")
        await scene.irc.leave(second.seat)
        #expect(await scene.room.members(after: nil).members.map(\.name) == ["Anna"])
    }

    /// Nothing is translated for the seat that it had.
    @Test func whoWasSentOutAndComesInAgainReadsOnThatSeatAlone() async throws {
        let (first, irc) = try await scene.client("olha", "uk")
        try await scene.room.perform(.remove(first.info.id), by: "staff")
        let (second, _) = try await scene.client("olha", "ca", follows: false)
        #expect(first.seat != second.seat)
        try await scene.say("hola", from: try await scene.phone("Anna", "es"))
        #expect(await irc.first { $0.reading?.hasPrefix("[ca]") == true ? $0.reading : nil } == "[ca] hola")
        #expect(await scene.services.asked == ["hola es>ca"])
    }

    @Test func whoIsBannedIsToldAndNobodyElseIs() async throws {
        let oksana = try await scene.phone("Oksana", "uk")
        let (banned, irc) = try await scene.client("olha", "uk")
        let boris = try await scene.phone("Boris", "uk")

        try await scene.room.perform(.ban(banned.info.id, minutes: 5), by: "staff")
        let told: HostedRoom.Seat? = await irc.first { if case .removed(let seat, _) = $0 { seat } else { nil } }
        #expect(told == banned.seat)
        #expect(try await oksana.next("left").contains(banned.info.id.rawValue))
        #expect(!oksana.read.contains("removed"))

        try await scene.room.perform(.ban(boris.entry.info.id, minutes: 5), by: "staff")
        #expect(try await boris.next("removed").contains("banned"))
        #expect(await boris.isOver)
        #expect(try await oksana.next("left").contains(boris.entry.info.id.rawValue))
        #expect(!oksana.read.contains("removed"))
        await #expect(throws: WireFault.self) { try await scene.say("hola", from: boris) }
    }

    // MARK: A room that is carried no more

    /// Another relay takes it over, and the same room comes back before long.
    @Test func nobodyComesInToARoomThatIsHiddenUntilItIsShownAgain() async throws {
        let anna = try await scene.phone("Anna", "es")
        await scene.room.disconnectEverybody()
        #expect(try await anna.next("closing").contains("Another relay"))
        #expect(await anna.isOver)
        // These have found the room before.
        let late = await scene.feeds.feed(of: scene.room)
        while await !late.hasEnded { await Task.yield() }
        let refused = await #expect(throws: WireFault.self) { try await scene.enter("Eva", "uk") }
        #expect(refused?.code == .closing)
        await #expect(throws: WireFault.self) { try await scene.client("olha", "uk", follows: false) }
        #expect(await scene.room.members(after: nil).members.isEmpty)

        await scene.room.show()
        let banned = try await scene.phone("Boris", "uk")
        try await scene.room.perform(.ban(banned.entry.info.id, minutes: 5), by: "staff")
        #expect(try await banned.next("removed").contains("banned"))
        #expect(await banned.isOver)
    }

    @Test func whoFollowsARoomThatIsOverIsToldSo() async throws {
        let feed = await scene.feeds.feed(of: scene.room)
        await scene.room.disconnectEverybody()
        while await !feed.hasEnded { await Task.yield() }
        #expect(await feed.follow().first { if case .told(.closing, _) = $0 { true } else { nil } } == true)
    }
}

extension FeedNews {
    fileprivate var reading: String? {
        if case .told(.translation(let told), _) = self { told.translation.text } else { nil }
    }
}

extension AsyncStream {
    /// The first that fits; nil where it ends before.
    fileprivate func first<Found>(_ find: (Element) -> Found?) async -> Found? {
        for await item in self { if let found = find(item) { return found } }
        return nil
    }
}

/// A room in memory with an engine that counts what it is asked.
private struct Scene {
    let services = CountingHouse()
    let room: HostedRoom
    let feeds: Feeds
    let pages: PageFeeds
    let irc: IRCRoom

    init() {
        let settings = RoomSettings(info: RoomInfo(id: "r", name: "Reception"), rate: nil)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        room = HostedRoom(settings: settings, on: MultiThreadedEventLoopGroup.singleton.next(), logger: logger)
        feeds = Feeds(services: services)
        pages = PageFeeds(
            feeds: feeds,
            dependencies: PageFeed.Dependencies(
                services: services,
                availability: LanguageAvailabilityService(services: services, offered: OfferedLanguages([])),
                visitors: Visitors { [] }, help: OpenCallWatch(), base: { _ in "" }, logger: logger))
        let node = IRCNode(
            name: "House", wording: CodeWording(), interface: .none, looks: { [$0] },
            services: services, feeds: feeds, isPrivate: true, rooms: { [] })
        irc = IRCRoom(room, of: node)
    }

    /// Somebody at the page, with a stream open. `since`: the newest line that they have.
    func phone(_ name: String, _ lang: String, since: Int? = nil) async throws -> Phone {
        let feed = await pages.feed(of: room)
        let entry = try await enter(name, lang)
        let resume = since.map { Hello.Resume(epoch: entry.epoch, seq: $0) }
        return Phone(entry: entry, feed: feed, stream: await feed.open(entry, since: resume) {})
    }

    func enter(_ name: String, _ lang: String) async throws -> HostedRoom.Entry {
        let hello = Hello(
            room: nil, name: name, lang: LanguageTag(lang)!, client: "web", device: "device-of-\(name)-at-the-page")
        return try await room.enterOrStay(
            hello, address: "10.0.0.\(name.count)", role: nil, person: nil, comesWithStaff: false)
    }

    /// Somebody over IRC, and what its listener is told if it `follows`.
    func client(
        _ name: String, _ lang: String, follows: Bool = true
    ) async throws -> (HostedRoom.Entry, AsyncStream<FeedNews>) {
        let news = follows ? await feeds.feed(of: room).follow() : AsyncStream { $0.finish() }
        let hello = Hello(
            room: nil, name: name, lang: LanguageTag(lang)!, client: "irc", device: "device-of-\(name)-over-irc")
        return (try await irc.enter(hello, address: "10.0.1.\(name.count)", key: nil), news)
    }

    @discardableResult func say(_ text: String, from phone: Phone) async throws -> MessageID {
        try await room.say(Draft(id: MessageID(), text: text), from: phone.entry.seat).id
    }
}

/// A page's stream, and all that it was told so far.
private final class Phone {
    let entry: HostedRoom.Entry
    private let feed: PageFeed
    private let stream: ReaderID
    private(set) var read = ""
    private var events: [String] = []

    init(entry: HostedRoom.Entry, feed: PageFeed, stream: ReaderID) {
        (self.entry, self.feed, self.stream) = (entry, feed, stream)
    }

    private struct Over: Error {}

    /// The next event of this name, past all others.
    func next(_ name: String) async throws -> String {
        while true {
            while !events.isEmpty {
                let event = events.removeFirst()
                if event.hasPrefix("event: \(name)\n") { return event }
            }
            guard let bytes = await feed.next(stream) else { throw Over() }
            let text = String(buffer: bytes)
            read += text
            events = text.split(separator: "\n\n").map(String.init)
        }
    }

    /// Whether nothing more comes.
    var isOver: Bool { get async { await feed.next(stream) == nil } }
}

/// Its engine answers with the text behind the target's brackets, once it is let to.
private actor CountingHouse: WebNodeServices {
    nonisolated let name = "Test"
    private(set) var asked: [String] = []
    private var isHeld = false
    private var held: [CheckedContinuation<Void, Never>] = []

    func hold() { isHeld = true }

    func release() {
        isHeld = false
        for translation in held { translation.resume() }
        held = []
    }

    func translate(
        _ text: String, from: LanguageTag, to: LanguageTag, in room: String
    ) async -> TranslationOutcome {
        asked.append("\(text) \(from)>\(to)")
        if isHeld { await withCheckedContinuation { held.append($0) } }
        return TranslationOutcome(text: "[\(to)] \(text)", state: .translated)
    }

    func rooms() -> [any WebRoom] { [] }
    nonisolated var outcomeWording: any OutcomeWording { CodeWording() }
    func engineEvents() -> AsyncStream<EngineEvent?> { AsyncStream { $0.finish() } }
    func availability(for reader: LanguageTag, among present: [LanguageTag], in room: String?) -> LanguageAvailability {
        .translated
    }
    func phrases(
        matching query: String, in lang: LanguageTag, to: LanguageTag?, limit: Int
    ) -> (situations: [String], phrases: [PhraseSuggestion]) { ([], []) }
    func check(
        _ text: String, in lang: LanguageTag, for present: [LanguageTag: Int], room: String, isStaffs: Bool
    ) -> WebDraftCheck {
        WebDraftCheck()
    }
    func openRoom(name: String?, topic: String, isPrivate: Bool) throws(WireFault) -> any WebRoom {
        throw WireFault(.roomFull, "No more rooms.")
    }
    func notices() -> [WebStaffNotice] { [] }
    func status(visitors: Int) -> StatusJSON {
        StatusJSON(
            name, started: Date(), rooms: [], visitors: visitors, engines: [], chosen: LanguageWeek(), free: nil,
            backup: nil, attention: [])
    }
    func measure(_ metrics: SabirMetrics) -> [String: Int] { [:] }
    func closeRoom(_ id: String, by who: String) {}
}

/// A node without staff, whose engines translate everything, and look at nothing twice.
extension WebNodeServices {
    func secondLook(
        at line: TranslationOutcome, _ text: String, from: LanguageTag, to: LanguageTag, in room: String
    ) async -> SecondReading? { nil }

    func translates(from: LanguageTag, to: LanguageTag, in room: String) async -> Bool { true }

    func seemingLanguage(of text: String, declared: LanguageTag) async -> LanguageTag? { nil }

    func topic(
        _ topic: String, of room: String, for lang: LanguageTag
    ) async -> (written: LanguageTag, translation: TranslationOutcome)? { nil }

    func staffReadStart(in room: RoomFacts) async -> Int? { nil }

    var staffBook: (any WebStaffBook)? { nil }
}

/// Says the code.
private struct CodeWording: OutcomeWording {
    func sentence(_ reason: UntranslatedReason, in language: LanguageTag) -> String { reason.code }
    func sentence(_ warning: TranslationWarning, in language: LanguageTag) -> String { warning.kind.rawValue }
}
