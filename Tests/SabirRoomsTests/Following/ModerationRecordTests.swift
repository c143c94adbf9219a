import NIOCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

/// What staff decided at other nodes, and members who are known from there.
@Suite struct ModerationRecordTests {
    private var room = RoomState(settings: .following(), seed: 1, upstream: Upstream(), now: at(0))
    private let elsewhere = MemberInfo(id: MemberNumber(value: 7 << 40).id, name: "Carla", lang: "es")

    /// Her device, as every node knows it.
    private let carla = JoinContext(author: AuthorID(token: "token 3"), token: "token 3")

    private func acted(_ name: ActName, minutes: Int? = nil, ts: Int = 0, isNews: Bool = false) -> ModerationRecord {
        ModerationRecord(
            .acted(ModerationEvent(name, on: elsewhere.id, named: nil, minutes: minutes)), token: "token 3", ts: ts,
            isNews: isNews)
    }

    @Test mutating func aBanHoldsForTheDeviceWhereverItComesAndUntilItsTimeIsOver() throws {
        #expect(room.follow(acted(.ban, minutes: 10, ts: 1_000), now: at(0), wall: 61_000).isEmpty)
        let refused = fault { () throws(WireFault) in try room.admit(.of("carla"), as: carla, now: at(1)) }
        #expect(refused?.code == .banned && refused?.fatal == true)
        #expect(refused?.reason.contains("9 more minutes") == true)
        _ = try room.admit(.of("anna"), as: .by(1), now: at(1))
        _ = try room.admit(.of("carla"), as: carla, now: at(9 * 60 + 1))
    }

    @Test mutating func aBanThatIsOverIsNone() throws {
        #expect(room.follow(acted(.ban, minutes: 10, ts: 1_000), now: at(0), wall: 601_000).isEmpty)
        _ = try room.admit(.of("carla"), as: carla, now: at(0))
    }

    @Test mutating func aBanSendsOutWhoeverHasTheDevice() throws {
        let member = try room.admit(.of("carla"), as: carla, now: at(0)).member
        let consequences = room.follow(acted(.ban, minutes: 10, ts: 0), now: at(0), wall: 0)
        let dropped = consequences.compactMap { if case .drop(let number, _) = $0 { number } else { nil } }
        #expect(dropped == [member.number])
    }

    @Test mutating func aMuteHoldsForTheDeviceUntilItIsUnmuted() throws {
        _ = room.follow(acted(.mute), now: at(0), wall: 0)
        let member = try room.admit(.of("carla"), as: carla, now: at(0)).member
        #expect(room.moderation.isMuted(member.number))
        _ = room.follow(acted(.unmute), now: at(0), wall: 0)
        #expect(!room.moderation.isMuted(member.number))
    }

    @Test mutating func whatChangesNothingIsToldToWhoeverWaitsForItAlone() {
        let lock = ModerationRecord(.acted(ModerationEvent(.lock)), ts: 0, isNews: false)
        let again = ModerationRecord(.acted(ModerationEvent(.lock)), ts: 0, isNews: true)
        #expect(room.follow(lock, now: at(0), wall: 0) == [.tell(.acted(ModerationEvent(.lock)))])
        #expect(room.follow(lock, now: at(0), wall: 0).isEmpty)
        #expect(room.follow(again, now: at(0), wall: 0) == [.tell(.acted(ModerationEvent(.lock)))])
    }

    @Test mutating func onlyLinesOfTheNumberingThatWasClearedAreGone() {
        let cleared = ModerationRecord.Cleared(epoch: "e2", upTo: 2)
        let clear = ModerationRecord(.acted(ModerationEvent(.clear)), ts: 0, cleared: cleared, isNews: false)
        room.begin(epoch: "e1", newest: 3, past: (1...3).map { .numbered(UInt64($0), $0, by: elsewhere.id) })
        #expect(room.follow(clear, now: at(0), wall: 0).isEmpty)
        #expect(room.timeline.messages(after: 0).count == 3)
        room.begin(epoch: "e2", newest: 3, past: (1...3).map { .numbered(UInt64($0), $0, by: elsewhere.id) })
        #expect(room.timeline.messages(after: 0).map(\.seq) == [3] && room.timeline.cleared == 2)
    }

    @Test mutating func whoWasAtAnotherNodeIsTheSameMemberHereAndSeesFromWhereItSaw() throws {
        room.begin(epoch: "e1", newest: 9, past: [])
        _ = room.elsewhere(all: [MemberHere(elsewhere, token: "token 3", firstVisibleSeq: 4)], now: at(0))
        let admission = try room.admit(
            .of("Carla", resume: Hello.Resume(epoch: "e1", seq: 6)), as: carla, now: at(0))
        #expect(admission.member.info.id == elsewhere.id && admission.member.info.name == "Carla")
        #expect(admission.member.firstVisibleSeq == 4 && admission.change == .none)
        #expect(room.roster.count == 1)
        // Its connection there may live on: when it leaves here, it is there still.
        _ = room.remove(admission.member.number, connection: admission.member.connection)
        #expect(room.roster.moveToSecondPlace(admission.member.number)?.whereabouts == .elsewhere)
        #expect(room.elsewhere(all: [MemberHere](), now: at(0)) == [.left(elsewhere, n: 0)])
    }
}
