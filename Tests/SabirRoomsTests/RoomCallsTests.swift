import NIOCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

/// "I did not understand" and calls for a person, as the room's state judges them.
@Suite struct RoomCallsTests {
    private struct Scene {
        var room: RoomState
        let anna: Member
        let boris: Member

        init(_ settings: RoomSettings = .test()) throws {
            var settings = settings
            settings.contact = "Extension 12"
            room = RoomState(settings: settings, seed: 1)
            anna = try room.admit(.of("anna", "es"), now: at(0)).member
            boris = try room.admit(.of("boris", "fr"), now: at(0)).member
            _ = room.accept(Draft(id: .numbered(1), text: "hola"), from: anna.number, now: at(0), wall: 0)
        }

        mutating func unclear(_ id: UInt64, by member: Member) throws(WireFault) -> Unclear {
            try room.unclear(.numbered(id), by: member.number, now: at(1)).unclear
        }
    }

    @Test func theAuthorOfTheMessageIsFound() throws {
        var scene = try Scene()
        let (unclear, author) = try scene.room.unclear(.numbered(1), by: scene.boris.number, now: at(1))
        #expect(author == scene.anna.number)
        #expect(unclear == Unclear(id: .numbered(1), asker: scene.boris.info, authorIsPresent: true))
    }

    @Test func anAuthorWhoHasLeftIsToldOfAsAbsent() throws {
        var scene = try Scene()
        _ = scene.room.remove(scene.anna.number, connection: scene.anna.connection)
        #expect(try scene.unclear(1, by: scene.boris).authorIsPresent == false)
        _ = try scene.room.admit(.of("anna"), now: at(2))
        #expect(try scene.unclear(1, by: scene.boris).authorIsPresent)
    }

    @Test func aMessageWhoseTextIsForgottenIsStillItsAuthors() throws {
        var scene = try Scene(.test(kept: 1))
        _ = scene.room.accept(Draft(id: .numbered(2), text: "a"), from: scene.boris.number, now: at(0), wall: 0)
        #expect(scene.room.timeline[1] == nil)
        #expect(try scene.unclear(1, by: scene.boris).authorIsPresent)
    }

    @Test func anUnknownMessageAndOnesOwnAreRefused() throws {
        var scene = try Scene()
        let unknown = fault { () throws(WireFault) in try scene.unclear(7, by: scene.boris) }
        #expect(unknown == WireFault(.badPacket, unknown?.reason ?? "", id: .numbered(7)))
        let own = fault { () throws(WireFault) in try scene.unclear(1, by: scene.anna) }
        #expect(own == WireFault(.badPacket, own?.reason ?? "", id: .numbered(1)))
        #expect(own?.reason != unknown?.reason)
    }

    @Test func aCallCarriesTheContact() throws {
        var scene = try Scene()
        let everybody = try scene.room.callForHelp(about: nil, by: scene.boris.number, now: at(1), wall: 7)
        #expect(
            scene.room.told(everybody, now: at(3))
                == HelpCall(caller: scene.boris.info, contact: "Extension 12", ts: 7, age: 2_000))
        let (call, author) = try scene.room.person(about: .numbered(1), by: scene.boris.number, now: at(1))
        #expect(call == PersonCall(caller: scene.boris.info, id: .numbered(1), contact: "Extension 12"))
        #expect(author == scene.anna.number)
        let (room, boris) = (scene.room, scene.boris.number)
        let unknown = fault { () throws(WireFault) in
            var room = room
            return try room.person(about: .numbered(7), by: boris, now: at(1)).call
        }
        #expect(unknown?.id == .numbered(7))
    }

    @Test func callsCostAsMuchAsMessages() throws {
        var scene = try Scene(.test(rate: (perSecond: 1, burst: 2)))
        _ = try scene.unclear(1, by: scene.boris)
        _ = try scene.room.person(about: .numbered(1), by: scene.boris.number, now: at(1))
        let tooMany = fault { () throws(WireFault) in try scene.unclear(1, by: scene.boris) }
        #expect(tooMany == WireFault(.tooFast, tooMany?.reason ?? "", id: .numbered(1)))
        let draft = Draft(id: .numbered(2), text: "a")
        guard case .refused(let fault) = scene.room.accept(draft, from: scene.boris.number, now: at(1), wall: 0) else {
            Issue.record("a message past the limit")
            return
        }
        #expect(fault.code == .tooFast)
        #expect(scene.room.flood(scene.anna.number, now: at(1)) == nil)
    }

    @Test func whoIsNotInCallsNobody() throws {
        var scene = try Scene()
        _ = scene.room.remove(scene.boris.number, connection: scene.boris.connection)
        #expect(fault { () throws(WireFault) in try scene.unclear(1, by: scene.boris) }?.fatal == true)
    }
}
