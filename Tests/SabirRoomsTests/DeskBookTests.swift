import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

/// Who gives way in a full book for staff, and who is refused.
@Suite struct DeskBookTests {
    private struct Note: DeskEntry, Equatable {
        let number: Int
        let holder: DeskHolder
        var deskState = DeskState.waits
    }

    private typealias Book = DeskBook<Note>

    private static let phone = DeskHolder.address([.address("10.0.0.66")])
    private static let third = DeskHolder.address([.address("10.0.0.3")])

    private static func member(_ number: Int) -> DeskHolder { .member(MemberID(rawValue: "m\(number)")) }

    /// With notes of these holders, numbered in their order.
    private static func book(_ holders: [DeskHolder]) -> Book {
        var book = Book()
        for (number, holder) in holders.enumerated() { _ = book.enter(Note(number: number, holder: holder)) }
        return book
    }

    private static func full(of holder: DeskHolder, besides others: [DeskHolder] = []) -> Book {
        book(others + Array(repeating: holder, count: Book.capacity - others.count))
    }

    /// What gives way to a newcomer: its number, -1 where none has to, nil where the newcomer is refused.
    private func given(_ book: inout Book, to holder: DeskHolder) -> Int? {
        switch book.enter(Note(number: 1_000, holder: holder)) {
        case .refused: nil
        case .entered(let gone): gone?.number ?? -1
        }
    }

    @Test func ofWhoeverHoldsMostTheNewestGoes() {
        var book = Self.full(of: Self.phone, besides: [Self.member(0), Self.third])
        #expect(given(&book, to: Self.phone) == nil, "It would be the newest itself.")
        #expect(given(&book, to: Self.member(1)) == Book.capacity - 1)
        #expect(given(&book, to: Self.third) == Book.capacity - 2)
        #expect(book.entries.count == Book.capacity && book.entries.first?.holder == Self.member(0))
    }

    @Test func theOnlyOneOfAHolderNeverGoes() {
        var book = Self.book((0..<Book.capacity).map(Self.member))
        #expect(given(&book, to: Self.third) == nil)
        #expect(book.entries.map(\.number) == Array(0..<Book.capacity))
    }

    @Test func equalsTakeNothingFromEachOther() {
        let half = Book.capacity / 2
        var book = Self.book(Array(repeating: Self.third, count: half) + Array(repeating: Self.phone, count: half))
        #expect(given(&book, to: Self.third) == nil && given(&book, to: Self.phone) == nil)
        #expect(given(&book, to: Self.member(0)) == Book.capacity - 1)
    }

    @Test func whatIsAnsweredNeverGoes() {
        var book = Self.full(of: Self.phone)
        for index in book.entries.indices where index != 7 { book.entries[index].deskState = .isAnswered }
        #expect(given(&book, to: Self.third) == 7)
        #expect(given(&book, to: Self.member(0)) == nil)
    }

    @Test func ofOneHolderWhatIsReadGoesFirstAndOfOthersNot() {
        var book = Self.full(of: Self.phone, besides: [Self.member(0), Self.third, Self.third])
        for index in [0, 1, 9] { book.entries[index].deskState = .isRead }
        #expect(given(&book, to: Self.member(1)) == 9)
        #expect(given(&book, to: Self.member(2)) == Book.capacity - 1)
    }

    @Test func whatIsOverTakesNoPlace() {
        var book = Self.full(of: Self.phone)
        book.entries[3].deskState = .isOver
        #expect(given(&book, to: Self.phone) == -1 && given(&book, to: Self.phone) == nil)
    }

    @Test func aRelayLeavesATenthAndItsMembersTakeNothingFromEachOther() {
        let relay = MemberNumber(value: 7)
        func behind(_ number: Int) -> DeskHolder { .behind(relay, MemberID(rawValue: "m\(number)")) }
        var book = Self.book((0..<45).map(behind))
        #expect(given(&book, to: behind(45)) == nil)
        for number in 0..<5 { #expect(given(&book, to: Self.member(number)) == -1) }
        #expect(given(&book, to: Self.third) == nil, "Each has called once.")
        // One that has written more than once, of which the others behind that relay take the place.
        var other = Self.book((0..<40).map(behind) + Array(repeating: behind(99), count: 5))
        #expect(given(&other, to: behind(99)) == nil && given(&other, to: behind(45)) == 44)
    }

    @Test func whatIsBehindARelayGivesWayThereBeforeItsHostHasToRefuse() {
        var book = Book()
        book.relaysAbove = 1
        for number in 0..<60 { _ = book.enter(Note(number: number, holder: Self.phone)) }
        #expect(book.entries.count == 45)
        #expect(given(&book, to: Self.third) == 44)
        // Those at the host have what is left, and take of whoever holds most.
        for number in 0..<5 { #expect(given(&book, to: .elsewhere(MemberID(rawValue: "m\(number)"))) == -1) }
        #expect(given(&book, to: .elsewhere(MemberID(rawValue: "m9"))) == 43)
        var second = Self.book((0..<60).map { .behind(MemberNumber(value: 7), MemberID(rawValue: "m\($0)")) })
        #expect(second.entries.count == 45)
        second = Book()
        second.relaysAbove = 1
        for number in 0..<60 {
            let holder = DeskHolder.behind(MemberNumber(value: 7), MemberID(rawValue: "m\(number)"))
            _ = second.enter(Note(number: number, holder: holder))
        }
        #expect(second.entries.count == 41, "Each relay leaves some to those of the one above.")
    }

    /// One laptop's many addresses give way to whoever is not of their network, and neighbours to one another.
    @Test func theAddressesOfOneNetworkHoldTogetherAgainstOthers() {
        func near(_ number: Int) -> DeskHolder { .address([.address("fe80::\(number)"), .network("link-local")]) }
        var book = Self.book((0..<Book.capacity).map(near))
        #expect(given(&book, to: near(999)) == nil, "Each of them has called once.")
        #expect(given(&book, to: Self.third) == Book.capacity - 1)
        #expect(given(&book, to: Self.member(1)) == Book.capacity - 2)
        var other = Self.full(of: near(1), besides: [near(2)])
        #expect(given(&other, to: near(3)) == Book.capacity - 1 && given(&other, to: Self.phone) == Book.capacity - 2)
    }

    @Test func anAddressIsOneHolderAndWhoHasNoneIsOneByItself() throws {
        var room = RoomState(settings: .test(), seed: 1, now: at(0))
        var member = try room.admit(.of("anna"), as: JoinContext(address: "10.0.0.66"), now: at(0)).member
        #expect(member.deskHolder == Self.phone)
        member.whereabouts = .behind(MemberNumber(value: 7))
        #expect(member.deskHolder == .behind(MemberNumber(value: 7), member.info.id))
        member.whereabouts = .elsewhere
        #expect(member.deskHolder == .elsewhere(member.info.id))
        let here = try room.admit(.of("boris"), as: JoinContext(address: "127.0.0.1"), now: at(0)).member
        #expect(here.deskHolder == .member(here.info.id))
    }
}
