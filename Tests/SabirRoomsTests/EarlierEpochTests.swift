import Logging
import NIOCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

/// A room in memory whose host was killed begins another epoch: what those are told of it who were in before, and come
/// back after others have spoken.
@Suite struct EarlierEpochTests {
    private let doctor: Hello
    private let epoch: String
    private let token: String

    init() throws {
        var before = Self.state(start: "one")
        let seat = try before.admit(.of("doctor"), as: Self.joinContext("doctor"), now: at(0)).member
        epoch = before.timeline.epoch
        token = try #require(before.welcome(seat.number).0.token)
        doctor = .of("doctor", resume: Hello.Resume(epoch: epoch, seq: 7, token: token))
    }

    private static func joinContext(_ name: String) -> JoinContext {
        JoinContext(device: "device of \(name)", token: "device of \(name)")
    }

    /// The room of another start, in which the patient has said so many lines, of which it keeps three.
    private static func state(start: String, lines: Int = 0, past: RoomPast? = nil) -> RoomState {
        var state = RoomState(
            settings: .test(kept: 3), seed: start == "one" ? 1 : 2, past: past, tokens: PlainTokens(start: start),
            now: at(0))
        say(lines, in: &state)
        return state
    }

    private static func say(_ lines: Int, in state: inout RoomState) {
        guard let patient = try? state.admit(.of("patient"), as: joinContext("patient"), now: at(0)).member else {
            return
        }
        for _ in 0..<lines {
            let outcome = state.accept(Draft(text: "allergic"), from: patient.number, now: at(0), wall: 0)
            if case .entrusted(let line) = outcome { _ = state.settle([line.message]) }
        }
    }

    private func room(_ state: RoomState) -> Room {
        Room(
            state: state, sources: RoomSources(token: { $0 }), meter: NoMeter(),
            logger: Logger(label: "room") { _ in SwiftLogNoOpLogHandler() },
            at: Room.Time(now: at(1), wall: 1_800_000_000_000))
    }

    /// What whoever says this is told of lines, in order, to the end of what it missed.
    private func told(_ hello: Hello, by room: inout Room) throws -> [String] {
        while room.nextEffect() != nil {}
        _ = try room.join(hello, Room.Entrance(rank: .nobody, address: "10.0.0.9")).get()
        var packets: [HostPacket] = []
        while let effect = room.nextEffect() {
            guard case .seat(_, let frames, let catchUp) = effect else { continue }
            var decoder = FrameDecoder(maximumLength: 1 << 24)
            decoder.append(frames)
            while let body = try decoder.next() { packets.append(try HostPacket(body: body)) }
            guard var catchUp else { continue }
            while let piece = catchUp.next(from: room.state.timeline.oldest) {
                let lines = room.state.timeline.messages(
                    from: piece.lowerBound, before: piece.upperBound + 1, limit: piece.count)
                packets += catchUp.nextPackets(of: lines, through: piece.upperBound)
            }
            packets += [catchUp.finish()].compactMap(\.self)
        }
        return packets.compactMap(Self.word)
    }

    private static func word(_ packet: HostPacket) -> String? {
        switch packet {
        case .welcome(let welcome): "welcome \(welcome.seq)"
        case .message(let line): "line \(line.seq)"
        case .gap(let gap): "gap \(gap.lowerBound)-\(gap.upperBound)"
        case .acted: "acted"
        default: nil
        }
    }

    @Test func whoWasInBeforeHearsItFromItsFirstLineWhoeverCameBackFirst() throws {
        var room = room(Self.state(start: "two", lines: 2))
        let first = try told(doctor, by: &room)
        #expect(first == ["welcome 0", "line 1", "line 2"])
        // The welcome may have been lost: it comes again with what it has.
        let again = try told(doctor, by: &room)
        #expect(again == ["welcome 0", "line 1", "line 2"])
        let new = try told(.of("newcomer"), by: &room)
        #expect(new == ["welcome 2"])
        let members = room.state.roster.numbers.compactMap { room.state.roster[$0] }
        let newcomer = members.first { $0.info.name == "newcomer" }
        #expect(newcomer?.firstVisibleSeq == 3, "A newcomer sees nothing from before.")
    }

    @Test func whatIsNoLongerKeptOrWasClearedIsAGap() throws {
        var old = room(Self.state(start: "two", lines: 5))
        let heard = try told(doctor, by: &old)
        #expect(heard == ["welcome 0", "gap 1-2", "line 3", "line 4", "line 5"])
        var state = Self.state(start: "two", lines: 2)
        state.clear(upTo: 2)
        Self.say(1, in: &state)
        var cleared = room(state)
        let behindClear = try told(doctor, by: &cleared)
        #expect(behindClear == ["welcome 0", "acted", "gap 1-2", "line 3"])
        var silent = room(Self.state(start: "two"))
        let nothing = try told(doctor, by: &silent)
        #expect(nothing == ["welcome 0"])
    }

    @Test func whoCannotProveItIsToldThatLinesAreMissing() throws {
        let tokens = PlainTokens(start: "one")
        let another = tokens.token(room: "another", epoch: epoch, first: 1, device: "device of doctor")
        let bare = tokens.token(room: RoomSettings.test().info.id, epoch: epoch, first: 1)
        var resumes = [nil, another, bare, "1.x"].map { Hello.Resume(epoch: epoch, seq: 7, token: $0) }
        resumes.append(Hello.Resume(epoch: "invented", seq: 0, token: token))
        var hellos = resumes.map { Hello.of("doctor", resume: $0) }
        let stolen = doctor.resume
        hellos += [.of("thief", resume: stolen), Hello(room: nil, name: "thief", lang: "ca", resume: stolen)]
        for hello in hellos {
            var room = room(Self.state(start: "two", lines: 2))
            let heard = try told(hello, by: &room)
            #expect(heard == ["welcome 2", "gap 1-2"], "\(hello)")
            let first = room.state.roster.numbers.compactMap { room.state.roster[$0]?.firstVisibleSeq }.max()
            #expect(first == 3)
        }
    }

    @Test func whomStaffSentOutBeforeIsTakenForANewcomerThatMissedAll() throws {
        var stored = StoredModeration()
        stored.removed = ["device of doctor"]
        var state = Self.state(start: "two", lines: 2)
        state.restore(stored, now: at(0), wall: 0)
        var room = room(state)
        // That it was let in again does not make its token good.
        for _ in 0..<2 {
            let heard = try told(doctor, by: &room)
            #expect(heard == ["welcome 0", "gap 1-2"])
        }
    }

    /// There devices are known over a restart, and numbers go on: an epoch's first line may be older than any member.
    @Test func inARoomOnDiskATokenOfAnotherEpochCountsForNothing() throws {
        var state = Self.state(start: "two", lines: 2, past: RoomPast(epoch: "e", newest: 0))
        let member = try state.admit(.of("olga"), as: Self.joinContext("olga"), now: at(0)).member
        #expect(state.welcome(member.number).0.token == nil)
        var room = room(state)
        let heard = try told(doctor, by: &room)
        #expect(heard == ["welcome 2", "gap 1-2"])
    }

    /// A relay may go on in an epoch that is over already at its host, and would vouch for whoever comes meanwhile.
    @Test func behindARelayNothingIsProved() throws {
        var state = RoomState(
            settings: .test(), seed: 2, upstream: Upstream(), tokens: PlainTokens(start: "one"), now: at(0))
        let member = try state.admit(.of("doctor"), as: Self.joinContext("doctor"), now: at(0)).member
        #expect(state.welcome(member.number).0.token == nil)
        for seq in 1...2 { _ = state.appendNumbered(.numbered(UInt64(seq), seq), by: nil) }
        var room = room(state)
        let heard = try told(.of("eva", resume: doctor.resume), by: &room)
        #expect(heard == ["welcome 2", "gap 1-2"])
    }
}
