import NIOCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

/// Numbers that a peer gave: whatever they are, nothing is computed from them that the machine cannot hold.
@Suite struct NumbersOfPeersTests {
    private static let numbers = [0, 1, 2, 3, WireInteger.largest, WireInteger.largest + 1, .max - 1, .max]

    private func lines(_ numbers: [Int]) -> [Message] { numbers.map { .numbered(UInt64($0), $0) } }

    @Test(arguments: numbers)
    func whoeverComesBackWithAnyNumberIsNoHarm(seq: Int) throws {
        var rooms = [
            RoomState(settings: .test(kept: 2), seed: 1, now: at(0)),
            RoomState(settings: .test(kept: 2), seed: 1, past: RoomPast(epoch: "e", newest: 3), now: at(0)),
        ]
        for index in rooms.indices {
            let resume = Hello.Resume(epoch: rooms[index].timeline.epoch, seq: seq)
            let hello = Hello.of("anna", resume: resume)
            let missed = rooms[index].beyondMemory(hello, JoinContext(), now: at(1))
            #expect(missed?.isEmpty ?? true || seq < 3)
            let anna = try rooms[index].admit(hello, now: at(1)).member
            _ = rooms[index].welcome(anna.number)
            #expect(rooms[index].missed(since: resume, from: anna.firstVisibleSeq).messages.isEmpty)
        }
    }

    @Test func aRelayCopiesNoLinesThatItsHostPutsOutOfOrder() throws {
        let room = RoomInfo(id: "r", name: "Reception")
        let limits = Welcome.Limits(frame: 65_536, message: 4_000, rate: 5)
        let welcome = Welcome(
            room: room, member: MemberID(rawValue: "m9"), epoch: "e", seq: 9, n: 0, members: [], langs: [:],
            limits: limits, history: HistoryTerms(kept: .memory, seconds: nil, from: 1), path: [], carries: true)
        var uplink = RelayUplink(keeps: 100, certificate: nil)
        _ = uplink.handle(.welcome(welcome))
        _ = uplink.handle(.packet(.lines(HistoryPage(before: 10, messages: lines([5, 6, 9, 200]), more: true))))
        let actions =
            uplink.handle(.packet(.lines(HistoryPage(before: 300, messages: lines([2, 6, 7]), more: true))))
            + uplink.handle(.packet(.lines(HistoryPage(before: 300, messages: lines([2, 8]), more: true))))
        let past = try #require(actions.compactMap { if case .open(_, let past) = $0 { past } else { nil } }.first)
        #expect(past.known.map(\.seq) == [2, 5, 6, 9])
        let state = RoomState(
            settings: .test(), seed: 1, past: past, isEntrusted: false, upstream: Upstream(), now: at(0))
        #expect(state.timeline.newest == 9 && state.timeline.messages(after: 0).map(\.seq) == [2, 5, 6, 9])
    }

    @Test func linesOutOfOrderArePassedOver() {
        let log = MessageLog(capacity: 10, newest: 9, lines: lines([5, 7, 6, 7, 9, 12, WireInteger.largest]))
        #expect(log.messages(after: 0).map(\.seq) == [5, 7, 9] && log.newest == 9)
    }

    @Test(arguments: [nil] + [0, 60, Int.max, WireInteger.largest] as [Int?])
    func aBanThatAHostTellsOfEndsInThirtyDaysAtTheLatest(minutes: Int?) throws {
        var state = RoomState(settings: .test(), seed: 1, isEntrusted: false, upstream: Upstream(), now: at(0))
        _ = try state.admit(.of("anna"), now: at(0))
        let boris = try state.admit(.of("boris"), now: at(0)).member
        let acted = ModerationEvent(.ban, on: boris.number.id, named: "boris", minutes: minutes)
        #expect(!state.follow(acted, now: at(1)).isEmpty)
        #expect((1...ModerationAction.maximumMinutes).contains(acted.banMinutes))
        #expect(fault { () throws(WireFault) in try state.admit(.of("boris"), now: at(2)) }?.code == .banned)
    }

    @Test func aRelayThatIsBehindByAnythingIsTold() throws {
        var state = RoomState(settings: .test(), seed: 1, now: at(0))
        let joinContext = JoinContext(role: .relay, device: "key")
        let relay = try state.admit(.of("relay"), as: joinContext, now: at(0)).member
        _ = state.addRelay(RelayHello(node: "n", space: 3, side: "s"), as: relay.number)
        let far = RelayStatus(member: MemberNumber(value: 3 << 40 + 1).id, up: true, behind: WireInteger.largest)
        _ = try state.carry(
            MemberHere(MemberInfo(id: far.member, name: "far", lang: "es", role: .relay), token: nil), nil,
            behind: relay.number, now: at(0))
        for seq in 1...3 { _ = state.appendNumbered(.numbered(UInt64(seq), seq), by: nil) }
        state.setProgress(
            of: relay.number, ReplicationStatus(seq: 1, held: WireInteger.largest, relays: [far]), now: at(0))
        let told = state.topology(authority: .own, now: at(1)).relays
        #expect(told.map(\.behind) == [2, WireInteger.largest])
    }
}
