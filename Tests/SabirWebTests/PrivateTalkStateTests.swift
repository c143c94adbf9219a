import SabirProtocol
import Testing

@testable import SabirWeb

/// Whom staff invited to talk with them alone.
struct PrivateTalkStateTests {
    private static let anna = PrivateTalkState.Asker(room: "r1", member: MemberID(rawValue: "m1"))
    private static let karim = PrivateTalkState.Asker(room: "r1", member: MemberID(rawValue: "m2"))
    private static let key = VisitorList.Key(device: DeviceCookie(), room: "r1", face: .a)

    private func invitation(_ asker: PrivateTalkState.Asker = anna, ts: Int = 1, to room: String = "t1")
        -> PrivateTalkState.Invitation
    {
        PrivateTalkState.Invitation(room: room, roomName: "Room 1", asker: asker, name: "Anna", ts: ts, key: Self.key)
    }

    private func standing(_ calls: (PrivateTalkState.Asker, Int)...) -> Set<PrivateTalkState.Call> {
        Set(calls.map { PrivateTalkState.Call(asker: $0.0, ts: $0.1) })
    }

    @Test func twoDesksMakeOneRoom() {
        var book = PrivateTalkState()
        guard case .free = book.begin(Self.anna, ts: 1) else { return #expect(Bool(false)) }
        guard case .busy = book.begin(Self.anna, ts: 1) else { return #expect(Bool(false)) }
        guard case .free = book.begin(Self.karim, ts: 1) else { return #expect(Bool(false)) }
        book.finish(Self.anna, invitation())
        guard case .known(let known) = book.begin(Self.anna, ts: 1) else { return #expect(Bool(false)) }
        #expect(known.room == "t1")
        // The first try came to nothing.
        book.finish(Self.karim, nil)
        guard case .free = book.begin(Self.karim, ts: 1) else { return #expect(Bool(false)) }
    }

    @Test func anInvitationEndsWithItsCallUnlessTheVisitorHasCome() {
        var book = PrivateTalkState()
        book.finish(Self.anna, invitation())
        book.finish(Self.karim, invitation(Self.karim, to: "t2"))
        #expect(book.markEntered("t1") && !book.markEntered("t1"), "single use")
        let known = book.calls
        #expect(book.sweep(known: known, standing: standing((Self.karim, 1)), rooms: ["r1", "t1", "t2"]).isEmpty)
        #expect(book.sweep(known: known, standing: [], rooms: ["r1", "t1", "t2"]).map(\.room) == ["t2"])
        #expect(book.invitation(of: Self.karim) == nil && !book.markEntered("t2"))
        #expect(book.invitation(to: "t2")?.state == .over, "as long as the room is there, nobody else may use it")
        #expect(book.invitation(of: Self.anna)?.told.isIn == true)
        #expect(book.sweep(known: book.calls, standing: [], rooms: ["r1"]).map(\.room) == ["t1"], "the visit is over")
        #expect(book.isEmpty)
    }

    /// A call that was made anew is another, and what came while it was looked is not judged.
    @Test func whatIsLookedAtIsJudgedAndNothingElse() {
        var book = PrivateTalkState()
        book.finish(Self.anna, invitation())
        let known = book.calls
        book.finish(Self.karim, invitation(Self.karim, to: "t2"))
        #expect(book.sweep(known: known, standing: standing((Self.anna, 2)), rooms: ["t1"]).map(\.room) == ["t1"])
        #expect(book.invitation(of: Self.karim)?.room == "t2")
    }
}
