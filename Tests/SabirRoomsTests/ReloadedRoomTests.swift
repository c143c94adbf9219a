import Logging
import NIOCore
import SabirProtocol
import Testing

@testable import SabirRoom

/// Other settings for a room that runs: what changes for the three who are in, and for whoever comes.
@Suite struct ReloadedRoomTests {
    private static let start = Room.Time(now: at(0), wall: 1_800_000_000_000)

    private var room: Room
    private let anna: HostedRoom.Seat
    private let boris: HostedRoom.Seat
    private let carla: HostedRoom.Seat

    init() throws {
        var settings = RoomSettings.test(members: 10, rate: (10, 10))
        settings.contact = "12"
        room = Room(
            state: RoomState(settings: settings, seed: 1, now: Self.start.now), sources: RoomSources(token: { $0 }),
            meter: NoMeter(), logger: Logger(label: "room") { _ in SwiftLogNoOpLogHandler() }, at: Self.start)
        var seats: [HostedRoom.Seat] = []
        for (index, name) in ["anna", "boris", "carla"].enumerated() {
            seats.append(
                try room.join(.of(name), Room.Entrance(rank: .nobody, address: "10.0.0.\(index + 1)")).get())
        }
        (anna, boris, carla) = (seats[0], seats[1], seats[2])
        room.flush()
        _ = effects(of: &room)
    }

    /// What it wants done of that, in short.
    private mutating func reload(_ change: (inout RoomSettings) -> Void) -> [String] {
        var settings = room.settings
        change(&settings)
        room.apply(settings)
        room.flush()
        return effects(of: &room)
    }

    /// Nil where it was taken.
    private mutating func says(_ text: String, _ seat: HostedRoom.Seat, _ id: UInt64? = nil) -> WireFault? {
        let draft = Draft(id: id.map(MessageID.numbered), text: text)
        return if case .alone(.error(let fault)) = room.handle(.message(draft), from: seat) { fault } else { nil }
    }

    @Test mutating func theRateBindsWhoIsInFromThenOn() {
        for seat in [anna, boris] { #expect(says("one", seat) == nil) }
        room.flush()
        _ = effects(of: &room)
        #expect(reload { $0.rate = (1, 1) }.isEmpty, "Nobody is told: the wire has no word for it.")
        #expect(says("two", anna) == nil)
        #expect(says("three", anna)?.reason == "At most 1 messages a second are taken; try again shortly.")
        #expect(says("two", boris) == nil && says("two", carla) == nil, "Each has a measure of their own.")
        #expect(room.state.timeline.newest == 5, "What was said stays.")
        room.flush()
        _ = effects(of: &room)
        _ = reload { $0.rate = nil }
        for _ in 1...50 { #expect(says("more", anna) == nil) }
    }

    @Test mutating func whoIsInStaysInARoomThatBecameSmaller() throws {
        #expect(reload { $0.maximumMembers = 2 }.isEmpty)
        #expect([anna, boris, carla].allSatisfy { room.holds($0) })
        let fourth = Room.Entrance(rank: .nobody, address: "10.0.0.4")
        guard case .failure(let fault) = room.join(.of("dana"), fourth) else {
            Issue.record("There is no place for a fourth.")
            return
        }
        #expect(fault.code == .roomFull)
        #expect(reload { $0.maximumMembers = 4 }.isEmpty)
        let dana = try room.join(.of("dana"), fourth).get()
        #expect(room.state.welcome(dana.number).0.limits.rate == 10)
    }

    @Test mutating func aTopicIsToldToEverybodyAndCountsForMoreThanThatOfStaff() {
        #expect(reload { $0.info.topic = "Visits" } == ["due", "everybody: topic"])
        #expect(reload { $0.info.topic = "Visits" }.isEmpty)
        room.perform(.topic("Closed today"), by: "desk", as: Ticket(number: 1))
        room.carryOutRecordedAct()
        room.flush()
        _ = effects(of: &room)
        #expect(reload { $0.maximumMembers = 5 }.isEmpty, "The configuration says of it what it said before.")
        #expect(room.state.info.topic == "Closed today")
        #expect(reload { $0.info.topic = "Visits until six" } == ["due", "everybody: topic"])
        #expect(room.state.info.topic == "Visits until six" && room.state.moderation.topic == nil)
    }

    @Test mutating func whatOneReadsAndTakesBackFollows() throws {
        #expect(says("one", anna, 1) == nil && says("two", anna, 2) == nil)
        room.flush()
        _ = reload {
            $0.newcomersSee = 1
            $0.takeBack = 0
            $0.contact = "34"
        }
        #expect(room.state.roster[boris.number]?.firstVisibleSeq == 1)
        let dana = try room.join(.of("dana"), Room.Entrance(rank: .nobody, address: "10.0.0.4")).get()
        #expect(room.state.roster[dana.number]?.firstVisibleSeq == 2, "One line from before.")
        #expect(room.state.welcome(dana.number).0.limits.takeBack == 0)
        let retraction = Draft(id: .numbered(3), text: "", revision: .retracts(.numbered(1)))
        guard case .alone(.error) = room.handle(.message(retraction), from: anna) else {
            Issue.record("Nobody may take a line back now.")
            return
        }
        #expect(room.state.facts.contact == "34" && room.state.facts.takeBack == 0)
    }

    @Test mutating func whatIsTranslatedOfALineHasAnotherMeasure() throws {
        #expect(reload { $0.ceilings = RoomCeilings(saidPerMinute: 5) }.isEmpty)
        let (five, six) = (try room.allowCheck(of: "12345", from: anna), try room.allowCheck(of: "6", from: anna))
        #expect(five && !six)
        #expect(reload { $0.ceilings = RoomCeilings() }.isEmpty)
        let again = try room.allowCheck(of: "6", from: anna)
        #expect(again)
    }

    @Test mutating func whatCannotChangeIsSaidAndKept() {
        let before = room.settings
        var other = before
        other.info.name = "Hall"
        other.history = .disk
        other.keepFor = 60
        other.staffRead = true
        other.interfaces = ["eth9"]
        other.maximumFrame = 100
        other.takeBack = 7
        let kept = before.kept(against: other)
        #expect(
            kept.count == 5 && kept.allSatisfy { $0.hasSuffix(".") && $0.contains(" stay") || $0.contains("keeps") })
        room.apply(other)
        var expected = before
        expected.takeBack = 7
        #expect(room.settings == expected)
        #expect(before.kept(against: expected).isEmpty)
    }

    @Test mutating func thoseOfAnotherRoomAreNotTakenAtAll() {
        let before = room.settings
        var other = RoomSettings(info: RoomInfo(id: "another", name: "Reception", topic: "Visits"))
        other.takeBack = 1
        #expect(before.kept(against: other).count == 1)
        room.apply(other)
        #expect(room.settings == before && !room.hasEffects)
    }
}
