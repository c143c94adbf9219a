import Logging
import NIOCore
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
            settings: settings, state: RoomState(settings: settings, seed: 1, now: Self.time.now),
            sources: RoomSources(token: { $0 }), meter: NoMeter(),
            logger: Logger(label: "room") { _ in SwiftLogNoOpLogHandler() }, at: Self.time)
        anna = try room.join(.of("anna"), Room.Entrance(rank: .nobody, address: "10.0.0.1")).get()
        boris = try room.join(.of("boris"), Room.Entrance(rank: .nobody, address: "10.0.0.2")).get()
        room.handle(.burstIsOver)
        _ = Self.done(&room)
    }

    /// What is to be done, in short, in its order.
    private static func done(_ room: inout Room) -> [String] {
        var done: [String] = []
        while let effect = room.nextEffect() { done.append(name(effect)) }
        return done
    }

    private static func name(_ effect: RoomEffect) -> String {
        switch effect {
        case .burst(let frames): "everybody: \(texts(frames))"
        case .others(let frames, _): "others: \(texts(frames))"
        case .answer(let frames, let number), .write(let frames, let number): "\(number.id): \(texts(frames))"
        case .seat(let number, _, _): "seat \(number.id)"
        case .detach(let number): "detach \(number.id)"
        case .close(let number, let fault): "close \(number.id) \(fault?.code.rawValue ?? "-")"
        case .burstIsDue: "due"
        case .count(let count): "count \(count)"
        case .news(.everybody(.message(let message))): "news \(message.text)"
        case .news: "news"
        case .device(let record, _): "device \(record.member)"
        case .record(let entry, _): "record \(entry.what)"
        case .answerCaller(let ticket, _): "answer \(ticket.number)"
        default: "else"
        }
    }

    /// Each packet's type, with what a message says.
    private static func texts(_ frames: ByteBuffer) -> String {
        var decoder = FrameDecoder(maximumLength: 1 << 20)
        decoder.append(frames)
        var found: [String] = []
        while let body = try? decoder.next(), let packet = try? HostPacket(body: body) {
            switch packet {
            case .message(let message): found.append(message.text)
            case .joined(let info, _): found.append("joined \(info.name)")
            case .left(let info, _): found.append("left \(info.name)")
            case .error(let fault): found.append(fault.code.rawValue)
            case .acted(let event): found.append(event.act.rawValue)
            case .pong: found.append("pong")
            default: found.append("else")
            }
        }
        return found.joined(separator: " ")
    }

    @Test mutating func whatIsSaidTogetherIsOnePieceForEverybodyOnceAllHaveBeenRead() {
        for text in ["one", "two"] {
            guard case .said(let message) = room.handle(.message(Draft(text: text)), from: anna) else {
                Issue.record("It is taken.")
                return
            }
            #expect(message.text == text && message.member == anna.member)
        }
        #expect(Self.done(&room) == ["due"], "Nothing is written while others are still read from.")
        room.handle(.burstIsOver)
        #expect(Self.done(&room) == ["everybody: one two"])
    }

    @Test mutating func anAnswerComesBehindWhatEverybodyWasToldBefore() {
        _ = room.handle(.message(Draft(text: "one")), from: anna)
        room.answer(.pong(nil), to: boris.number)
        _ = room.handle(.message(Draft(text: "two")), from: anna)
        room.handle(.burstIsOver)
        #expect(Self.done(&room) == ["due", "everybody: one", "\(boris.member): pong", "due", "everybody: two"])
    }

    @Test mutating func newcomersSeeNothingOfWhatWasSaidInTheSameReading() throws {
        _ = room.handle(.message(Draft(text: "before")), from: anna)
        let carla = try room.join(.of("carla"), Room.Entrance(rank: .nobody, address: "10.0.0.3")).get()
        #expect(
            Self.done(&room) == [
                "due", "everybody: before", "device \(carla.member)", "seat \(carla.member)", "others: joined carla",
                "count 3",
            ])
    }

    @Test mutating func aListenerInTheProcessIsToldEachMessageAndOnlyThen() {
        _ = room.handle(.message(Draft(text: "one")), from: anna)
        room.hasListener(true)
        _ = room.handle(.message(Draft(text: "two")), from: anna)
        room.hasListener(false)
        _ = room.handle(.message(Draft(text: "three")), from: anna)
        #expect(Self.done(&room) == ["due", "news two"])
    }

    @Test mutating func aSeatThatIsNoLongerItsOwnSaysNothing() {
        room.handle(.left(anna))
        #expect(!room.heard(anna) && room.heard(boris))
        #expect(Self.done(&room) == ["detach \(anna.member)", "others: left anna", "count 1"])
        guard case .alone(.error(let fault)) = room.handle(.message(Draft(text: "one")), from: anna) else {
            Issue.record("It is refused.")
            return
        }
        #expect(fault.fatal)
        room.handle(.burstIsOver)
        #expect(Self.done(&room).isEmpty)
    }

    @Test mutating func anActIsToldOnceItIsWrittenDownAndItsCallerIsAnsweredLast() {
        room.perform(.lock, by: "desk", as: Ticket(number: 7))
        #expect(Self.done(&room) == ["record lock"])
        _ = room.handle(.message(Draft(text: "meanwhile")), from: boris)
        room.handle(.recorded(.act))
        room.handle(.burstIsOver)
        #expect(Self.done(&room) == ["due", "answer 7", "everybody: meanwhile lock"])
    }

    @Test mutating func whoReadsTooSlowlyIsSentOutAndTheOthersAreToldSo() {
        room.handle(.tooSlow(anna.number))
        #expect(
            Self.done(&room) == [
                "detach \(anna.member)", "others: left anna", "count 1", "close \(anna.member) too-slow",
            ])
    }
}
