import Logging
import SabirProtocol
import Testing

@testable import SabirRoom

/// The room's machine by itself: what goes in, and what it wants done, without a socket, a clock or a task.
@Suite struct RoomTests {
    private static let time = Room.Time(now: .uptimeNanoseconds(1_000_000_000_000), wall: 1_800_000_000_000)

    private var room: Room
    private let anna: HostedRoom.Seat
    private let boris: HostedRoom.Seat

    /// Two are in, and what their coming led to has been done.
    init() throws {
        let settings = RoomSettings.test()
        room = Room(
            state: RoomState(settings: settings, seed: 1, now: Self.time.now),
            sources: RoomSources(token: { $0 }), meter: NoMeter(),
            logger: Logger(label: "room") { _ in SwiftLogNoOpLogHandler() }, at: Self.time)
        anna = try room.join(.of("anna"), Room.Entrance(rank: .nobody, address: "10.0.0.1")).get()
        boris = try room.join(.of("boris"), Room.Entrance(rank: .nobody, address: "10.0.0.2")).get()
        room.flush()
        _ = effects(of: &room)
    }

    @Test mutating func whatIsSaidTogetherIsOnePieceForEverybodyOnceAllHaveBeenRead() {
        for text in ["one", "two"] {
            guard case .said(let message) = room.handle(.message(Draft(text: text)), from: anna) else {
                Issue.record("It is taken.")
                return
            }
            #expect(message.text == text && message.member == anna.member)
        }
        #expect(effects(of: &room) == ["due"], "Nothing is written while others are still read from.")
        room.flush()
        #expect(effects(of: &room) == ["everybody: one two"])
    }

    @Test mutating func anAnswerComesBehindWhatEverybodyWasToldBefore() {
        _ = room.handle(.message(Draft(text: "one")), from: anna)
        room.answer(.pong(nil), to: boris.number)
        _ = room.handle(.message(Draft(text: "two")), from: anna)
        room.flush()
        #expect(effects(of: &room) == ["due", "everybody: one", "\(boris.member): pong", "due", "everybody: two"])
    }

    @Test mutating func newcomersSeeNothingOfWhatWasSaidInTheSameReading() throws {
        _ = room.handle(.message(Draft(text: "before")), from: anna)
        let carla = try room.join(.of("carla"), Room.Entrance(rank: .nobody, address: "10.0.0.3")).get()
        #expect(
            effects(of: &room) == [
                "due", "everybody: before", "device \(carla.member)", "seat \(carla.member)", "others: joined carla",
                "count 3",
            ])
    }

    @Test mutating func aListenerInTheProcessIsToldEachMessageAndOnlyThen() {
        _ = room.handle(.message(Draft(text: "one")), from: anna)
        room.setHasListener(true)
        _ = room.handle(.message(Draft(text: "two")), from: anna)
        room.setHasListener(false)
        _ = room.handle(.message(Draft(text: "three")), from: anna)
        #expect(effects(of: &room) == ["due", "news two"])
    }

    /// A relay is a member on the wire, and nobody to those who show people.
    @Test mutating func listenersInTheProcessAreToldOfPeopleAlone() throws {
        room.setHasListener(true)
        let relay = JoinContext(address: "10.0.0.4", role: .relay)
        let carrier = try room.enter(.of("Floor 2", "und"), as: relay).seat
        #expect(effects(of: &room).filter { $0 != "else" }.suffix(2) == ["others: joined Floor 2", "count 2"])
        #expect(room.state.facts.n == 2 && room.state.facts.langs == ["es": 2])
        _ = try room.join(.of("carla"), Room.Entrance(rank: .nobody, address: "10.0.0.3")).get()
        room.leave(carrier)
        var news: [HostPacket] = []
        while let effect = room.nextEffect() {
            if case .news(.everybody(let packet)) = effect { news.append(packet) }
        }
        guard news.count == 1, case .joined(let info, n: 3) = news[0] else {
            Issue.record("told: \(news)")
            return
        }
        #expect(info.name == "carla")
    }

    @Test mutating func aSeatThatIsNoLongerItsOwnSaysNothing() {
        room.leave(anna)
        #expect(!room.noteActivity(on: anna) && room.noteActivity(on: boris))
        #expect(effects(of: &room) == ["detach \(anna.member)", "others: left anna", "count 1"])
        guard case .alone(.error(let fault)) = room.handle(.message(Draft(text: "one")), from: anna) else {
            Issue.record("It is refused.")
            return
        }
        #expect(fault.fatal)
        room.flush()
        #expect(effects(of: &room).isEmpty)
    }

    @Test mutating func anActIsToldOnceItIsWrittenDownAndItsCallerIsAnsweredLast() {
        room.perform(.lock, by: "desk", as: Ticket(number: 7))
        #expect(effects(of: &room) == ["record lock"])
        _ = room.handle(.message(Draft(text: "meanwhile")), from: boris)
        room.carryOutRecordedAct()
        room.flush()
        #expect(effects(of: &room) == ["due", "answer 7", "everybody: meanwhile lock"])
    }

    @Test mutating func whoReadsTooSlowlyIsSentOutAndTheOthersAreToldSo() {
        room.drop(anna.number, Room.tooSlow)
        #expect(
            effects(of: &room) == [
                "detach \(anna.member)", "others: left anna", "count 1", "close \(anna.member) too-slow",
            ])
    }
}
