import NIOCore
import SabirCore
import Testing

@testable import SabirClient
@testable import SabirRoom
@testable import SabirProtocol

@Suite struct RosterTests {
    private func member(_ n: UInt64, _ lang: LanguageTag = "es", name: String = "anna") -> Member {
        let number = MemberNumber(value: n)
        return Member(
            number: number, info: MemberInfo(id: number.id, name: name, lang: lang), connection: n, lastHeard: at(0),
            lastPinged: at(0))
    }

    private func roster(_ numbers: some Sequence<UInt64>) -> Roster {
        var roster = Roster()
        for number in numbers { roster.insert(member(number)) }
        return roster
    }

    /// What a reader has after asking page by page, with `between` happening after each.
    private func paged(_ roster: inout Roster, between: (inout Roster, Int) -> Void = { _, _ in }) -> [MemberID] {
        var ids: [MemberID] = []
        var pages = 0
        var more = true
        while more, pages < 10 {
            let page = roster.page(after: ids.last.flatMap(MemberNumber.init))
            #expect(page.members.count <= 100)
            ids += page.members.map(\.id)
            more = page.more
            between(&roster, pages)
            pages += 1
        }
        #expect(!more)
        return ids
    }

    @Test func pagesOf250MembersNameEachOnce() {
        var roster = roster((0..<250).reversed())
        let ids = paged(&roster)
        #expect(ids == (0..<250).map { MemberNumber(value: $0).id })
    }

    @Test func exactlyAHundredAreOnePage() {
        let page = roster(0..<100).page(after: nil)
        #expect(page.members.count == 100)
        #expect(!page.more)
        #expect(roster(0..<101).page(after: nil).more)
    }

    @Test func departuresBetweenPagesHideNobodyWhoStays() {
        var roster = roster(0..<250)
        let ids = paged(&roster) { roster, page in
            // The one the next page is asked by, and many before and behind it.
            for number in [99 - page, 99 + page * 100, 150, 240].map(UInt64.init) {
                roster.remove(MemberNumber(value: number))
            }
        }
        #expect(Set(ids).count == ids.count)
        #expect(Set(roster.numbers.map(\.id)).isSubset(of: Set(ids)))
    }

    @Test func arrivalsBetweenPagesAreNamedOnceAtMost() {
        var roster = roster((0..<250).map { $0 * 2 })
        let there = Set(roster.numbers.map(\.id))
        let ids = paged(&roster) { roster, page in roster.insert(member(UInt64(page) * 200 + 1)) }
        #expect(Set(ids).count == ids.count)
        #expect(there.isSubset(of: Set(ids)))
    }

    @Test func afterTheLastThereIsNothing() {
        let page = roster(0..<5).page(after: MemberNumber(value: 4))
        #expect(page.members.isEmpty)
        #expect(!page.more)
    }

    @Test func langsAreCountedThroughEveryChange() {
        var roster = Roster()
        roster.insert(member(1, "es"))
        roster.insert(member(2, "es"))
        roster.insert(member(3, "fr"))
        #expect(roster.langs == ["es": 2, "fr": 1])
        roster.setInfo(member(2, "ca").info, of: MemberNumber(value: 2))
        roster.remove(MemberNumber(value: 3))
        #expect(roster.langs == ["es": 1, "ca": 1])
        roster.remove(MemberNumber(value: 3))
        #expect(roster.count == 2)
    }

    /// What the wire counts are members; what is said is read by people.
    @Test func aRelayIsCountedAndReadsNothing() {
        var roster = Roster()
        for n: UInt64 in 1...2 { roster.insert(member(n, n == 1 ? "es" : "uk")) }
        for n: UInt64 in 3...4 {
            var relay = member(n, n == 3 ? "und" : "es")
            relay.info.role = .relay
            roster.insert(relay)
        }
        #expect(roster.langs == ["es": 2, "uk": 1, "und": 1] && roster.readers == ["es": 1, "uk": 1])
        #expect(roster.count == 4 && roster.people == 2)
        #expect(roster.page(after: nil).members.count == 4)
        #expect(roster.page(after: nil, peopleOnly: true).members.map(\.lang) == ["es", "uk"])
        var (anna, relay) = (member(1, "ca").info, member(3, "fr").info)
        relay.role = .relay
        roster.setInfo(anna, of: MemberNumber(value: 1))
        roster.setInfo(relay, of: MemberNumber(value: 3))
        #expect(roster.langs == ["es": 1, "ca": 1, "uk": 1, "fr": 1] && roster.readers == ["ca": 1, "uk": 1])
        anna.lang = "fr"
        roster.setInfo(anna, of: MemberNumber(value: 1))
        #expect(roster.readers == ["fr": 1, "uk": 1])
        for n: UInt64 in 1...4 { roster.remove(MemberNumber(value: n)) }
        #expect(roster.langs.isEmpty && roster.readers.isEmpty)
    }

    /// A page that only relays would follow is the last one.
    @Test func pagesOfPeoplePassOverRelays() throws {
        var roster = roster(0..<150)
        for n: UInt64 in [50, 150] {
            var relay = member(1_000 + n)
            relay.info.role = .relay
            roster.insert(relay)
        }
        let first = roster.page(after: nil, peopleOnly: true)
        let last = try #require(first.members.last.flatMap { MemberNumber($0.id) })
        let second = roster.page(after: last, peopleOnly: true)
        #expect(first.members.count == 100 && first.more && second.members.count == 50 && !second.more)
    }

    @Test func ofManyLanguagesTheHundredMostFrequentAreTold() throws {
        var roster = Roster()
        for n in 0..<150 { roster.insert(member(UInt64(n), try #require(LanguageTag("x-l\(n)")))) }
        for n in 0..<60 { roster.insert(member(1_000 + UInt64(n), try #require(LanguageTag("x-l\(90 + n)")))) }
        #expect(roster.langs.count == 100)
        for n in 90..<150 { #expect(roster.langs[try #require(LanguageTag("x-l\(n)"))] == 2) }
    }

    @Test func theFirstPageIsAlwaysThePresentOne() {
        var roster = roster((0..<150).map { $0 * 2 })
        func expectFresh(_ what: Comment) {
            let page = EncodedMembers.encoded(roster.page(after: nil).members)
            #expect(roster.firstPage().json == page.json, what)
        }
        expectFresh("at first")
        roster.insert(member(1))
        expectFresh("after somebody came within it")
        roster.remove(MemberNumber(value: 0))
        expectFresh("after somebody left it")
        roster.setInfo(member(4, name: "Anna").info, of: MemberNumber(value: 4))
        expectFresh("after somebody in it changed")
        roster.insert(member(999))
        roster.remove(MemberNumber(value: 290))
        expectFresh("after changes behind it")
        roster.remove(MemberNumber(value: 198))
        expectFresh("after its last left")
    }

    @Test func itAgreesWithASetThroughAThousandChanges() {
        var random = SplitMix64(state: 11)
        var roster = Roster()
        var model: Set<UInt64> = []
        for _ in 0..<1_000 {
            let n = UInt64.random(in: 0..<120, using: &random)
            if model.remove(n) != nil {
                #expect(roster.remove(MemberNumber(value: n))?.number.value == n)
            } else {
                model.insert(n)
                roster.insert(member(n))
            }
            #expect(roster.numbers.map(\.value) == model.sorted())
        }
    }
}
