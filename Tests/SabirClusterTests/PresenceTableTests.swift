@testable import SabirCluster
import SabirProtocol
import Testing

struct PresenceTableTests {
    let start = ContinuousClock.now
    let ana = MemberHere(
        MemberInfo(id: MemberID(rawValue: "m1"), name: "Ana", lang: LanguageTag("es")!), token: "a1",
        firstVisibleSeq: 3)

    @Test func whatANodeRepeatsIsNoNewsAndItsSilenceIs() {
        var table = PresenceTable()
        same(table.update("a", [ana], now: start), true)
        same(table.update("a", [ana], now: start + PresenceTable.beat), false)
        same(table.expire(now: start + PresenceTable.patience), false)
        same(table.expire(now: start + PresenceTable.beat + PresenceTable.patience + .seconds(1)), true)
        #expect(table.members == [])
    }

    @Test func anEmptyNodeIsNoNewsComingOrGoing() {
        var table = PresenceTable()
        same(table.update("a", [], now: start), false)
        same(table.expire(now: start + PresenceTable.patience + .seconds(1)), false)
    }

    @Test func whatIsReadOfANodeThatHasBeenHeardIsTooOld() {
        var table = PresenceTable()
        same(table.remember("a", [ana], now: start), true)
        same(table.update("a", [], now: start), true)
        same(table.remember("a", [ana], now: start), false)
        #expect(table.members == [])
    }
}
