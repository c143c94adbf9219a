import SabirProtocol
import Testing

@testable import SabirWeb

/// Whom staff invited to talk with them alone.
struct PrivateTalksTests {
    private static let anna = PrivateTalks.Asker(room: "r1", member: MemberID(rawValue: "m1"))
    private static let karim = PrivateTalks.Asker(room: "r1", member: MemberID(rawValue: "m2"))
    private static let key = VisitorList.Key(device: DeviceCookie(), room: "r1", face: .a)

    private func invitation(_ asker: PrivateTalks.Asker = anna, ts: Int = 1, to room: String = "t1")
        -> PrivateTalks.Invitation
    {
        PrivateTalks.Invitation(room: room, roomName: "Room 1", asker: asker, name: "Anna", ts: ts, key: Self.key)
    }

    @Test func twoDesksMakeOneRoom() async {
        let talks = PrivateTalks()
        guard case .free = await talks.begin(Self.anna, ts: 1) else { return #expect(Bool(false)) }
        guard case .busy = await talks.begin(Self.anna, ts: 1) else { return #expect(Bool(false)) }
        guard case .free = await talks.begin(Self.karim, ts: 1) else { return #expect(Bool(false)) }
        await talks.finish(Self.anna, invitation())
        guard case .known(let known) = await talks.begin(Self.anna, ts: 1) else { return #expect(Bool(false)) }
        #expect(known.room == "t1")
        // The first try came to nothing.
        await talks.finish(Self.karim, nil)
        guard case .free = await talks.begin(Self.karim, ts: 1) else { return #expect(Bool(false)) }
    }

    @Test func anInvitationEndsWithItsCallUnlessTheVisitorHasCome() async {
        let talks = PrivateTalks()
        await talks.finish(Self.anna, invitation())
        await talks.finish(Self.karim, invitation(Self.karim, to: "t2"))
        #expect(await talks.markEntered("t1"))
        #expect(await !talks.markEntered("t1"), "single use")
        let judged: Set = ["t1", "t2"]
        #expect(await talks.sweep(judged: judged, standing: ["t2"], rooms: ["r1", "t1", "t2"]).isEmpty)
        #expect(await talks.sweep(judged: judged, standing: [], rooms: ["r1", "t1", "t2"]).map(\.room) == ["t2"])
        #expect(await talks.invitation(of: Self.karim) == nil)
        #expect(await !talks.markEntered("t2"))
        #expect(
            await talks.invitation(to: "t2")?.state == .over, "as long as the room is there, nobody else may use it")
        #expect(await talks.invitation(of: Self.anna)?.told.isIn == true)
        #expect(
            await talks.sweep(judged: ["t1"], standing: [], rooms: ["r1"]).map(\.room) == ["t1"],
            "the visit is over")
        #expect(await talks.invitation(to: "t1") == nil)
    }

    @Test func aCallMadeAnewIsAnotherOne() async {
        let (room, talks) = (FakeRoom("Reception", id: "r1"), PrivateTalks())
        await talks.finish(Self.anna, invitation())
        for (ts, ended) in [(1, []), (2, ["t1"])] {
            await room.setCall(HelpCall(caller: MemberInfo(id: Self.anna.member, name: "Anna", lang: "es"), ts: ts))
            #expect(await talks.sweep(FakeNodeServices([room, FakeRoom("Talk", id: "t1")])).map(\.room) == ended)
        }
    }

    /// What came while the calls were looked at is not judged.
    @Test func whatIsLookedAtIsJudgedAndNothingElse() async {
        let talks = PrivateTalks()
        await talks.finish(Self.anna, invitation())
        await talks.finish(Self.karim, invitation(Self.karim, to: "t2"))
        #expect(await talks.sweep(judged: ["t1"], standing: [], rooms: ["t1"]).map(\.room) == ["t1"])
        #expect(await talks.invitation(of: Self.karim)?.room == "t2")
    }
}
