import NIOCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

/// A room whose authority is elsewhere, without a network.
@Suite struct FollowingRoomTests {
    private struct Scene {
        var room: RoomState
        let anna: Member
        let boris: Member

        init(_ settings: RoomSettings = .following()) throws {
            room = RoomState(settings: settings, seed: 1, upstream: Upstream(), now: at(0))
            anna = try room.admit(.of("anna"), as: .by(1), now: at(0)).member
            boris = try room.admit(.of("boris"), as: .by(2), now: at(0)).member
        }

        mutating func say(_ id: UInt64, by member: Member) -> DraftOutcome {
            room.accept(Draft(id: .numbered(id), text: "\(id)"), from: member.number, now: at(0), wall: 7)
        }

        mutating func hear(_ ids: [(UInt64, Int)], by member: MemberID = MemberID(rawValue: "m1")) -> [RoomState
            .Followed]
        {
            ids.map { room.follow(.numbered($0.0, $0.1, by: member)) }
        }
    }

    @Test func idsAreOfTheNodesOwnSpace() throws {
        let scene = try Scene()
        #expect(scene.anna.number.space == 5 && scene.boris.number.space == 5)
        #expect(MemberNumber(scene.anna.number.id) == scene.anna.number)
        #expect(scene.anna.info.id.rawValue.utf8.count <= 14)
    }

    @Test func whatIsSaidIsHeldUntilItIsNumbered() throws {
        var scene = try Scene()
        guard case .offered(let line) = scene.say(1, by: scene.anna) else {
            Issue.record("not offered")
            return
        }
        #expect(line.sender == scene.anna.info && line.token == "token 1" && line.draft.text == "1")
        #expect(scene.room.timeline.newest == 0)
        #expect(scene.room.upstream?.held.lines == [line])
        let own = Message.numbered(1, 1, by: scene.anna.info.id)
        let told = scene.room.follow(own)
        #expect(told == .told(gap: nil, author: scene.anna.joinContext.author))
        #expect(scene.room.upstream?.held.lines == [])
        #expect(scene.say(1, by: scene.anna) == .repeated(own))
    }

    @Test func whatIsSaidAgainIsOfferedOnce() throws {
        var scene = try Scene()
        _ = scene.say(1, by: scene.anna)
        #expect(scene.say(1, by: scene.anna) == .awaited)
        #expect(code(scene.say(1, by: scene.boris)) == .duplicateID)
        #expect(scene.room.upstream?.held.count == 1)
    }

    /// The authority may know better: only it sees all lines.
    @Test func anIdThatAnotherHasUsedIsTheAuthoritysToJudge() throws {
        var scene = try Scene()
        _ = scene.hear([(1, 1)])
        if case .offered = scene.say(1, by: scene.anna) {} else { Issue.record("not offered") }
        let refused = scene.room.refused(.numbered(1))
        #expect(refused == scene.anna.number)
        let again = scene.room.refused(.numbered(1))
        #expect(again == nil)
    }

    @Test func aLineThatWasToldBeforeAnswersWhoSaidItAgain() throws {
        var scene = try Scene()
        _ = scene.hear([(1, 1), (2, 2)])
        _ = scene.say(1, by: scene.boris)
        let old = Message.numbered(1, 1)
        let answered = scene.room.follow(old)
        #expect(answered == .repeated(scene.boris.number))
        let again = scene.room.follow(old)
        #expect(again == .known)
    }

    @Test func aHoleIsAGap() throws {
        var scene = try Scene()
        let followed = scene.hear([(1, 1), (4, 4), (5, 5)])
        #expect(
            followed == [.told(gap: nil, author: nil), .told(gap: 2...3, author: nil), .told(gap: nil, author: nil)])
        let missed = scene.room.missed(since: .init(epoch: scene.room.timeline.epoch, seq: 0))
        #expect(missed.messages.map(\.seq) == [1, 4, 5])
        #expect(missed.packets.contains(.gap(2...3)))
        let far = scene.hear([(9, 1 << 60)])
        #expect(far == [.told(gap: 6...(1 << 60) - 1, author: nil)], "However far it is.")
    }

    @Test func noMoreIsHeldThanTheBound() throws {
        var scene = try Scene()
        for id in 1...UInt64(UpstreamQueue.capacity) { _ = scene.say(id, by: scene.anna) }
        let over = scene.say(9_999_999, by: scene.anna)
        #expect(over == .refused(WireFault(.tooFast, Upstream.tooManyHeld, id: .numbered(9_999_999))))
        #expect(
            scene.room.upstream?.held.lines.map(\.id) == (1...UInt64(UpstreamQueue.capacity)).map(MessageID.numbered))
    }

    @Test func anotherLifeBeginsWithNobodyInAndKeepsWhatIsHeld() throws {
        var scene = try Scene()
        _ = scene.hear([(1, 1), (2, 2)])
        _ = scene.say(7, by: scene.anna)
        scene.room.begin(epoch: "next", newest: 12, past: [.numbered(11, 11), .numbered(12, 12)])
        #expect(scene.room.timeline.epoch == "next" && scene.room.timeline.newest == 12)
        #expect(scene.room.roster.count == 0)
        #expect(scene.room.timeline.messages(after: 0).map(\.seq) == [11, 12])
        #expect(scene.room.upstream?.held.lines.map(\.id) == [.numbered(7)])
        let back = try scene.room.admit(.of("anna", resume: .init(epoch: "next", seq: 0)), as: .by(1), now: at(1))
            .member
        #expect(back.number == scene.anna.number)
        #expect(back.firstVisibleSeq == 13, "What was said in the new life before is a newcomer's to see or not.")
    }

    @Test func membersElsewhereAreInTheRoom() throws {
        var scene = try Scene()
        let eva = MemberInfo(id: MemberID(rawValue: "m9"), name: "eva", lang: "ca")
        #expect(scene.room.elsewhere(eva, now: at(0)) == .joined(eva, n: 3))
        #expect(scene.room.elsewhere(eva, now: at(0)) == nil)
        #expect(scene.room.roster.langs == ["es": 2, "ca": 1])
        let silent = scene.room.silent(at: at(3_600))
        #expect(!silent.gone.contains(MemberNumber(eva.id)!), "Its own node looks after it.")
        var renamed = eva
        renamed.name = "eva 2"
        #expect(scene.room.elsewhere(renamed, now: at(0)) == .changed(renamed, n: 3))
        #expect(scene.room.membersHere.map(\.info.name).sorted() == ["anna", "boris"])
        #expect(
            scene.room.leftElsewhere(scene.anna.info.id, now: at(0)) == nil, "Who is here does not leave elsewhere.")
        #expect(scene.room.leftElsewhere(eva.id, now: at(0)) == .left(renamed, n: 2))
    }

    @Test func theAuthorityNamesWhoIsHere() throws {
        var scene = try Scene()
        let named = MemberInfo(id: scene.anna.info.id, name: "anna 2", lang: "de", via: "Floor 2")
        let changed = MemberInfo(id: scene.anna.info.id, name: "anna 2", lang: "es")
        #expect(scene.room.elsewhere(named, now: at(0)) == .changed(changed, n: 2))
    }

    @Test func theWholeListReplacesWhatWasThere() throws {
        var scene = try Scene()
        let members = ["m9", "ma", "mb"].map { MemberInfo(id: MemberID(rawValue: $0), name: $0, lang: "ca") }
        _ = scene.room.elsewhere(all: Array(members.prefix(2)), now: at(0))
        let told = scene.room.elsewhere(all: [members[1], members[2], scene.anna.info], now: at(0))
        #expect(told == [.left(members[0], n: 3), .joined(members[2], n: 4)])
    }

    @Test func actsOfStaffCountHereToo() throws {
        var scene = try Scene()
        let muted = ModerationEvent(.mute, on: scene.anna.info.id, named: "anna")
        #expect(scene.room.follow(muted, now: at(0)) == [.tell(.acted(muted))])
        #expect(code(scene.say(1, by: scene.anna)) == .muted)
        let removed = scene.room.follow(ModerationEvent(.remove, on: scene.boris.info.id, named: "boris"), now: at(0))
        #expect(removed.contains { if case .drop(scene.boris.number, _) = $0 { true } else { false } })
        let stranger = ModerationEvent(.remove, on: MemberID(rawValue: "m77"), named: "x")
        #expect(scene.room.follow(stranger, now: at(0)) == [.tell(.acted(stranger))])
    }

    /// What a relay says may be from before the device came here: it must not end the connection that is there now.
    @Test func aDeviceThatIsHereAndBehindARelayKeepsItsPlaceHere() throws {
        var host = RoomState(settings: .test(), seed: 3, now: at(0))
        let relay = try host.admit(.of("relay"), as: JoinContext(role: .relay), now: at(0)).member
        _ = host.addRelay(RelayHello(node: "n", space: 5, side: "s"), as: relay.number)
        let number = MemberNumber(value: 5 << MemberNumber.spaceBits + 7)
        let carried = MemberHere(MemberInfo(id: number.id, name: "anna", lang: "es"), token: "token 1")
        let author = AuthorID(value: 1)
        let first = try host.carry(carried, author, behind: relay.number, now: at(0))
        #expect(first?.member.info.via == "relay")
        let direct = try host.admit(.of("anna"), as: .by(1), now: at(0))
        #expect(direct.member.number == number && direct.replaces == nil)
        let late = try host.carry(carried, author, behind: relay.number, now: at(0))
        #expect(late == nil)
        #expect(host.roster[number]?.whereabouts == .here)
        _ = host.remove(number, connection: direct.member.connection)
        #expect(host.roster.moveToSecondPlace(number)?.whereabouts == .behind(relay.number))
        #expect(host.removeMembers(carried.info.id, behind: relay.number).count == 1)
        #expect(host.roster.moveToSecondPlace(number) == nil)
    }

    @Test func aDeviceMayRepeatWhatItSaidElsewhereUnderAnotherId() throws {
        var host = RoomState(settings: .test(), seed: 3, now: at(0))
        let first = try host.admit(.of("anna"), as: .by(1), now: at(0)).member
        let accepted = host.accept(Draft(id: .numbered(1), text: "x"), from: first.number, now: at(0), wall: 0)
        guard case .accepted(let message) = accepted else {
            Issue.record("not accepted")
            return
        }
        // Another connection, as a node without the device's secret knows it.
        let other = Hello(room: nil, name: "anna", lang: "es")
        let second = try host.admit(other, as: .by(1), now: at(0)).member
        #expect(
            host.accept(Draft(id: .numbered(1), text: "x"), from: second.number, now: at(0), wall: 0)
                == .repeated(message))
    }
}

extension JoinContext {
    static func by(_ author: Int64) -> JoinContext {
        JoinContext(author: AuthorID(value: author), token: "token \(author)")
    }
}

extension RoomSettings {
    static func following() -> RoomSettings {
        var settings = RoomSettings.test()
        settings.idSpace = 5
        return settings
    }
}

extension Message {
    /// Line `id` with number `seq`.
    static func numbered(_ id: UInt64, _ seq: Int, by member: MemberID = MemberID(rawValue: "m1")) -> Message {
        Message(
            seq: seq, id: .numbered(id), ts: 1, member: member, from: "x", lang: "es", text: "\(id)")
    }
}
