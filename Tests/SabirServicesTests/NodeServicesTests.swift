import Foundation
import Logging
import NIOPosix
import SabirConfiguration
import SabirFeed
import SabirProtocol
import SabirRoom
import SabirWeb
import Synchronization
import Testing

@testable import SabirNode
@testable import SabirTranslation

/// The rooms of a node while it runs, as page and IRC see them.
@Suite(.timeLimit(.minutes(2))) struct NodeServicesTests {
    @Test func roomsOfStaffGetNamesThatNoOtherHasAndAreBounded() async throws {
        let scene = await HouseScene(rooms: 3)
        let services = scene.services
        let first = try await services.openRoom(name: nil, topic: "", isPrivate: false)
        let second = try await services.openRoom(name: "", topic: "", isPrivate: true)
        #expect(await [first.facts.info.name, second.facts.info.name] == ["Room 1", "Room 2"])
        func fault(_ name: String) async -> ErrorCode? {
            do throws(WireFault) {
                _ = try await services.openRoom(name: name, topic: "", isPrivate: false)
                return nil
            } catch {
                return error.code
            }
        }
        #expect(await fault("RECEPTION") == .badName, "One of the configuration has it.")
        #expect(await fault("room 2") == .badName)
        #expect(await fault(String(repeating: "x", count: 64)) == .badName)
        #expect(await fault("Ward") == nil)
        #expect(await fault("Ward 2") == .roomFull)
        await services.closeRoom(first.id, by: "desk")
        #expect(await fault("Ward 2") == nil, "There is room again.")
    }

    @Test func aRoomOfStaffIsGoneOnceClosedAndOneOfTheConfigurationIsOnlyClosed() async throws {
        let scene = await HouseScene()
        let made = try await scene.services.openRoom(name: "Ward", topic: "Today", isPrivate: false)
        #expect(await scene.services.rooms().map(\.id) == [scene.reception.settings.info.id, made.id])
        #expect(await made.facts.info.topic == "Today")
        for id in [made.id, scene.reception.settings.info.id, "none"] {
            await scene.services.closeRoom(id, by: "desk")
        }
        #expect(await scene.services.rooms().map(\.id) == [scene.reception.settings.info.id])
        #expect(await scene.reception.facts.isClosed)
    }

    @Test func aCarriedRoomIsShownUnlessOneHereHasItsNameUntilAnotherCarriesIt() async throws {
        let scene = await HouseScene()
        let relay = RelayConfiguration(from: try JoinTarget("10.0.0.1:7000/Ward"))
        #expect(await !scene.services.carry(scene.room("reception"), relay, host: nil))
        let ward = scene.room("Ward")
        #expect(await scene.services.carry(ward, relay, host: nil))
        #expect(await scene.services.rooms().count == 2)
        await scene.services.drop(ward)
        #expect(await scene.services.rooms().map(\.id) == [scene.reception.settings.info.id])
        #expect(await scene.services.carry(scene.room("WARD"), relay, host: nil))
    }

    @Test func membersAreCountedByRoomAndOfPrivateOnesTogether() async throws {
        let scene = await HouseScene()
        try await scene.enters("anna", scene.reception)
        for name in ["boris", "carla"] {
            let room = try await scene.services.openRoom(name: name, topic: "", isPrivate: true)
            let hosted = try #require(await scene.services.entry(room.id)?.hosted)
            try await scene.enters(name, hosted)
        }
        #expect(await scene.services.measure(SabirMetrics()) == ["Reception": 1, "private": 2])
    }

    @Test func callsForHelpCountUntilSomebodyComes() async throws {
        let scene = await HouseScene()
        let seat = try await scene.enters("anna", scene.reception)
        func areUnanswered(_ calls: Int) async -> Bool {
            let metrics = SabirMetrics()
            _ = await scene.services.measure(metrics)
            return metrics.text().contains("\nsabir_help_unanswered \(calls)\n")
        }
        #expect(await areUnanswered(0))
        _ = try await scene.reception.callForHelp(about: nil, from: seat)
        #expect(await areUnanswered(1))
        try await scene.reception.answerHelp(of: seat.member, .coming, by: "desk")
        #expect(await areUnanswered(0))
    }

    @Test func whatAPersonShouldConfirmIsMarkedInTheRoomsOfTheConfigurationFromAReloadOn() async throws {
        let scene = await HouseScene(translates: true)
        let services = scene.services
        let ward = scene.room("Ward")
        _ = await services.carry(ward, RelayConfiguration(from: try JoinTarget("10.0.0.1:7000/Ward")), host: nil)
        let visit = try await services.openRoom(name: nil, topic: "", isPrivate: true).id
        let ids = [scene.reception.settings.info.id, ward.settings.info.id, visit]
        func marked(_ text: String = "Are you pregnant?") async -> [Bool] {
            var marked: [Bool] = []
            for id in ids {
                let confirmation = await services.confirmation(in: services.entry(id))
                let outcome = TranslationOutcome(text: "x", state: .translated)
                marked.append(!confirmation.marked(outcome, of: text, in: .english).warnings.isEmpty)
            }
            return marked
        }
        #expect(await marked() == [true, true, true])
        #expect(await marked("Good morning") == [false, false, false])
        #expect(await services.confirmation(in: nil).topics.isEmpty, "It is said in no room.")
        var configuration = scene.configuration
        configuration.safety.rooms = ["Reception"]
        _ = await services.apply(configuration, nil)
        #expect(await marked() == [true, false, true], "What staff open goes by the first room.")
        configuration.safety.rooms = ["Ward"]
        configuration.safety.topics = [.pregnancy]
        _ = await services.apply(configuration, nil)
        #expect(await marked() == [false, true, false])
        configuration.safety.topics = [.dosing]
        _ = await services.apply(configuration, nil)
        #expect(await marked() == [false, false, false])
    }

    @Test func afterAReloadListenersReadTheFactsAnew() async throws {
        let scene = await HouseScene()
        var news = await scene.reception.listen(speakingForMembers: true).makeAsyncIterator()
        var configuration = scene.configuration
        configuration.rooms[0].kioskLines = 3
        _ = await scene.services.apply(configuration, nil)
        #expect(await news.next() == .facts)
        #expect(await scene.reception.facts.terms.kioskLines == 3)
    }

    @Test func whatStaffShouldKnowStandsOnceUntilItIsTakenBack() async {
        let scene = await HouseScene()
        await scene.services.addNotice(WebStaffNotice(code: "a", text: "first"))
        await scene.services.addNotice(WebStaffNotice(code: "b", text: "other"))
        await scene.services.addNotice(WebStaffNotice(code: "a", text: "second"))
        #expect(await scene.services.notices().map(\.text) == ["other", "second"])
        await scene.services.removeNotice("b")
        await scene.services.removeNotice("none")
        #expect(await scene.services.notices().map(\.text) == ["second"])
    }

    @Test func whyHostsLetThisNodeInNoLongerStandsUntilTheyDoAgain() async {
        let services = await HouseScene().services
        await services.setShutOut("ward", "The ward says no.")
        await services.setShutOut("floor", "The floor says no.")
        await services.setShutOut("ward", "The ward still says no.")
        let notices = await services.notices()
        #expect(notices.map(\.code) == ["relay-struck", "relay-struck"] && notices.allSatisfy(\.isPresent))
        #expect(notices.map(\.text) == ["The floor says no.", "The ward still says no."])
        await services.setShutOut("ward", nil)
        await services.setShutOut("floor", nil)
        #expect(await services.notices().isEmpty)
    }

    @Test func whoIsBannedOnAFullDiskStaysOutAndStaffReadThatItIsNotKept() async throws {
        final class Disk: ModerationStore {
            let isFull = Mutex(true)

            func keep(_ moderation: StoredModeration, done: @escaping @Sendable (String?) -> Void) {
                done(isFull.withLock { $0 } ? "The disk is full." : nil)
            }
        }
        let disk = Disk()
        let scene = await HouseScene(moderation: KeptModeration(store: disk, past: nil))
        let anna = try await scene.enters("anna", scene.reception)
        try await scene.enters("boris", scene.reception)
        let ban = try await scene.reception.perform(.ban(anna.member, minutes: 5), by: "desk")
        #expect(ban?.code == .notKept)
        #expect(await scene.services.measure(SabirMetrics()) == ["Reception": 1])
        await #expect(throws: WireFault.self) { try await scene.enters("anna", scene.reception) }
        let notices = await scene.services.notices()
        #expect(notices.map(\.code) == ["acts-not-kept"])
        #expect(notices.first?.text.contains("\"Reception\"") == true)
        disk.isFull.withLock { $0 = false }
        // With the next one everything is stored.
        #expect(try await scene.reception.perform(.lock, by: "desk") == nil)
        #expect(await scene.services.notices().isEmpty)
    }
}

/// A node without a network, with one room of its configuration.
struct HouseScene {
    let services: NodeServices
    let reception: HostedRoom
    let configuration: NodeConfiguration
    private let server: RoomServer

    /// - Parameter rooms: how many staff may make.
    init(rooms: Int = 200, translates: Bool = false, moderation: KeptModeration? = nil) async {
        var configuration = NodeConfiguration(
            on: ConfigurationEnvironment(hostName: "house", variables: ["HOME": "/nowhere"], isRoot: false))
        configuration.limits.rooms = rooms
        configuration.rooms = [RoomConfiguration(name: "Reception")]
        configuration.web.languages = [.english]
        var root = URL(filePath: #filePath)
        for _ in 0..<3 { root.deleteLastPathComponent() }
        configuration.node.dataDirectory = root.appending(path: "share").path
        (configuration.phrasebook.files, configuration.glossary.files) = ([], [])
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        self.configuration = configuration
        server = RoomServer(on: MultiThreadedEventLoopGroup.singleton.next(), logger: logger)
        services = NodeServices(
            configuration, translationService: translates ? TranslationService(configuration, logger: logger) : nil,
            server: server, announcer: nil, translation: nil, history: nil, logger: logger)
        let settings = RoomSettings(info: RoomInfo(id: UUID().uuidString.lowercased(), name: "Reception"))
        reception = await server.open(settings, translation: nil, moderation: moderation)
        await services.add(LocalRoom(reception), configuration.rooms[0])
    }

    /// A room of somewhere else.
    func room(_ name: String) -> HostedRoom {
        HostedRoom(
            settings: RoomSettings(info: RoomInfo(id: UUID().uuidString.lowercased(), name: name)),
            on: MultiThreadedEventLoopGroup.singleton.next(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    @discardableResult
    func enters(_ name: String, _ room: HostedRoom) async throws -> HostedRoom.Seat {
        let hello = Hello(room: nil, name: name, lang: LanguageTag("es")!, device: "device of \(name)")
        return try await room.enter(hello, address: "10.0.0.7").seat
    }
}
