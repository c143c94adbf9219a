@testable import SabirCluster
import SabirProtocol
import Testing

struct PresencePublisherTests {
    let start = ContinuousClock.now

    func members(_ count: Int) -> [MemberHere] {
        (0..<count).map { number in
            MemberHere(
                MemberInfo(id: MemberID(rawValue: "m\(number)"), name: "Ana \(number)", lang: LanguageTag("es")!),
                token: number.isMultiple(of: 2) ? "a\(number)" : nil,
                firstVisibleSeq: number.isMultiple(of: 2) ? 3 : .max)
        }
    }

    @Test func changesThatFollowOneAnotherGoTogether() {
        var presencePublisher = PresencePublisher()
        presencePublisher.apply(.all(members(1)))
        same(presencePublisher.take(now: start).map(\.1.members), [members(1)])
        presencePublisher.apply(.all(members(2)))
        same(presencePublisher.take(now: start).isEmpty, true)
        presencePublisher.apply(.all(members(3)))
        same(presencePublisher.take(now: start + PresencePublisher.pause).map(\.1.members), [members(3)])
        same(presencePublisher.take(now: start + PresencePublisher.pause * 2).isEmpty, true)
    }

    @Test func whoComesChangesAndGoesIsToldOneByOne() {
        var presencePublisher = PresencePublisher()
        let (first, second) = (members(3)[0], members(3)[2])
        presencePublisher.apply(.all([first]))
        presencePublisher.apply(.joined(second))
        same(presencePublisher.take(now: start).map(\.1.members), [[first, second]])
        same(presencePublisher.author(of: second.info.id), "a2")
        let renamed = MemberHere(
            MemberInfo(id: second.info.id, name: "Pau", lang: LanguageTag("ca")!), token: "a2", firstVisibleSeq: 3)
        presencePublisher.apply(.changed(renamed))
        presencePublisher.apply(.left(first.info.id))
        same(presencePublisher.take(now: start + PresencePublisher.pause).map(\.1.members), [[renamed]])
        same(presencePublisher.author(of: first.info.id), nil)
    }

    @Test func whatHasNotChangedGoesAgainBeforeItsTimeIsOverAndNobodyIsSaidOnce() {
        var presencePublisher = PresencePublisher()
        same(presencePublisher.take(now: start).isEmpty, true)
        presencePublisher.apply(.all(members(1)))
        _ = presencePublisher.take(now: start + .seconds(1))
        same(presencePublisher.take(now: start + .seconds(1) + PresenceTable.beat).count, 1)
        presencePublisher.apply(.all([]))
        same(presencePublisher.take(now: start + .seconds(7)).map(\.1.members), [[]])
        same(presencePublisher.take(now: start + .seconds(60)).isEmpty, true)
    }

    @Test func manyMembersAreSeveralPagesAndThoseThatAreNoMoreAreEmptied() {
        var presencePublisher = PresencePublisher()
        presencePublisher.apply(.all(members(1_100)))
        same(presencePublisher.take(now: start).map(\.1.members.count), [500, 500, 100])
        presencePublisher.apply(.all(members(3)))
        same(presencePublisher.take(now: start + .seconds(2)).map(\.1.members.count), [3, 0, 0])
        same(presencePublisher.take(now: start + .seconds(9)).map(\.page), [0])
    }

    @Test func aPageIsReadAsItWasWritten() {
        for count in [0, 1, 5] {
            let page = PresencePage(members(count))
            #expect(PresencePage(body: page.body) == page)
        }
        #expect(PresencePage(body: Array("nonsense".utf8)) == nil)
        let anna = #"{"type":"members","members":[{"id":"m1","name":"anna","lang":"es"}],"more":false}"#
        let hostile = PresencePage(body: Array("\(anna)\nm1 device \(Int.min)".utf8))
        #expect(hostile?.members.map(\.firstVisibleSeq) == [1])
    }

    @Test func aFullPageFitsAMessage() {
        let info = MemberInfo(
            id: MemberID(rawValue: "mzzzzzzzzzzzzz"), name: String(repeating: "\u{10348}", count: 64),
            lang: LanguageTag("zh-Hant-TW")!, role: .staff, via: String(repeating: "\u{10348}", count: 64))
        let member = MemberHere(info, token: String(repeating: "a", count: 43), firstVisibleSeq: .max)
        let page = PresencePage(Array(repeating: member, count: PresencePage.capacity))
        #expect(page.body.count < 1_000_000)
    }
}
