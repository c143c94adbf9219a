import NIOCore
import SabirCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

/// What a room keeps for an authority elsewhere, without the room.
@Suite struct UpstreamTests {
    private static func member(_ value: UInt64, author: AuthorID? = nil) -> Member {
        let number = MemberNumber(value: value)
        return Member(
            number: number, info: MemberInfo(id: number.id, name: "anna", lang: "es"), connection: 1, lastHeard: at(0),
            lastPinged: at(0), joinContext: JoinContext(author: author))
    }

    private static func entry(_ id: UInt64, by member: Member) -> UpstreamQueue.Entry {
        let line = OfferedLine(Draft(text: "hola"), as: .numbered(id), by: member.info, token: nil)
        return UpstreamQueue.Entry(line: line, sender: member.number, author: member.joinContext.author)
    }

    @Test func aLinkThatIsThereAtFirstIsNoNews() {
        var upstream = Upstream()
        #expect(upstream.notice(wall: 7) == Link(up: false, since: 7), "A newcomer hears that it is not there yet.")
        var told = [upstream.changed(isUp: true, wall: 1), upstream.changed(isUp: true, wall: 2)]
        #expect(told == [nil, nil] && upstream.isUp && upstream.notice(wall: 7) == nil)
        told = [upstream.changed(isUp: false, wall: 3), upstream.changed(isUp: false, wall: 4)]
        #expect(told == [Link(up: false, since: 3), nil] && upstream.notice(wall: 7) == Link(up: false, since: 3))
    }

    @Test func aLinkThatIsLostBeforeItWasThereIsNews() {
        var upstream = Upstream()
        let told = upstream.changed(isUp: false, wall: 3)
        #expect(told == Link(up: false, since: 3))
    }

    @Test func howFarItIsBehindIsKnownWhileTheLinkIsUp() {
        var upstream = Upstream()
        upstream.lag = 4
        #expect(upstream.behind == nil)
        _ = upstream.changed(isUp: true, wall: 1)
        #expect(upstream.behind == 4)
    }

    @Test func whatIsHeldIsAnsweredToWhoeverSaidItLast() {
        var upstream = Upstream()
        let (anna, boris) = (Self.member(1, author: AuthorID(value: 5)), Self.member(2))
        upstream.held.add(Self.entry(7, by: anna))
        let again = upstream.answer(
            .numbered(7), by: Self.member(3, author: AuthorID(value: 5)), answering: boris.number)
        #expect(again == .awaited, "Her device, as another member.")
        let other = upstream.answer(.numbered(7), by: boris, answering: boris.number)
        #expect(other == .refused(Timeline.anothersID(.numbered(7))))
        let unknown = upstream.answer(.numbered(8), by: anna, answering: anna.number)
        #expect(unknown == nil)
        let released = upstream.held.remove(.numbered(7))
        #expect(released?.sender == boris.number && upstream.held.count == 0)
        let twice = upstream.held.remove(.numbered(7))
        #expect(twice == nil)
    }

    @Test func onlyAHostThatIsReachedIsAskedForProfiles() {
        var (host, stream) = (Upstream(.host), Upstream(.stream))
        #expect(!host.asksForProfiles && !stream.asksForProfiles)
        _ = host.changed(isUp: true, wall: 1)
        _ = stream.changed(isUp: true, wall: 1)
        #expect(host.asksForProfiles && !stream.asksForProfiles)
        #expect(!host.leavesJudgement && stream.leavesJudgement)
    }
}
