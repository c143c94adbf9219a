import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom
@testable import SabirProtocol

/// Who gets in, as whom, and what a silent one is given.
@Suite struct RoomAdmissionTests {
    private var room = RoomState(settings: .test(members: 2), seed: 1)

    @Test func aNewcomerJoinsUnderItsNameAndLanguage() throws {
        var room = room
        let anna = try room.admit(.of("anna", "ca"), now: at(0))
        #expect(anna.change == .joined)
        #expect(anna.replaces == nil)
        #expect(anna.member.info.name == "anna")
        #expect(anna.member.info.lang == "ca")
        let (welcome, members) = room.welcome(anna.member.number)
        #expect(welcome.member == anna.member.info.id)
        #expect(welcome.n == 1)
        #expect(welcome.langs == ["ca": 1])
        #expect(welcome.epoch == room.timeline.epoch)
        #expect(members.json == EncodedMembers.encoded([anna.member.info]).json)
    }

    /// Whoever asks before it comes hears what it would hear at its coming.
    @Test func whoMayComeInIsAnsweredAlikeHoweverItIsAsked() throws {
        var room = room
        let hello = Hello.of("carla")
        func refusals(_ joinContext: JoinContext) -> [ErrorCode?] {
            [
                room.joinPreview(ofDevice: hello.device, joinContext, now: at(1)).refusal?.code,
                fault { () throws(WireFault) in try room.letAsk(hello, as: joinContext, now: at(1)) }?.code,
                fault { () throws(WireFault) in try room.admit(hello, as: joinContext, now: at(1)) }?.code,
            ]
        }
        for name in ["anna", "boris"] { _ = try room.admit(.of(name), now: at(0)) }
        #expect(refusals(.by(9)) == [.roomFull, nil, .roomFull], "A question takes no place.")
        _ = room.carryOut(.lock(true), now: at(0))
        #expect(refusals(.by(9)) == [.locked, .locked, .locked])
        _ = try room.perform(.unlock, now: at(0), wall: 0)
        _ = try room.perform(.close, now: at(0), wall: 0)
        #expect(Set(refusals(.by(9))).count == 1)
    }

    @Test func aFullRoomTakesNobodyButTheDevicesThatAreIn() throws {
        var room = room
        let anna = try room.admit(.of("anna"), now: at(0))
        _ = try room.admit(.of("boris"), now: at(0))
        let refused = fault { () throws(WireFault) in try room.admit(.of("carla"), now: at(0)) }
        #expect(refused?.code == .roomFull)
        #expect(refused?.fatal == true)
        #expect(try room.admit(.of("anna"), now: at(1)).member.number == anna.member.number)
        #expect(room.roster.count == 2)
    }

    @Test func aDeviceThatWasInAFullRoomWaitsLikeOthers() throws {
        var room = room
        let anna = try room.admit(.of("anna"), now: at(0)).member
        _ = room.remove(anna.number, connection: anna.connection)
        let boris = try room.admit(.of("boris"), now: at(0)).member
        _ = try room.admit(.of("carla"), now: at(0))
        #expect(fault { () throws(WireFault) in try room.admit(.of("anna"), now: at(0)) }?.code == .roomFull)
        _ = room.remove(boris.number, connection: boris.connection)
        #expect(try room.admit(.of("anna"), now: at(0)).member.number == anna.number)
    }

    @Test func aDeviceThatJoinsAgainTakesItsOwnPlaceOver() throws {
        var room = room
        let first = try room.admit(.of("anna"), now: at(0)).member
        let again = try room.admit(.of("anna"), now: at(1))
        #expect(again.replaces?.connection == first.connection)
        #expect(again.member.number == first.number)
        #expect(again.member.connection != first.connection)
        #expect(again.change == .none)
        #expect(room.remove(first.number, connection: first.connection) == nil, "The old connection removes nobody.")
        #expect(room.roster.count == 1)
        #expect(room.noteActivity(of: first.number, connection: first.connection, at: at(2)) == false)
        #expect(room.remove(first.number, connection: again.member.connection) != nil)
        #expect(room.roster.count == 0)
    }

    @Test func aTakeoverUnderAnotherNameIsAChange() throws {
        var room = room
        _ = try room.admit(.of("anna"), now: at(0))
        var hello = Hello.of("anna")
        hello.name = "Anna Maria"
        #expect(try room.admit(hello, now: at(1)).change == .changed)
        hello.lang = "fr"
        #expect(try room.admit(hello, now: at(1)).change == .changed)
        #expect(room.roster.langs == ["fr": 1])
    }

    @Test func withoutADeviceEveryJoiningIsAnother() throws {
        var room = room
        var hello = Hello.of("anna")
        hello.device = nil
        let numbers = [try room.admit(hello, now: at(0)), try room.admit(hello, now: at(0))].map(\.member.number)
        #expect(numbers[0] != numbers[1])
        #expect(room.roster.count == 2)
    }

    @Test func everyLifeOfARoomHasItsOwnEpochAndItsOwnIds() throws {
        var first = RoomState(settings: .test(), seed: 1)
        var second = RoomState(settings: .test(), seed: 2)
        #expect(first.timeline.epoch != second.timeline.epoch)
        #expect(
            try first.admit(.of("a"), now: at(0)).member.info.id != second.admit(.of("b"), now: at(0)).member.info.id)
        #expect(first.timeline.epoch.utf8.count <= 128)
    }

    @Test func aChangeIsToldOnlyWhereThereIsOne() throws {
        var room = room
        let anna = try room.admit(.of("anna"), now: at(0)).member
        let same = try room.change(Profile(name: "anna", lang: "es"), of: anna.number)
        let none = try room.change(Profile(), of: anna.number)
        let other = try room.change(Profile(lang: "fr"), of: anna.number)
        #expect(same == nil && none == nil && other?.name == "anna")
        #expect(room.roster.langs == ["fr": 1])
        let nobody = try room.change(Profile(name: "x"), of: MemberNumber(value: anna.number.value + 1))
        #expect(nobody == nil)
    }

    /// One rule, whoever is asked about: here that a name shows something.
    @Test func aNameThatMayNotBeIsRefusedWhereverSomebodyWouldBearIt() throws {
        var room = room
        let anna = try room.admit(.of("anna"), now: at(0)).member
        let relay = try room.admit(.of("relay"), now: at(0)).member
        let nothing = "\u{200D}"
        var hello = Hello.of("anna")
        hello.name = nothing
        let behind = MemberInfo(id: MemberNumber(value: 1 << 41).id, name: nothing, lang: "es")
        let carried = MemberHere(behind, token: nil)
        let back = fault { () throws(WireFault) in try room.admit(hello, now: at(1)) }
        let change = fault { () throws(WireFault) in try room.change(Profile(name: nothing), of: anna.number) }
        let ask = fault { () throws(WireFault) in try room.ask(Profile(name: nothing), of: anna.number, now: at(1)) }
        let carry = fault { () throws(WireFault) in try room.carry(carried, nil, behind: relay.number, now: at(1)) }
        #expect([back, change, ask, carry].map { $0?.code } == [.badName, .badName, .badName, .badName])
        #expect([back, change, ask].map { $0?.fatal } == [true, false, false])
        #expect(room.roster[anna.number]?.info == anna.info)
    }

    // MARK: Silence

    @Test func whoeverIsHeardIsNotPinged() throws {
        var room = room
        let anna = try room.admit(.of("anna"), now: at(0)).member
        let boris = try room.admit(.of("boris"), now: at(0)).member
        #expect(room.noteActivity(of: anna.number, connection: anna.connection, at: at(4)) == true)
        #expect(room.silent(at: at(5)).ping == [boris.number])
        #expect(room.silent(at: at(9)).ping == [anna.number])
        #expect(room.silent(at: at(15)).gone == [boris.number])
    }
}
