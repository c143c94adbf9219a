import NIOCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

@Suite struct JudgedActionTests {
    private let anna = MemberInfo(id: MemberNumber(value: 1).id, name: "anna", lang: "es")

    @Test func whatChangesNothingIsSaidToChangeNothing() {
        var moderation = Moderation()
        let acts: [JudgedAction] = [
            .lock(true), .close(true), .mute(anna, MemberNumber(value: 1), token: "t"),
            .ban(
                Moderation.Ban(
                    member: anna.id, name: anna.name, number: nil, token: nil, address: nil, until: at(60),
                    scope: .device), minutes: 1),
        ]
        let first = acts.map { moderation.apply($0, now: at(0)) }
        #expect(first == [true, true, true, true])
        let again = acts.prefix(3).map { moderation.apply($0, now: at(0)) }
        #expect(again == [false, false, false])
        let undone = [
            moderation.apply(.unban(anna.id, token: nil, name: nil), now: at(0)),
            moderation.apply(.unban(anna.id, token: nil, name: nil), now: at(0)),
        ]
        #expect(undone == [true, false])
    }

    /// Somebody who was sent out of an open room comes back at once: nothing is lost with it on the disk.
    @Test func onlyWhatLastsIsWaitedFor() {
        var moderation = Moderation()
        let out = JudgedAction.remove(anna, MemberNumber(value: 1), token: nil)
        #expect(!out.lasts(after: moderation) && !JudgedAction.clear(upTo: 1).lasts(after: moderation))
        moderation.apply(.lock(true), now: at(0))
        #expect(out.lasts(after: moderation) && JudgedAction.lock(false).lasts(after: moderation))
    }
}
